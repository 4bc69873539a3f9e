/// The moments that have been found, and which choices lead from one to another.
///
/// A moment is a number. One in the midst of a step, where a choice is made without a rest, has no digest, and is never
/// taken for another. Memory: some 30 bytes a moment, and 4 for each choice.
struct MomentGraph {
    private struct Moment {
        var digest: UInt64
        var parent: Int32
        /// The choice at the parent that leads here.
        var choice: UInt16
        var count: UInt16
        var depth: UInt16
        var flags: Flags
        var edges: Int32
    }

    struct Flags: OptionSet {
        let rawValue: UInt8

        /// Whether it is in the midst of a step.
        static let isInStep = Flags(rawValue: 1)
        /// Whether all conditions hold that must come true in the end.
        static let isSatisfied = Flags(rawValue: 2)
        /// Whether the first choice is the one with which all goes well.
        static let hasGoodChoice = Flags(rawValue: 4)
        /// Whether the app is at rest.
        static let isAtRest = Flags(rawValue: 8)
    }

    private var moments: [Moment] = []
    private var numbers: [UInt64: Int32] = [:]

    /// Where each choice leads: a moment, or ``untried``, or ``underWay``.
    private var targets: [Int32] = []

    private static let untried: Int32 = -1
    private static let underWay: Int32 = -2

    var count: Int { moments.count }

    func number(of digest: UInt64) -> Int? { numbers[digest].map { Int($0) } }
    func digest(of moment: Int) -> UInt64 { moments[moment].digest }
    func depth(of moment: Int) -> Int { Int(moments[moment].depth) }
    func choices(at moment: Int) -> Int { Int(moments[moment].count) }
    func flags(of moment: Int) -> Flags { moments[moment].flags }

    /// Adds a moment that a choice at another leads to.
    mutating func add(digest: UInt64, choices: Int, flags: Flags, from parent: Int?, by choice: Int) -> Int {
        let number = moments.count
        moments.append(
            Moment(
                digest: digest,
                parent: Int32(parent ?? -1),
                choice: UInt16(choice),
                count: UInt16(min(choices, Int(UInt16.max))),
                depth: parent.map { min(moments[$0].depth, .max - 1) + 1 } ?? 0,
                flags: flags,
                edges: Int32(targets.count)
            )
        )
        targets.append(contentsOf: repeatElement(Self.untried, count: choices))
        if !flags.contains(.isInStep) { numbers[digest] = Int32(number) }
        if let parent { targets[Int(moments[parent].edges) + choice] = Int32(number) }
        return number
    }

    /// Notes that a choice leads to a moment that is known.
    mutating func note(_ target: Int, from parent: Int, by choice: Int) {
        targets[Int(moments[parent].edges) + choice] = Int32(target)
    }

    /// Where a choice leads; nil if that is not known.
    func target(of choice: Int, at moment: Int) -> Int? {
        guard choice < choices(at: moment) else { return nil }
        let target = targets[Int(moments[moment].edges) + choice]
        return target < 0 ? nil : Int(target)
    }

    /// The choices at a moment that were not tried.
    func untried(at moment: Int) -> [Int] {
        let edges = Int(moments[moment].edges)
        return (0..<choices(at: moment)).filter { targets[edges + $0] == Self.untried }
    }

    /// The first choice at a moment that was not tried.
    func firstUntried(at moment: Int) -> Int? {
        let edges = Int(moments[moment].edges)
        return targets[edges..<edges + choices(at: moment)].firstIndex(of: Self.untried).map { $0 - edges }
    }

    /// Notes that a choice is being tried.
    mutating func begin(_ choice: Int, at moment: Int) {
        let place = Int(moments[moment].edges) + choice
        if targets[place] == Self.untried { targets[place] = Self.underWay }
    }

    /// The way by which a moment was found: the moments from the beginning, and the choice at each that leads on.
    func path(to moment: Int) -> [(moment: Int, choice: Int)] {
        var steps: [(moment: Int, choice: Int)] = []
        var place = moment
        while moments[place].parent >= 0 {
            let parent = Int(moments[place].parent)
            steps.append((parent, Int(moments[place].choice)))
            place = parent
        }
        return steps.reversed()
    }
}

/// The moments at which something was not tried, those first that the fewest steps lead to.
struct Frontier {
    private var levels: [[Int32]] = []
    private var level = 0
    private(set) var count = 0

    mutating func add(_ moment: Int, depth: Int) {
        while levels.count <= depth { levels.append([]) }
        levels[depth].append(Int32(moment))
        level = min(level, depth)
        count += 1
    }

    /// Removes and returns one of those that the fewest steps lead to.
    mutating func popFirst() -> (moment: Int, depth: Int)? {
        while level < levels.count {
            if let moment = levels[level].popLast() {
                count -= 1
                return (Int(moment), level)
            }
            level += 1
        }
        return nil
    }

    /// Removes and returns any, as likely far from the beginning as near to it.
    mutating func popAny(_ random: inout some RandomNumberGenerator) -> (moment: Int, depth: Int)? {
        let filled = levels.indices.filter { !levels[$0].isEmpty }
        guard let depth = filled.randomElement(using: &random) else { return nil }
        let place = Int.random(in: levels[depth].indices, using: &random)
        levels[depth].swapAt(place, levels[depth].count - 1)
        count -= 1
        return levels[depth].popLast().map { (Int($0), depth) }
    }
}
