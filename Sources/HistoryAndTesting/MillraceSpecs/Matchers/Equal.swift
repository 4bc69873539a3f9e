import MillraceHistory

/// Matches a value that is equal to `expected`.
///
/// If a value has several lines, or is long, the message shows the difference. Nil is equal to nothing and fails `to`
/// and `toNot`: use `beNil()`.
///
/// - Parameter expected: The value to compare with.
public func equal<Value: Equatable>(_ expected: Value?) -> Matcher<Value> {
    guard let expected else {
        return .judging("equal nil") { _ in Verdict(.fail, "which no value does. To fix: use beNil()") }
    }
    return Matcher(
        "equal \(isShownInLines(expected) ? lineCount(of: expected) : shown(expected))",
        showing: { differing($0, from: expected) },
        { $0 == expected }
    )
}

/// Returns `actual` as the message shows it: as a difference if one of the two has several lines, otherwise as a whole.
private func differing<Value: Equatable>(_ actual: Value, from expected: Value) -> String {
    guard isShownInLines(actual) || isShownInLines(expected) else { return shown(actual) }
    if actual == expected { return "the same" }
    let isText = "\(expected)\(actual)".contains("\n")
    let old = lines(of: expected, asText: isText), new = lines(of: actual, asText: isText)
    if old == new { return "what looks the same: \(shown(actual))" }
    return "what differs (- expected, + got):\n" + difference(expected: old, actual: new)
}

/// Returns whether a value is shown as several lines: a text that has them, or a long value that can be taken apart.
private func isShownInLines(_ value: some Any) -> Bool {
    let text = "\(value)"
    return text.contains("\n") || (text.count > 100 && !(value is String))
}

/// Returns how many lines a value has, in words.
private func lineCount(of value: some Any) -> String {
    let count = lines(of: value).count
    return count == 1 ? "1 line" : "\(count) lines"
}

/// Returns the lines of the value's text, or of its parts.
private func lines(of value: some Any, asText isText: Bool? = nil) -> [String] {
    let description = "\(value)"
    let isText = isText ?? description.contains("\n") || value is String
    let text = isText ? description : Outline(value).text
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}

/// Matches a sequence whose elements are equal to those of `expected`, in order, whatever the types of both.
///
/// - Parameter expected: The elements to compare with.
public func elementsEqual<Value: Sequence, Expected: Sequence>(_ expected: Expected) -> Matcher<Value>
where Value.Element == Expected.Element, Value.Element: Equatable {
    elementsEqual(expected, by: ==)
}

/// Matches a sequence whose elements are equivalent to those of `expected`, one by one.
///
/// - Parameters:
///   - expected: The elements to compare with.
///   - areEquivalent: Returns whether an element is equivalent to the expected one.
public func elementsEqual<Value: Sequence, Expected: Sequence>(
    _ expected: Expected,
    by areEquivalent: @escaping (Value.Element, Expected.Element) -> Bool
) -> Matcher<Value> {
    Matcher("have the elements \(shown(Array(expected)))") { $0.elementsEqual(expected, by: areEquivalent) }
}
