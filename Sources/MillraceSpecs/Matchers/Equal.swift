/// Matches a value that equals `expected`. Values of several lines, and long ones, are shown by what differs.
///
/// Nil equals nothing, and fails both ways: use `beNil()`.
///
/// - Parameter expected: The value to compare with.
public func equal<Value: Equatable>(_ expected: Value?) -> Matcher<Value> {
    guard let expected else {
        return .judging("equal nil") { _ in Verdict(.fail, "which no value does. To fix: use beNil()") }
    }
    return Matcher(
        "equal \(isShownInLines(expected) ? "\(lines(of: expected).count) lines" : shown(expected))",
        showing: { differing($0, from: expected) },
        { $0 == expected }
    )
}

/// `actual` as the message shows it: by what differs where one of the two takes several lines, or else all of it.
private func differing<Value: Equatable>(_ actual: Value, from expected: Value) -> String {
    guard isShownInLines(actual) || isShownInLines(expected) else { return shown(actual) }
    if actual == expected { return "the same" }
    let isText = "\(expected)\(actual)".contains("\n")
    let old = lines(of: expected, asText: isText), new = lines(of: actual, asText: isText)
    if old == new { return "what looks the same: \(shown(actual))" }
    return "what differs (- expected, + got):\n" + difference(expected: old, actual: new)
}

/// Whether a value is best read as several lines: a text that has them, or a long value that can be taken apart.
private func isShownInLines(_ value: some Any) -> Bool {
    let text = "\(value)"
    return text.contains("\n") || (text.count > 100 && !(value is String))
}

/// The lines of the value's text, or of its parts.
private func lines(of value: some Any, asText isText: Bool? = nil) -> [String] {
    let description = "\(value)"
    let isText = isText ?? description.contains("\n") || value is String
    let text = isText ? description : Outline(value).text
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}

/// Matches a sequence whose elements equal those of `expected`, in order, whatever the types of the two.
///
/// - Parameter expected: The elements to compare with.
public func elementsEqual<Value: Sequence, Expected: Sequence>(_ expected: Expected) -> Matcher<Value>
where Value.Element == Expected.Element, Value.Element: Equatable {
    elementsEqual(expected, by: ==)
}

/// Matches a sequence whose elements go with those of `expected`, one by one.
///
/// - Parameters:
///   - expected: The elements to compare with.
///   - areEquivalent: Whether an element goes with the one expected in its place.
public func elementsEqual<Value: Sequence, Expected: Sequence>(
    _ expected: Expected,
    by areEquivalent: @escaping (Value.Element, Expected.Element) -> Bool
) -> Matcher<Value> {
    Matcher("have the elements \(shown(Array(expected)))") { $0.elementsEqual(expected, by: areEquivalent) }
}
