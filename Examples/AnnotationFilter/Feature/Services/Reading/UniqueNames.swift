/// Names for the rows of a sheet, each its own: the first row of a name keeps it, and every further one, like every
/// row without a name, is given one that follows from its place, so that the same file gives the same names.
struct UniqueNames {
    private let wanted: [String?]
    private var row = 0
    private var repeats: [String: Int] = [:]
    private var used: Set<String> = []
    private let reserved: Set<String>

    init(_ wanted: [String?]) {
        self.wanted = wanted
        reserved = Set(wanted.compactMap(\.self))
    }

    /// The name of the next row.
    mutating func next() -> String {
        defer { row += 1 }
        guard let name = wanted[row] else { return free("unnamed", from: row + 1) }
        if used.insert(name).inserted { return name }
        return free(name, from: 2)
    }

    /// `name` with the first number, from `start` on, that makes it a name of its own.
    private mutating func free(_ name: String, from start: Int) -> String {
        var number = max(start, repeats[name] ?? start)
        while reserved.contains("\(name)-\(number)") || !used.insert("\(name)-\(number)").inserted { number += 1 }
        repeats[name] = number + 1
        return "\(name)-\(number)"
    }
}
