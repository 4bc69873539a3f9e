import MillraceData

/// A container whose elements are written without a mirror.
protocol TreeContainer {
    func write(to writer: TreeWriter, depth: Int)
}

extension Array: TreeContainer {
    func write(to writer: TreeWriter, depth: Int) {
        if let type = Element.self as? any Identifiable.Type {
            writer.write(rows: self, as: type, depth)
        } else {
            writer.write(list: self, depth)
        }
    }
}

extension Table: TreeContainer {
    func write(to writer: TreeWriter, depth: Int) { writer.write(rows: self, depth) }
}

extension Dictionary: TreeContainer {
    func write(to writer: TreeWriter, depth: Int) {
        writer.write(entries: map { (writer.keyText($0), $1) }, areDistinct: isKeyable(Key.self), depth)
    }
}

extension Set: TreeContainer {
    func write(to writer: TreeWriter, depth: Int) { writer.write(members: self, depth) }
}

/// A table, whose identities are distinct.
protocol DistinctRows {}
extension Table: DistinctRows {}

extension TreeWriter {
    /// Whether the elements of a list are known by their identities: where those are distinct, and have texts that tell
    /// them apart. O(1) for a table, O(n) for others.
    func knowsRows<Rows: Collection>(of rows: Rows) -> Bool where Rows.Element: Identifiable {
        guard isKeyable(Rows.Element.ID.self), rules.change(of: Rows.Element.ID.self) == nil else { return false }
        if rows is any DistinctRows { return true }
        var seen = Set<Rows.Element.ID>(minimumCapacity: rows.count)
        return rows.allSatisfy { seen.insert($0.id).inserted }
    }

    fileprivate func write<Item: Identifiable>(rows: Any, as type: Item.Type, _ depth: Int) {
        if let rows = rows as? [Item] { write(rows: rows, depth) }
    }

    fileprivate func write<Rows: Collection>(rows: Rows, _ depth: Int) where Rows.Element: Identifiable {
        guard knowsRows(of: rows) else { return write(list: rows, depth) }
        text.append("{\"l\":[")
        for row in rows {
            // The row first: its hidden part may be its identity.
            let tree = tree(of: row, depth: depth + 1)
            text.separate()
            text.append("[")
            text.append(string: keyText(row.id))
            text.append(",")
            text.append(tree)
            text.append("]")
        }
        text.append("]}")
    }

    func write(list: some Sequence, _ depth: Int) {
        text.append("[")
        for element in list {
            text.separate()
            write(element, depth + 1)
        }
        text.append("]")
    }

    /// Writes the entries of a dictionary, or the members of a family, by their keys.
    func write(entries: [(key: String, value: some Any)], areDistinct: Bool = true, _ depth: Int) {
        let parts = entries.map { ($0.key, tree(of: $0.value, depth: depth + 1, calledBy: .key($0.key))) }
            .sorted { one, other in
                if one.0 != other.0 { return one.0.utf8.lexicographicallyPrecedes(other.0.utf8) }
                return one.1.lexicographicallyPrecedes(other.1)
            }
        text.append("{\"d\":[")
        var last: String?, repetitions = 0
        for (key, tree) in parts {
            repetitions = !areDistinct && key == last ? repetitions + 1 : 0
            last = key
            text.separate()
            text.append("[")
            text.append(string: repetitions > 0 ? "\(key) (\(repetitions + 1))" : key)
            text.append(",")
            text.append(tree)
            text.append("]")
        }
        text.append("]}")
    }

    fileprivate func write(members: some Sequence, _ depth: Int) {
        text.append("{\"s\":[")
        let trees = members.map { tree(of: $0, depth: depth + 1) }
        for tree in trees.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            text.separate()
            text.append(tree)
        }
        text.append("]}")
    }
}
