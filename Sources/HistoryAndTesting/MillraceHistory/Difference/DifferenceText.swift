import MillraceSignals

/// Writes differences as lines of a text, up to a limit.
struct DifferenceText: DifferenceSink {
    static var maximumDepth: Int { 128 }
    static var comparesLines: Bool { true }
    static var takesMovesOfTables: Bool { false }
    static var replacesWhatHasNoPath: Bool { false }

    private let limit: Int
    private var lines: [String] = []
    private(set) var found = 0
    /// Whether there was more to compare than is worth the time, once there are enough lines.
    private var isCutShort = false

    init(limit: Int) {
        self.limit = limit
    }

    var isFull: Bool { found > limit }

    /// The lines, up to the limit; nil if there are no differences.
    var text: String? {
        guard found > 0 else { return nil }
        guard found > limit || isCutShort else { return lines.joined(separator: "\n") }
        let shown = lines.prefix(limit - 1)
        let rest = "… and \((found - shown.count).grouped) more\(isCutShort ? ", at least" : "")"
        return (shown + [rest]).joined(separator: "\n")
    }

    mutating func skip(isKnownToDiffer: Bool) {
        if isKnownToDiffer { found += 1 } else { isCutShort = true }
    }

    private mutating func report(
        _ text: @autoclosure () -> String,
        at path: [DifferenceStep],
        _ part: @autoclosure () -> String = ""
    ) {
        found += 1
        guard lines.count < limit else { return }
        let place = path.map(\.text).joined() + part()
        lines.append(place.isEmpty ? text() : "\(place.first == "." ? String(place.dropFirst()) : place): \(text())")
    }
}

extension DifferenceText {
    func hides(_ path: [DifferenceStep]) -> Bool { false }

    func takesApart(_ type: Any.Type) -> Bool { true }

    func redacted(_ old: Any, _ new: Any) -> (old: Any, new: Any)? { nil }

    /// Notes the old and the new value. If both have the same text, says so.
    mutating func replaced(_ old: Any, by new: Any, at path: [DifferenceStep]) {
        guard type(of: old) == type(of: new) else {
            return report("\(valueText(old)) (\(type(of: old))) → \(valueText(new)) (\(type(of: new)))", at: path)
        }
        if let old = old as? String, let new = new as? String { return report(textChange(old, new), at: path) }
        let (oldText, newText) = (valueText(old), valueText(new))
        report(
            "\(oldText) → \(newText)\(oldText == newText ? " (not equal, though they read the same)" : "")",
            at: path
        )
    }
}

// MARK: - Lists

extension DifferenceText {
    func knowsRows<Rows: Collection>(of rows: Rows) -> Bool where Rows.Element: Identifiable { true }

    mutating func beginList() {}
    mutating func endList() {}

    mutating func removed(_ element: Any, from index: Int, id: Any?, at path: [DifferenceStep]) {
        report("removed \(valueText(element))", at: path, "[\(index)]")
    }

    mutating func inserted(_ element: Any, at index: Int, id: Any?, at path: [DifferenceStep]) {
        report("inserted \(valueText(element))", at: path, "[\(index)]")
    }

    mutating func moved(_ old: Any, _ new: Any, from: Int, to: Int, id: Any?, at path: [DifferenceStep]) -> Bool {
        let name = id.map { $0 is ObjectIdentifier ? "" : " (id \(valueText($0)))" } ?? ""
        report("moved to [\(to)]\(name)", at: path, "[\(from)]")
        return true
    }
}

// MARK: - Dictionaries and sets

extension DifferenceText {
    func knowsEntries(by type: Any.Type) -> Bool { true }

    func ordered<Key>(_ keys: [Key]) -> [Key]? { inStableOrder(keys) }

    mutating func counted(_ count: Int, _ what: DifferenceCount, at path: [DifferenceStep]) {
        switch what {
        case .entries: report("\(count.grouped) entries inserted, removed or changed", at: path)
        case .removedMembers: report("removed \(count.grouped) elements", at: path)
        case .insertedMembers: report("inserted \(count.grouped) elements", at: path)
        }
    }

    mutating func removed(_ value: Any, of key: DifferenceStep, at path: [DifferenceStep]) {
        report("removed \(valueText(value))", at: path, key.text)
    }

    mutating func inserted(_ value: Any, of key: DifferenceStep, at path: [DifferenceStep]) {
        report("inserted \(valueText(value))", at: path, key.text)
    }

    mutating func removed(member: Any, at path: [DifferenceStep]) { report("removed \(valueText(member))", at: path) }

    mutating func inserted(member: Any, at path: [DifferenceStep]) { report("inserted \(valueText(member))", at: path) }
}

/// Returns the elements in an order that does not depend on the process; nil if that would take too long.
private func inStableOrder<Element>(_ elements: [Element]) -> [Element]? {
    func open<Key: Comparable>(_ type: Key.Type) -> Any? { (elements as? [Key])?.sorted() }
    if let type = Element.self as? any Comparable.Type, let sorted = open(type) as? [Element] { return sorted }
    guard elements.count <= 1_000 else { return nil }
    return elements.map { (element: $0, text: valueText($0)) }.sorted { $0.text < $1.text }.map(\.element)
}
