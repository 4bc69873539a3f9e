/// Matches nil.
public func beNil<Value>() -> Matcher<Value> {
    judgingOptional("be nil") { $0 == nil }
}

/// Returns a matcher that treats nil like any other value. A thrown error fails `to` and `toNot`.
func judgingOptional<Value>(_ expectation: String, _ condition: @escaping (Value?) -> Bool) -> Matcher<Value> {
    .judging(expectation) { actual in
        switch actual {
        case .success(let value): Verdict(condition(value) ? .match : .noMatch, "got \(shown(value))")
        case .failure(let error): Verdict(.fail, "it threw \(shown(error))")
        }
    }
}
