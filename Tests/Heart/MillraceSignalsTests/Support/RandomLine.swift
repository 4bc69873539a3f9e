import MillraceSpecs

/// What happens in each column of a line of marbles, and what naive models of the timed operators make of it.
struct RandomLine {
    /// The values of each column.
    private var columns: [[Character]]

    /// The column in which the end comes.
    private var end: Int?

    /// The values with their columns.
    private var values: [(column: Int, name: Character)] {
        columns.indices.flatMap { column in columns[column].map { (column, $0) } }
    }

    /// Makes a line of some values, close together or far from each other, that ends or does not.
    init(using random: inout SeededGenerator) {
        let (length, density) = (Int.random(in: 0...20, using: &random), Int.random(in: 1...4, using: &random))
        var names = "abcdefghijklmnopqrstuvwxyz"[...]
        columns = []
        for _ in 0..<length {
            let isQuiet = Int.random(in: 0...4, using: &random) > density
            let count = isQuiet ? 0 : Int.random(in: 1...5, using: &random) == 1 ? 2 : 1
            columns.append(Array(names.prefix(count)))
            names = names.dropFirst(count)
        }
        end = Bool.random(using: &random) ? length : nil
    }

    /// A line with some room after the last thing that happens.
    private init(_ events: [(column: Int, name: Character)], end: Int?) {
        let length = max(events.last?.column ?? 0, end ?? 0)
        columns = Array(repeating: [], count: length + 1)
        for (column, name) in events { columns[column].append(name) }
        self.end = end
    }

    /// The line, which ends where the signal does or else goes on for some columns.
    var text: String {
        let length = end ?? columns.count + 6
        let drawn = (0...length).map { column in
            let marks =
                (column < columns.count ? columns[column].map { String($0) } : []) + (column == end ? ["|"] : [])
            return marks.count > 1 ? "(\(marks.joined()))" : marks.first ?? "-"
        }
        return drawn.joined()
    }

    /// Each value when the time is over, unless another, or the end, comes first.
    func debounced(_ interval: Int) -> RandomLine {
        var result: [(column: Int, name: Character)] = []
        for (index, value) in values.enumerated() {
            let next = index + 1 < values.count ? values[index + 1].column : .max
            let due = value.column + interval
            if next > due || next == .max { result.append((min(due, end ?? .max), value.name)) }
        }
        return RandomLine(result, end: end)
    }

    /// Column by column: what is held back is looked at when all values of its column are there.
    func throttled(_ interval: Int, latest: Bool) -> RandomLine {
        var (result, held, open): ([(column: Int, name: Character)], Character?, Int) = ([], nil, 0)
        for column in 0...(columns.count + interval) {
            for name in column < columns.count ? columns[column] : [] {
                if column >= open {
                    result.append((column, name))
                    open = column + interval
                    held = nil
                } else if latest {
                    held = name
                }
            }
            if let name = held, column == open {
                result.append((column, name))
                open = column + interval
                held = nil
            }
        }
        return RandomLine(result, end: end.map { max($0, result.last?.column ?? 0) })
    }

    /// All of it later.
    func delayed(_ interval: Int) -> RandomLine {
        RandomLine(values.map { ($0.column + interval, $0.name) }, end: end.map { $0 + interval })
    }

    /// As far as no pause is too long.
    func timedOut(_ interval: Int) -> RandomLine {
        var (result, last): ([(column: Int, name: Character)], Int) = ([], 0)
        for value in values {
            if value.column > last + interval { break }
            result.append(value)
            last = value.column
        }
        return RandomLine(result, end: min(end ?? .max, last + interval))
    }
}
