/// Matches nil.
public func beNil<Value>() -> Matcher<Value> {
    .judging("be nil") { actual in
        switch actual {
        case .success(nil): Verdict(.match, "got nil")
        case .success(let value?): Verdict(.noMatch, "got \(shown(value))")
        case .failure(let error): Verdict(.fail, "it threw \(shown(error))")
        }
    }
}
