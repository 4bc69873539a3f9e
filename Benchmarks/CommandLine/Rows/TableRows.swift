import Millrace

/// The difference of two tables, beside one that is written by hand and only counts what has changed.
enum TableRows {
    static var all: [Benchmark] {
        [
            difference("a row's text changed, of") { $0[$0.count / 2].title = "changed" },
            difference("every tenth row hidden, of") { rows in
                rows = rows.enumerated().filter { $0.offset % 10 != 5 }.map(\.element)
            },
            difference("every tenth row moved, of") { rows in
                for index in stride(from: 5, to: rows.count, by: 10) {
                    rows.swapAt(index, (index * 7 + 3) % rows.count)
                }
            },
        ]
    }

    private static func difference(_ name: String, _ change: @escaping (inout [ListRow]) -> Void) -> Benchmark {
        let aims: [Aim] = [.ratio(1.3, at: 1_000), .growth(1.5, at: 10_000)]
        return Benchmark(name, sizes: [100, 1_000, 10_000], aims: aims) { size in
            let sum = Sum()
            let rows = (0..<size).map { ListRow("annotation \($0)", "Annotation \($0)", detail: "page \($0 % 12)") }
            let changed = modified(rows, change)
            let (old, new) = (ListModel(rows: rows), ListModel(rows: changed))
            return Scene(
                events: size,
                raw: { for _ in 0..<$0 { sum.add(Counted(from: rows, to: changed).all) } },
                ours: { for _ in 0..<$0 { sum.add(new.changes(from: old).modifications.count) } }
            )
        }
    }

    private static func modified(_ rows: [ListRow], _ change: (inout [ListRow]) -> Void) -> [ListRow] {
        var rows = rows
        change(&rows)
        return rows
    }
}

/// How many rows went, came, moved and changed: what is the same at both ends is left out, the others are looked up by
/// their identities, and those that stay are the longest run in which none overtakes another.
private struct Counted {
    private var deletions = 0
    private var insertions = 0
    private var moves = 0
    private var updates = 0

    var all: Int { deletions &+ insertions &+ moves &+ updates }

    init(from old: [ListRow], to new: [ListRow]) {
        // By buffers: a row that is taken out of an array is copied, with all its references.
        old.withUnsafeBufferPointer { old in new.withUnsafeBufferPointer { new in compare(old, new) } }
    }

    private mutating func compare(_ old: UnsafeBufferPointer<ListRow>, _ new: UnsafeBufferPointer<ListRow>) {
        var start = 0
        while start < old.count, start < new.count {
            if old[start] != new[start] {
                guard old[start].id == new[start].id else { break }
                updates += 1
            }
            start += 1
        }
        var (oldEnd, newEnd) = (old.count, new.count)
        while oldEnd > start, newEnd > start {
            if old[oldEnd - 1] != new[newEnd - 1] {
                guard old[oldEnd - 1].id == new[newEnd - 1].id else { break }
                updates += 1
            }
            oldEnd -= 1
            newEnd -= 1
        }
        var indices: [String: Int] = [:]
        indices.reserveCapacity(oldEnd - start)
        for index in start..<oldEnd { indices[old[index].id] = index }
        var found = 0
        var piles: [Int] = []
        for newIndex in start..<newEnd {
            guard let index = indices[new[newIndex].id] else {
                insertions += 1
                continue
            }
            found += 1
            if old[index] != new[newIndex] { updates += 1 }
            place(index, in: &piles)
        }
        deletions = oldEnd - start - found
        moves = found - piles.count
    }

    /// The top of each pile, ascending; there are as many piles as the longest run has elements.
    private func place(_ index: Int, in piles: inout [Int]) {
        if let top = piles.last, top > index {
            var (low, high) = (0, piles.count - 1)
            while low < high {
                let middle = (low + high) / 2
                if piles[middle] < index { low = middle + 1 } else { high = middle }
            }
            piles[low] = index
        } else {
            piles.append(index)
        }
    }
}
