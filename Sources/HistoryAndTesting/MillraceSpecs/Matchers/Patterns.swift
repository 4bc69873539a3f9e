/// Matches a string that contains a match of a regular expression: `match("[0-9]+ items")`.
///
/// - Parameter pattern: The expression, in the syntax of Swift's `Regex`; a malformed one fails `to` and `toNot`.
public func match(_ pattern: String) -> Matcher<String> {
    do {
        let regex = try Regex(pattern)
        return Matcher("match <\(pattern)>") { $0.contains(regex) }
    } catch {
        return .judging("match <\(pattern)>") { _ in Verdict(.fail, "which is no regular expression: \(error)") }
    }
}

/// Matches a string that contains a match of a regular expression: `match(/[0-9]+ items/)`.
///
/// - Parameter regex: The expression.
public func match<Output>(_ regex: Regex<Output>) -> Matcher<String> {
    Matcher("match the regular expression") { $0.contains(regex) }
}

/// Matches a value that satisfies a pattern, such as a case of an enum:
/// `expect(state).to(matchPattern { if case .loaded(let items) = $0 { !items.isEmpty } else { false } })`.
///
/// - Parameter pattern: Returns whether the value satisfies the pattern, possibly depending on associated values.
public func matchPattern<Value>(_ pattern: @escaping (Value) -> Bool) -> Matcher<Value> {
    Matcher("match the pattern", pattern)
}
