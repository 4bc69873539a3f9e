/// Matches a string in which a regular expression is found: `match("[0-9]+ items")`.
///
/// - Parameter pattern: The expression, in the syntax of Swift's `Regex`; one that is malformed fails both ways.
public func match(_ pattern: String) -> Matcher<String> {
    do {
        let regex = try Regex(pattern)
        return Matcher("match <\(pattern)>") { $0.contains(regex) }
    } catch {
        return .judging("match <\(pattern)>") { _ in Verdict(.fail, "which is no regular expression: \(error)") }
    }
}

/// Matches a string in which a regular expression is found: `match(/[0-9]+ items/)`.
///
/// - Parameter regex: The expression.
public func match<Output>(_ regex: Regex<Output>) -> Matcher<String> {
    Matcher("match the regular expression") { $0.contains(regex) }
}

/// Matches a value that a pattern takes, as a case of an enum:
/// `expect(state).to(matchPattern { if case .loaded(let items) = $0 { !items.isEmpty } else { false } })`.
///
/// - Parameter pattern: Whether the value is of the pattern; may look at what the case carries.
public func matchPattern<Value>(_ pattern: @escaping (Value) -> Bool) -> Matcher<Value> {
    Matcher("match the pattern", pattern)
}
