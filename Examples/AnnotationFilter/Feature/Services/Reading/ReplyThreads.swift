/// Rows that answer each other, as trees. Nothing here recurses: a thread may be as deep as the file is long.
struct ReplyThreads {
    /// The row that each row answers.
    private var parents: [Int?]

    init(parents: [Int?]) {
        self.parents = parents
    }

    /// Makes the first row of every cycle the start of a thread, and returns these rows.
    mutating func cutCycles() -> [Int] {
        /// The start of the walk that came to each row first.
        var walks = [Int?](repeating: nil, count: parents.count)
        var cut: [Int] = []
        for start in parents.indices {
            var next: Int? = start
            while let row = next, walks[row] == nil {
                walks[row] = start
                next = parents[row]
            }
            // Where a walk meets itself there is a cycle.
            guard let met = next, walks[met] == start else { continue }
            var first = met
            next = parents[met]
            while let row = next, row != met {
                first = min(first, row)
                next = parents[row]
            }
            parents[first] = nil
            cut.append(first)
        }
        return cut
    }

    /// The rows, given in the order of the file, in the order of the sheet: threads by the page on which they begin,
    /// each answer below what it answers. There are no cycles left. Where there is no row, nothing is answered.
    func ordered(_ rows: [SheetThread.Row?], relations: [Annotation.Answer.Relation]) -> [SheetThread.Row] {
        var children = [[Int]](repeating: [], count: parents.count)
        var starts: [(page: Int, row: Int)] = []
        for row in rows.indices {
            guard let page = rows[row]?.annotation.page else { continue }
            if let parent = parents[row] { children[parent].append(row) } else { starts.append((page, row)) }
        }
        var stack = starts.sorted(by: >).map(\.row)
        var result: [SheetThread.Row] = []
        result.reserveCapacity(rows.count)
        /// Of each row the position in its thread.
        var position = [Int](repeating: 0, count: parents.count)
        var start = 0
        while let row = stack.popLast() {
            guard var next = rows[row] else { continue }
            if let parent = parents[row] {
                let parent = position[parent]
                let depth = (result[start + parent].annotation.answer?.depth ?? 0) + 1
                let answer = Annotation.Answer(parent: parent, depth: depth, relation: relations[row])
                next = next.keepingText { $0.answer = answer }
            } else {
                start = result.count
            }
            position[row] = result.count - start
            result.append(next)
            stack += children[row].reversed()
        }
        return result
    }
}
