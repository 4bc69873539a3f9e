/// Matches nil.
public func beNil<Value>() -> Matcher<Value> {
    judgingOptional("be nil") { $0 == nil }
}

/// A matcher for which nil is a value as any other. A thrown error fails it both ways.
func judgingOptional<Value>(_ expectation: String, _ condition: @escaping (Value?) -> Bool) -> Matcher<Value> {
    .judging(expectation) { actual in
        switch actual {
        case .success(let value): Verdict(condition(value) ? .match : .noMatch, "got \(shown(value))")
        case .failure(let error): Verdict(.fail, "it threw \(shown(error))")
        }
    }
}
