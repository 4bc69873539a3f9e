/// Returns the difference between two texts, line by line.
///
/// `-` precedes an expected line and `+` an actual one, with two equal lines around them. Blanks at the end of a
/// differing line are shown as `·`.
///
/// The shortest difference (Myers): O((n + m) · d) for d lines that differ.
package func difference(expected: [String], actual: [String]) -> String {
    let changes = actual.difference(from: expected)
    var removed: Set<Int> = [], inserted: Set<Int> = []
    for change in changes {
        switch change {
        case .remove(let offset, _, _): removed.insert(offset)
        case .insert(let offset, _, _): inserted.insert(offset)
        }
    }
    var lines: [(text: String, differs: Bool)] = []
    var old = 0, new = 0
    while old < expected.count || new < actual.count {
        if removed.contains(old) {
            lines.append(("- \(showingBlanks(expected[old]))", true))
            old += 1
        } else if inserted.contains(new) {
            lines.append(("+ \(showingBlanks(actual[new]))", true))
            new += 1
        } else {
            lines.append(("  \(actual[new])", false))
            old += 1
            new += 1
        }
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
