/// Who answers whom, as the elements' names say it. Where a name repeats, its first bearer is meant.
struct ReplyLinks {
    /// The name of each element, in the order of the file.
    private(set) var names: [String?] = []
    /// The name of the element that each replies to.
    private(set) var parentNames: [String?] = []
    /// The line of each element.
    private(set) var lines: [Int] = []
    /// The element of each row.
    private(set) var elementOfRow: [Int] = []
    /// What each row is to the one that it replies to.
    private(set) var relations: [Annotation.Answer.Relation] = []
    private var isState: [Bool] = []

    var count: Int { names.count }

    mutating func append(_ element: XFDFElement, isRow: Bool, isState: Bool) {
        if isRow {
            elementOfRow.append(count)
            relations.append((element["replyType"] ?? "").caseInsensitiveEquals("group") ? .groupMember : .reply)
        }
        names.append(element["name"])
        parentNames.append(element["inreplyto"])
        lines.append(element.line)
        self.isState.append(isState)
    }

    func line(ofRow row: Int) -> Int { lines[elementOfRow[row]] }
    func parentName(ofRow row: Int) -> String? { parentNames[elementOfRow[row]] }

    /// For each element, the row that it replies to, whatever states stand in between.
    var parents: [Int?] {
        var places: [String: Int] = [:]
        for (place, name) in names.enumerated() {
            if let name, places[name] == nil { places[name] = place }
        }
        let above = parentNames.map { $0.flatMap { places[$0] } }
        let rows = rowOfElement(above)
        return above.map { $0.flatMap { rows[$0] } }
    }

    /// The rows that reply to something that is not there.
    func rowsWithoutParent(_ parents: [Int?]) -> [Int] {
        elementOfRow.indices.filter { parentName(ofRow: $0) != nil && parents[elementOfRow[$0]] == nil }
    }

    /// For each element, the row that it belongs to when it is answered: its own, or, for a state, the row that the
    /// state speaks of. Tools write the states of one reviewer as a chain in which each replies to the one before.
    private func rowOfElement(_ above: [Int?]) -> [Int?] {
        var rows = [Int?](repeating: nil, count: count)
        for (row, element) in elementOfRow.enumerated() { rows[element] = row }
        var isSettled = isState.map { !$0 }
        for place in names.indices where !isSettled[place] {
            var chain: [Int] = []
            var current: Int? = place
            while let state = current, !isSettled[state] {
                isSettled[state] = true
                chain.append(state)
                current = above[state]
            }
            let row = current.flatMap { rows[$0] }
            for state in chain { rows[state] = row }
        }
        return rows
    }
}
