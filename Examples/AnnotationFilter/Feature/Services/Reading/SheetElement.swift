/// An element of the file, as far as a sheet cares.
struct SheetElement: Sendable {
    /// What an element is to the sheet.
    enum Role: Sendable {
        /// A row, on this page.
        case row(page: Int)
        /// A state of the annotation that it replies to.
        case state(ReviewState)
        /// Nothing: it lacks what a row needs, or is no mark-up.
        case unusable
    }

    let name: String?
    /// The name of the element that it replies to.
    let parentName: String?
    /// What it is to that element, if it is a row.
    let relation: Annotation.Answer.Relation
    let line: Int
    /// Where it is on its page, as written.
    let rect: String?
    let role: Role

    /// The page of a row, counted from 0; nil for what is no row.
    var page: Int? { if case .row(let page) = role { page } else { nil } }
    var state: ReviewState? { if case .state(let state) = role { state } else { nil } }
}

extension [SheetElement] {
    /// For each element the row that it replies to, by its place here, whatever states stand in between. Where a name
    /// repeats, its first bearer is meant.
    var parents: [Int?] {
        let places = Dictionary(zip(map(\.name), indices)) { first, _ in first }
        let above = map { $0.parentName.flatMap { places[$0] } }
        let rows = rowOfElement(above)
        return above.map { $0.flatMap { rows[$0] } }
    }

    /// For each element, the row that it belongs to when it is answered: its own, or, for a state, the row that the
    /// state speaks of. Tools write the states of one reviewer as a chain in which each replies to the one before.
    private func rowOfElement(_ above: [Int?]) -> [Int?] {
        var rows = indices.map { self[$0].page == nil ? nil : $0 }
        var isSettled = map { $0.state == nil }
        for place in indices where !isSettled[place] {
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

    /// The names of the rows: the first row of a name keeps it, and every further one, like every row without a name,
    /// is given one that follows from its place among the rows, so that the same file gives the same names. Nil for what
    /// is no row.
    var rowNames: [String?] {
        var (count, used, repeats) = (0, Set<String>(minimumCapacity: count), [String: Int]())
        // What no other row may be called. Mostly each has a name of its own, and nobody asks.
        lazy var reserved = Set(lazy.compactMap { $0.page == nil ? nil : $0.name ?? "" })
        return map { element in
            if element.page == nil { return nil }
            count += 1
            let name = element.name ?? ""
            guard name.isEmpty || !used.insert(name).inserted else { return name }
            let stem = name.isEmpty ? "unnamed" : name
            var number = Swift.max(name.isEmpty ? count : 2, repeats[stem] ?? 0)
            while reserved.contains("\(stem)-\(number)") || !used.insert("\(stem)-\(number)").inserted { number += 1 }
            repeats[stem] = number + 1
            return "\(stem)-\(number)"
        }
    }
}
