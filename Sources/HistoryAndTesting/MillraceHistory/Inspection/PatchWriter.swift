/// Writes differences as a patch: operations that make the tree of the new value out of that of the old one, and back.
struct PatchWriter: DifferenceSink {
    static var maximumDepth: Int { TreeWriter.maximumDepth }
    static var comparesLines: Bool { false }
    static var takesMovesOfTables: Bool { true }
    static var replacesWhatHasNoPath: Bool { true }

    private let writer: TreeWriter
    private(set) var found = 0
    private var operations = JSONText()

    /// The lists that are being compared, the innermost last.
    private var lists: [List] = []

    /// The operations of a list. An index is right when its operation is applied: first elements are taken out, the
    /// last one first, then others are put in, the first one first, and then follow the changes within elements.
    private struct List {
        var removals: [(index: Int, operation: [UInt8])] = []
        var insertions: [(index: Int, operation: [UInt8])] = []
        var others: [[UInt8]] = []
    }

    init(with writer: TreeWriter) { self.writer = writer }

    /// The patch; nil if there are no differences.
    var patch: [UInt8]? {
        if operations.bytes.isEmpty { return nil }
        var patch = JSONText()
        patch.append("[")
        patch.append(operations.bytes)
        patch.append("]")
        return patch.bytes
    }

    var isFull: Bool { false }
    mutating func skip(isKnownToDiffer: Bool) {}
    mutating func counted(_ count: Int, _ what: DifferenceCount, at path: [DifferenceStep]) {}

    func hides(_ path: [DifferenceStep]) -> Bool { path.last.map(writer.hides) ?? false }

    func takesApart(_ type: Any.Type) -> Bool {
        switch writer.facts(of: type).kind {
        case .described: false
        default: true
        }
    }

    func redacted(_ old: Any, _ new: Any) -> (old: Any, new: Any)? {
        writer.facts(of: type(of: old)).change.map { ($0(old), $0(new)) }
    }

    func knowsRows<Rows: Collection>(of rows: Rows) -> Bool where Rows.Element: Identifiable {
        writer.knowsRows(of: rows)
    }

    func knowsEntries(by type: Any.Type) -> Bool { isKeyable(type) }

    func ordered<Key>(_ keys: [Key]) -> [Key]? {
        keys.map { (key: $0, text: writer.keyText($0)) }
            .sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
            .map(\.key)
    }
}

// MARK: - Operations

extension PatchWriter {
    mutating func replaced(_ old: Any, by new: Any, at path: [DifferenceStep]) {
        let (before, after) = (tree(old, at: path), tree(new, at: path))
        // The difference may be in a hidden part. Only of a secret is it reported that there is one.
        if before == after, !hides(path), !after.isRedacted { return }
        note(operation("=", path, before, after))
    }

    mutating func beginList() { lists.append(List()) }

    mutating func endList() {
        guard let list = lists.popLast() else { return }
        for (_, operation) in list.removals.sorted(by: { $0.index > $1.index }) { note(operation) }
        for (_, operation) in list.insertions.sorted(by: { $0.index < $1.index }) { note(operation) }
        for operation in list.others { note(operation) }
    }

    mutating func removed(_ element: Any, from index: Int, id: Any?, at path: [DifferenceStep]) {
        let step = id.map { DifferenceStep.row(index, id: $0) } ?? .index(index)
        found += 1
        let operation = operation("-", path + [step], tree(element, at: path + [step]), at: index)
        lists[lists.count - 1].removals.append((index, operation))
    }

    mutating func inserted(_ element: Any, at index: Int, id: Any?, at path: [DifferenceStep]) {
        let step = id.map { DifferenceStep.row(index, id: $0) } ?? .index(index)
        found += 1
        let operation = operation("+", path + [step], tree(element, at: path + [step]), at: index)
        lists[lists.count - 1].insertions.append((index, operation))
    }

    mutating func moved(_ old: Any, _ new: Any, from: Int, to: Int, id: Any?, at path: [DifferenceStep]) -> Bool {
        removed(old, from: from, id: id, at: path)
        inserted(new, at: to, id: id, at: path)
        return false
    }

    mutating func removed(_ value: Any, of key: DifferenceStep, at path: [DifferenceStep]) {
        note(operation("-", path + [key], tree(value, at: path + [key])))
    }

    mutating func inserted(_ value: Any, of key: DifferenceStep, at path: [DifferenceStep]) {
        note(operation("+", path + [key], tree(value, at: path + [key])))
    }

    mutating func removed(member: Any, at path: [DifferenceStep]) {
        note(operation("-", path, isMember: true, writer.tree(of: member, depth: path.count + 1)))
    }

    mutating func inserted(member: Any, at path: [DifferenceStep]) {
        note(operation("+", path, isMember: true, writer.tree(of: member, depth: path.count + 1)))
    }

    private mutating func note(_ operation: [UInt8]) {
        found += 1
        if lists.isEmpty {
            if !operations.bytes.isEmpty { operations.append(",") }
            operations.append(operation)
        } else {
            lists[lists.count - 1].others.append(operation)
        }
    }

    private func tree(_ value: Any, at path: [DifferenceStep]) -> [UInt8] {
        writer.tree(of: value, depth: path.count, calledBy: path.last)
    }

    /// - Parameter values: Trees, which are written before the path: the hidden part of a row may be its identity.
    private func operation(
        _ sign: StaticString,
        _ path: [DifferenceStep],
        isMember: Bool = false,
        _ values: [UInt8]...,
        at index: Int? = nil
    ) -> [UInt8] {
        var text = JSONText()
        text.append("[\"")
        text.append(sign)
        text.append("\",[")
        for step in path { write(step, to: &text) }
        if isMember {
            text.separate()
            text.append("[\"e\"]")
        }
        text.append("]")
        for value in values {
            text.append(",")
            text.append(value)
        }
        if let index {
            text.append(",")
            text.append(index)
        }
        text.append("]")
        return text.bytes
    }

    private func write(_ step: DifferenceStep, to text: inout JSONText) {
        text.separate()
        switch step {
        case .field(let name): text.append(string: name)
        case .payload(_, let label, let position, _): text.append(string: label ?? ".\(position)")
        case .index(let index), .line(let index): text.append(index)
        case .row(_, let id): write("#", writer.keyText(id), to: &text)
        case .key(let key): write("k", writer.keyText(key), to: &text)
        }
    }

    private func write(_ kind: StaticString, _ name: String, to text: inout JSONText) {
        text.append("[\"")
        text.append(kind)
        text.append("\",")
        text.append(string: name)
        text.append("]")
    }
}

extension [UInt8] {
    /// Whether it is the tree of a hidden part.
    fileprivate var isRedacted: Bool { elementsEqual("{\"r\":true}".utf8) }
}

extension TreeWriter {
    /// Returns the patch from one value to another; nil if they do not differ.
    func patch(from old: Any, to new: Any) -> [UInt8]? {
        var walk = DifferenceWalk(to: PatchWriter(with: self))
        walk.compare(old, new)
        return walk.sink.patch
    }
}
