/// Rows that answer each other, as trees. Nothing here recurses: a thread may be as deep as the file is long.
struct ReplyThreads {
    /// The row that each row answers.
    private var parents: [Int?]

    init(parents: [Int?]) {
        self.parents = parents
    }

    /// Makes the first row of every cycle the start of a thread, and returns these rows.
    mutating func cutCycles() -> [Int] {
        var isSettled = [Bool](repeating: false, count: parents.count)
        var walk = [Int](repeating: -1, count: parents.count)
        var cut: [Int] = []
        for start in parents.indices {
            var current = start
            while !isSettled[current], walk[current] != start, let parent = parents[current] {
                walk[current] = start
                current = parent
            }
            if !isSettled[current], walk[current] == start {
                let first = firstRow(ofCycleThrough: current)
                parents[first] = nil
                cut.append(first)
            }
            settle(from: start, &isSettled)
        }
        return cut
    }

    private func firstRow(ofCycleThrough row: Int) -> Int {
        var first = row
        var current = parents[row]
        while let next = current, next != row {
            first = min(first, next)
            current = parents[next]
        }
        return first
    }

    private func settle(from start: Int, _ isSettled: inout [Bool]) {
        var current: Int? = start
        while let row = current, !isSettled[row] {
            isSettled[row] = true
            current = parents[row]
        }
    }

    /// The annotations, given in the order of the file, in the order of the sheet: threads by the page on which they
    /// begin, each answer below what it answers. There are no cycles left.
    func ordered(_ annotations: [Annotation], relations: [Annotation.Answer.Relation]) -> [Annotation] {
        var children = [[Int]](repeating: [], count: parents.count)
        for (row, parent) in parents.enumerated() {
            if let parent { children[parent].append(row) }
        }
        let starts = parents.indices.filter { parents[$0] == nil }
        var stack = starts.sorted { (annotations[$0].page, $0) > (annotations[$1].page, $1) }

        var result: [Annotation] = []
        result.reserveCapacity(annotations.count)
        var position = [Int](repeating: 0, count: parents.count)
        while let row = stack.popLast() {
            var annotation = annotations[row]
            if let parent = parents[row] {
                let parent = position[parent]
                let depth = (result[parent].answer?.depth ?? 0) + 1
                annotation.answer = Annotation.Answer(parent: parent, depth: depth, relation: relations[row])
            }
            position[row] = result.count
            result.append(annotation)
            stack += children[row].reversed()
        }
        return result
    }
}
