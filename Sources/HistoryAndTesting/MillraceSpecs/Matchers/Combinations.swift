/// Matches a sequence whose elements all match; an empty one matches.
///
/// - Parameter matcher: The matcher that each element should satisfy.
public func allPass<Value: Sequence>(_ matcher: Matcher<Value.Element>) -> Matcher<Value> {
    .judging("have elements that all \(matcher.expectation())") { actual in
        switch actual {
        case .failure(let error): return Verdict(.fail, "it threw \(shown(error))")
        case .success(nil): return Verdict(.fail, "got nil")
        case .success(let elements?):
            for (index, element) in elements.enumerated() {
                let verdict = matcher.judge(.success(element))
                if verdict.outcome == .match { continue }
                return Verdict(verdict.outcome, "\(verdict.finding()) at index \(index) of \(shown(elements))")
            }
            return Verdict(.match, "got \(shown(elements))")
        }
    }
}

/// Matches a sequence whose elements all satisfy a condition; an empty one matches.
///
/// - Parameter condition: Returns whether an element satisfies it.
public func allPass<Value: Sequence>(_ condition: @escaping (Value.Element) -> Bool) -> Matcher<Value> {
    allPass(Matcher("satisfy the condition", condition))
}

/// Matches a value that all of `matchers` match.
///
/// - Parameter matchers: The matcher that the value should satisfy.
public func satisfyAllOf<Value>(_ matchers: Matcher<Value>...) -> Matcher<Value> {
    .judging(matchers.map { $0.expectation() }.joined(separator: " and ")) { actual in
        let verdicts = matchers.map { $0.judge(actual) }
        return verdicts.first { $0.outcome == .fail } ?? verdicts.first { $0.outcome == .noMatch }
            ?? Verdict(.match, verdicts.last?.finding() ?? "")
    }
}

/// Matches a value that at least one of `matchers` matches.
///
/// - Parameter matchers: The matchers of which the value should satisfy one.
public func satisfyAnyOf<Value>(_ matchers: Matcher<Value>...) -> Matcher<Value> {
    .judging(matchers.map { $0.expectation() }.joined(separator: " or ")) { actual in
        let verdicts = matchers.map { $0.judge(actual) }
        return verdicts.first { $0.outcome == .match } ?? verdicts.first { $0.outcome == .fail }
            ?? Verdict(.noMatch, verdicts.last?.finding() ?? "")
    }
}
