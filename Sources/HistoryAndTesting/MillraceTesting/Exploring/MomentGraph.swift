import MillraceBase

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
        var surprises: UInt8
        var flags: Flags
        /// Which of the conditions hold that must come true in the end.
        var fulfilled: UInt8
        var edges: Int32
    }

    struct Flags: OptionSet {
        let rawValue: UInt8

        /// Whether it is in the midst of a step.
        static let isInStep = Flags(rawValue: 1)
        /// Whether the first choice is the one with which all goes well.
        static let hasGoodChoice = Flags(rawValue: 2)
        /// Whether the app is at rest.
        static let isAtRest = Flags(rawValue: 4)
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

    /// How many choices on the way to a moment are not the usual one: an answer in its turn, or time.
    func surprises(before moment: Int) -> Int { Int(moments[moment].surprises) }
    func choices(at moment: Int) -> Int { Int(moments[moment].count) }
    func flags(of moment: Int) -> Flags { moments[moment].flags }

    /// Whether a condition holds at a moment that must come true in the end.
    func fulfils(_ condition: Int, at moment: Int) -> Bool { moments[moment].fulfilled & 1 << condition != 0 }

    /// Adds a moment that a choice at another leads to.
    mutating func add(_ crossing: Crossing, from parent: Int?, by choice: Int) -> Int {
        let (number, digest, choices) = (moments.count, crossing.digest ?? 0, crossing.count)
        moments.append(
            Moment(
                digest: digest,
                parent: Int32(parent ?? -1),
                choice: UInt16(choice),
                count: UInt16(min(choices, Int(UInt16.max))),
                depth: parent.map { min(moments[$0].depth, .max - 1) + 1 } ?? 0,
                surprises: parent.map { min(moments[$0].surprises, .max - 1) + (isUsual(choice, at: $0) ? 0 : 1) } ?? 0,
                flags: crossing.flags,
                fulfilled: crossing.fulfilled,
                edges: Int32(targets.count)
            )
        )
        targets.append(contentsOf: repeatElement(Self.untried, count: choices))
        if crossing.digest != nil { numbers[digest] = Int32(number) }
        if let parent { targets[Int(moments[parent].edges) + choice] = Int32(number) }
        return number
    }

    private func isUsual(_ choice: Int, at moment: Int) -> Bool {
        choice == 0 && moments[moment].flags.contains(.hasGoodChoice)
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

/// The moments at which something was not tried, those first on whose way there are the fewest surprises.
struct Frontier {
    private var levels: [Queue<Int32>] = []

    /// All before this are empty.
    private(set) var level = 0
    private(set) var count = 0

    /// - Parameter level: The number of surprises that there are when something is tried there.
    mutating func add(_ moment: Int, level: Int) {
        while levels.count <= level { levels.append(Queue()) }
        levels[level].append(Int32(moment))
        self.level = min(self.level, level)
        count += 1
    }

    /// Removes and returns one of those with the fewest surprises, those first that were found first.
    mutating func popFirst() -> (moment: Int, level: Int)? {
        while level < levels.count {
            if let moment = levels[level].popFirst() {
                count -= 1
                return (Int(moment), level)
            }
            level += 1
        }
        return nil
    }

    /// Removes and returns any, as likely one with many surprises as one with few.
    mutating func popAny(_ random: inout some RandomNumberGenerator) -> (moment: Int, level: Int)? {
        let filled = levels.indices.filter { !levels[$0].isEmpty }
        guard let level = filled.randomElement(using: &random) else { return nil }
        // One after another goes to the end.
        for _ in 0..<Int.random(in: 0..<levels[level].count, using: &random) % 64 {
            if let moment = levels[level].popFirst() { levels[level].append(moment) }
        }
        count -= 1
        return levels[level].popFirst().map { (Int($0), level) }
    }
}
