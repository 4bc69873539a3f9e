import MillraceHistory

/// Returns the difference between two texts, line by line.
///
/// `-` precedes an expected line and `+` an actual one, with two equal lines around them. Blanks at the end of a
/// differing line are shown as `·`.
///
/// The shortest difference, where the texts are not too long: O((n + m) · d) for d lines that differ.
package func difference(expected: [String], actual: [String]) -> String {
    let kept = keptPairs(from: expected.indices, to: actual.indices, comparisons: 4_000_000) {
        expected[$0] == actual[$1]
    }
    var lines: [(text: String, differs: Bool)] = []
    var old = 0, new = 0
    for pair in (kept ?? []) + [(expected.count, actual.count)] {
        lines += expected[old..<pair.old].map { ("- \(showingBlanks($0))", true) }
        lines += actual[new..<pair.new].map { ("+ \(showingBlanks($0))", true) }
        if pair.new < actual.count { lines.append(("  \(actual[pair.new])", false)) }
        (old, new) = (pair.old + 1, pair.new + 1)
    }
    return shortened(lines).joined(separator: "\n")
}

/// Removes equal lines, except two before and after a difference.
private func shortened(_ lines: [(text: String, differs: Bool)]) -> [String] {
    var shown: [String] = []
    var last = -1
    for index in lines.indices where lines[max(0, index - 2)..<min(lines.count, index + 3)].contains(where: \.differs) {
        if index > last + 1 { shown.append("  …") }
        shown.append(lines[index].text)
        last = index
    }
    if last < lines.count - 1 { shown.append("  …") }
    return shown
}

private func showingBlanks(_ line: String) -> String {
    let end = line.reversed().prefix { $0 == " " }.count
    return line.dropLast(end) + String(repeating: "·", count: end)
}
