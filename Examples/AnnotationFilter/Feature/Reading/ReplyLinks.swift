/// Who answers whom, as the elements' names say it. Where a name repeats, its first bearer is meant.
struct ReplyLinks {
    /// The element of each row, in the order of the file.
    let elementOfRow: [Int]
    /// For each element, the row that it belongs to when it is answered: its own, or, for a state, the row that the
    /// state speaks of. Tools write the states of one reviewer as a chain in which each replies to the one before.
    private let rowOfElement: [Int?]
    /// The element that each element replies to.
    private let parent: [Int?]

    init(_ elements: [XFDFElement], _ roles: [ElementRole]) {
        var places: [String: Int] = [:]
        for (place, element) in elements.enumerated() {
            if let name = element["name"], places[name] == nil { places[name] = place }
        }
        parent = elements.map { element in element["inreplyto"].flatMap { places[$0] } }
        elementOfRow = roles.indices.filter { roles[$0].page != nil }
        rowOfElement = Self.rows(elementOfRow, roles, parent)
    }

    /// The row that an element replies to, whatever states stand in between.
    func row(above element: Int) -> Int? {
        parent[element].flatMap { rowOfElement[$0] }
    }

    private static func rows(_ elementOfRow: [Int], _ roles: [ElementRole], _ parent: [Int?]) -> [Int?] {
        var rows = [Int?](repeating: nil, count: roles.count)
        for (row, element) in elementOfRow.enumerated() { rows[element] = row }
        var isSettled = roles.map { !$0.isState }
        for place in roles.indices where !isSettled[place] {
            var chain: [Int] = []
            var current: Int? = place
            while let state = current, !isSettled[state] {
                isSettled[state] = true
                chain.append(state)
                current = parent[state]
            }
            let row = current.flatMap { rows[$0] }
            for state in chain { rows[state] = row }
        }
        return rows
    }
}
