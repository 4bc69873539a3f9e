import Foundation
import MillraceBase
import MillraceHistory
import MillraceSignals

/// Tries the orders in which things may happen to an app.
///
/// It runs the app from the beginning along a way that is known, to a moment at which something was not tried, tries
/// that, and goes on from there as long as it comes to new moments; those first that the fewest steps lead to. Each run
/// compares the moments on its way with the digests that they had before.
final class Explorer {
    let body: (World) throws -> Void
    let setting: ExploreSetting
    private var graph = MomentGraph()
    private var frontier = Frontier()
    private var random: SplitMix64
    private(set) var result = Exploration()
    private let start = ContinuousClock.now
    private var lastProgress = ContinuousClock.now

    /// How many steps a run goes on through new moments.
    private static let stride = 64

    /// One in so many moments that are taken for equal is followed nonetheless.
    private static let share: UInt64 = 16

    private var hasRested = false

    /// The conditions that were handed in, by the first run.
    private var conditions: [Condition] = []

    init(_ setting: ExploreSetting, _ body: @escaping (World) throws -> Void) {
        (self.setting, self.body) = (setting, body)
        random = SplitMix64(seed: setting.seed)
        result.seed = setting.seed
    }

    /// Tries the orders. Returns the first failure, with its shortest story.
    func explore() throws -> Story? {
        defer {
            result.moments = graph.count
            result.untried = frontier.count
            result.duration = start.duration(to: .now)
        }
        do {
            try run(along: [], prefersRandom: false)
            while let (way, isRandom) = next() { try run(along: way, prefersRandom: isRandom) }
            result.isComplete = frontier.count == 0
            if let story = try checkTheEnd() { return story }
            if result.isComplete, !hasRested, let condition = conditions.first(where: { $0.time == .atRest }) {
                return Story(
                    [],
                    Finding(
                        kind: .condition(condition.name, .atRest),
                        place: condition.place,
                        message: """
                            it was never tried, since the app is never at rest: something is always due. \
                            To fix: say it with inTheEnd(_:within:_:), or leave out what repeats.
                            """
                    )
                )
            }
            return nil
        } catch let failure as Failure {
            return try tell(failure)
        }
    }

    /// A finding, and the choices that led to it.
    struct Failure: Error {
        let finding: Finding
        let choices: [Int]
    }

    // MARK: Searching

    /// The next way to try, as long as there is one and the limits allow it.
    private func next() -> (way: [(moment: Int, choice: Int)], isRandom: Bool)? {
        tellProgress()
        if result.steps >= setting.steps || start.duration(to: .now) >= setting.time { return nil }
        let isRandom = result.steps >= setting.steps / 3 * 2
        while let (moment, depth) = isRandom ? frontier.popAny(&random) : frontier.popFirst() {
            let choices = graph.untried(at: moment)
            guard let choice = isRandom ? choices.randomElement(using: &random) : choices.first else { continue }
            if choices.count > 1 { frontier.add(moment, depth: depth) }
            return (graph.path(to: moment) + [(moment, choice)], isRandom)
        }
        return nil
    }

    /// Runs the app along a way, and on through new moments.
    private func run(along way: [(moment: Int, choice: Int)], prefersRandom: Bool) throws {
        result.runs += 1
        var (position, strides) = (0, 0)
        var last = way.first
        var choices: [Int] = []
        var merged: Int?
        let run = Run(body, setting) { [self] crossing, run in
            if crossing.digest != nil { result.steps += 1 }
            if crossing.flags.contains(.isAtRest) { hasRested = true }
            func take(_ choice: Int, at moment: Int) -> Int {
                last = (moment, choice)
                choices.append(choice)
                graph.begin(choice, at: moment)
                return choice
            }
            if position < way.count {
                let (moment, choice) = way[position]
                position += 1
                if crossing.digest ?? 0 != graph.digest(of: moment) || crossing.count != graph.choices(at: moment) {
                    throw Finding(kind: .accidental, place: nil, message: "")
                }
                return take(choice, at: moment)
            }
            if conditions.isEmpty { conditions = run.world.conditions }
            if let digest = crossing.digest, let known = graph.number(of: digest) {
                if let last { graph.note(known, from: last.moment, by: last.choice) }
                merged = known
                return nil
            }
            let moment = graph.add(
                digest: crossing.digest ?? 0,
                choices: crossing.count,
                flags: crossing.flags,
                from: last?.moment,
                by: last?.choice ?? 0
            )
            let depth = graph.depth(of: moment)
            result.depth = max(result.depth, depth)
            strides += 1
            if crossing.count == 0 { return nil }
            if strides > Self.stride {
                frontier.add(moment, depth: depth)
                return nil
            }
            if crossing.count > 1 { frontier.add(moment, depth: depth) }
            return take(prefersRandom ? Int.random(in: 0..<crossing.count, using: &random) : 0, at: moment)
        }
        do {
            try run.run()
        } catch let finding as Finding {
            throw Failure(finding: finding, choices: choices)
        }
        if let merged, random.next() % Self.share == 0 { try compare(choices, with: merged) }
    }

    private func tellProgress() {
        let now = ContinuousClock.now
        guard lastProgress.duration(to: now) >= .seconds(2) else { return }
        lastProgress = now
        result.moments = graph.count
        let counts = "\(grouped(graph.count)) moments, \(grouped(result.runs)) runs, \(grouped(result.steps)) steps"
        writeToStandardError("explore (\(setting.place.file):\(setting.place.line)): \(counts) so far")
    }

    // MARK: In the end

    /// Follows, from each moment, the choices with which all goes well. Returns the story of one from which what must
    /// come true does not.
    private func checkTheEnd() throws -> Story? {
        let limits = conditions.compactMap { condition in
            if case .inTheEnd(let limit) = condition.time { limit } else { nil }
        }
        guard let limit = limits.max() else { return nil }
        // The number of steps until all is true; nil where it is not known yet.
        var distances: [Int?] = Array(repeating: nil, count: graph.count)
        let (never, unknown) = (Int.max, Int.max - 1)
        var worst: (moment: Int, depth: Int)?
        for first in 0..<graph.count where distances[first] == nil {
            var (chain, place, distance) = ([Int](), first, 0)
            var isOnChain: Set<Int> = []
            while true {
                if let known = distances[place] {
                    distance = known
                    break
                }
                if graph.flags(of: place).contains(.isSatisfied) {
                    distances[place] = 0
                    distance = 0
                    break
                }
                if !isOnChain.insert(place).inserted || !graph.flags(of: place).contains(.hasGoodChoice) {
                    distance = never
                    if !isOnChain.contains(place) || !chain.contains(place) { chain.append(place) }
                    break
                }
                chain.append(place)
                guard let next = graph.target(of: 0, at: place) else {
                    distance = unknown
                    break
                }
                place = next
            }
            for moment in chain.reversed() {
                if distance < unknown, !graph.flags(of: moment).contains(.isInStep) { distance += 1 }
                distances[moment] = distance
            }
        }
        for (moment, distance) in distances.enumerated() {
            guard let distance, distance > limit, distance != unknown, !graph.flags(of: moment).contains(.isInStep) else {
                continue
            }
            let depth = graph.depth(of: moment)
            if worst.map({ depth < $0.depth }) ?? true { worst = (moment, depth) }
        }
        guard let worst else { return nil }
        let names = try names(of: graph.path(to: worst.moment).map(\.choice))
        return try shortestInTheEnd(names, limit)
    }

    /// Returns what must come true and does not, after a story and then all going well.
    private func problemInTheEnd(after names: [String], _ limit: Int) throws -> Followed? {
        let followed = try follow(names, isStrict: false, goingOn: limit)
        return followed.unsatisfied == nil || followed.finding != nil ? nil : followed
    }

    private func shortestInTheEnd(_ names: [String], _ limit: Int) throws -> Story? {
        guard var best = try problemInTheEnd(after: names, limit) else { return nil }
        var cut = names
        var index = cut.count - 1
        while index >= 0 {
            var shorter = cut
            shorter.remove(at: index)
            if let followed = try problemInTheEnd(after: shorter, limit) { (best, cut) = (followed, shorter) }
            index -= 1
        }
        return best.unsatisfied.map { Story(best.names, $0) }
    }

    // MARK: Following

    /// What has come of following a story.
    struct Followed {
        /// The names of the steps that were taken.
        var names: [String] = []
        var finding: Finding?

        /// What did not come true in the end.
        var unsatisfied: Finding?

        /// The step that was not possible, and what was.
        var missing: (name: String, possible: [String])?

        /// The digest of each moment.
        var digests: [UInt64] = []
    }

    /// Runs the app along the names of steps.
    ///
    /// - Parameters:
    ///   - isStrict: Whether to end at a step that is not possible. Otherwise it is left out.
    ///   - count: How many steps to go on, with all going well, until what must come true is true.
    ///   - atMoment: Called at each moment, with the name of the step that has led there.
    func follow(
        _ names: [String],
        isStrict: Bool,
        goingOn count: Int = 0,
        recording: ((Inspection) -> Void)? = nil,
        onStep: ((String) -> Void)? = nil,
        atMoment: ((Run) -> Void)? = nil
    ) throws -> Followed {
        var followed = Followed()
        var (position, extra) = (0, 0)
        result.runs += 1
        let run = Run(body, setting) { [self] crossing, run in
            if crossing.digest == nil {
                guard position < names.count, let choice = crossing.names().firstIndex(of: names[position]), choice > 0
                else { return 0 }
                position += 1
                return choice
            }
            result.steps += 1
            followed.digests.append(crossing.digest ?? 0)
            if crossing.flags.contains(.isAtRest) { hasRested = true }
            atMoment?(run)
            let possible = position < names.count ? crossing.names() : []
            while position < names.count {
                let name = names[position]
                if let choice = possible.firstIndex(of: name) {
                    position += 1
                    return choice
                }
                if isStrict {
                    followed.missing = (name, possible)
                    return nil
                }
                position += 1
            }
            if count == 0 || crossing.flags.contains(.isSatisfied) { return nil }
            if extra >= count || !crossing.flags.contains(.hasGoodChoice) {
                followed.unsatisfied = run.unsatisfied.first.map { condition, problem in
                    Finding(
                        kind: .condition(condition.name, condition.time),
                        place: condition.place,
                        message: "\(problem), \(extra) steps later, in which all went well"
                    )
                }
                return nil
            }
            extra += 1
            return 0
        }
        run.onStep = {
            followed.names.append($0)
            onStep?($0)
        }
        do {
            try run.run(recording: recording)
        } catch let finding as Finding {
            followed.finding = finding
        }
        return followed
    }

    /// Returns the names of choices, which are made from the beginning.
    private func names(of choices: [Int]) throws -> [String] {
        var position = 0
        var names: [String] = []
        result.runs += 1
        let run = Run(body, setting) { crossing, _ in
            guard position < choices.count, choices[position] < crossing.count else { return nil }
            defer { position += 1 }
            return choices[position]
        }
        run.onStep = { names.append($0) }
        do { try run.run() } catch is Finding {}
        return names
    }

    // MARK: Telling

    private func tell(_ failure: Failure) throws -> Story {
        if failure.finding.kind == .accidental { return try tellAccident(failure.choices) }
        let names = try names(of: failure.choices)
        let followed = try follow(names, isStrict: true)
        guard let finding = followed.finding, finding.kind == failure.finding.kind else {
            return try tellAccident(failure.choices, failure.finding)
        }
        return try shortest(names, finding)
    }

    /// Cuts down a story to the steps that are needed.
    private func shortest(_ names: [String], _ finding: Finding) throws -> Story {
        var best = Story(names, finding)
        /// Returns whether the failure is still there without some steps.
        func cut(_ range: Range<Int>) throws -> Bool {
            var shorter = best.names
            shorter.removeSubrange(range)
            let followed = try follow(shorter, isStrict: false)
            guard let found = followed.finding, found.kind == finding.kind, followed.names.count < best.names.count
            else { return false }
            best = Story(followed.names, found)
            return true
        }
        for length in [8, 4, 2, 1, 2, 1] {
            var end = best.names.count
            while end >= length, end > 0 {
                if try cut(end - length..<end) { end = min(end, best.names.count) } else { end -= 1 }
            }
        }
        return best
    }

    // MARK: What checks itself

    /// Goes on from two moments that are taken for equal, with the same steps.
    private func compare(_ choices: [Int], with known: Int) throws {
        let (one, other) = (try names(of: choices), try names(of: graph.path(to: known).map(\.choice)))
        if one == other { return }
        var steps: [String] = []
        var possible: [String] = []
        // The steps are drawn as they become possible.
        for _ in 0..<3 {
            possible = []
            let first = try follow(one + steps, isStrict: true, atMoment: { possible = $0.names() })
            if first.finding != nil || first.missing != nil { return }
            guard let step = possible.randomElement(using: &random) else { return }
            steps.append(step)
        }
        let (first, second) = (
            try follow(one + steps, isStrict: true), try follow(other + steps, isStrict: true)
        )
        if first.finding != nil || second.finding != nil { return }
        let ends = (first.digests.suffix(steps.count + 1), second.digests.suffix(steps.count + 1))
        if first.missing == nil, second.missing == nil, ends.0.elementsEqual(ends.1) { return }
        throw Failure(finding: try tellHidden(one, other, steps), choices: choices)
    }

    /// Tells two ways to moments that were taken for equal, after which the same steps lead elsewhere.
    private func tellHidden(_ one: [String], _ other: [String], _ steps: [String]) throws -> Finding {
        var difference = "one of the steps is not possible in both"
        for count in 1...steps.count {
            var values: [[(name: String, value: Any)]] = []
            for way in [one, other] {
                var last: [(name: String, value: Any)] = []
                let followed = try follow(way + steps.prefix(count), isStrict: true, atMoment: { last = $0.values })
                if followed.missing != nil { return hidden(one, other, Array(steps.prefix(count)), difference) }
                values.append(last)
            }
            if let found = differences(values[0], values[1]).first {
                return hidden(one, other, Array(steps.prefix(count)), found)
            }
            difference = "what waits differs"
        }
        return hidden(one, other, steps, difference)
    }

    private func hidden(_ one: [String], _ other: [String], _ steps: [String], _ difference: String) -> Finding {
        Finding(
            kind: .hidden,
            place: nil,
            message: """
                two orders lead to equal states, and the same steps lead on to different ones: something outside of the \
                stores decides.
                One:   \(one.joined(separator: "; "))
                Other: \(other.joined(separator: "; "))
                Then:  \(steps.joined(separator: "; "))
                \(difference)
                To fix: keep what decides in a store, or have moments compared by it: World.compare(_:_:).
                """
        )
    }

    /// Tells where the same choices have given another run.
    private func tellAccident(_ choices: [Int], _ finding: Finding? = nil) throws -> Story {
        let names = try names(of: choices)
        var former: [[(name: String, value: Any)]]?
        for _ in 0..<20 {
            var values: [[(name: String, value: Any)]] = []
            let followed = try follow(names, isStrict: true, atMoment: { values.append($0.values) })
            if let former {
                for (step, (one, other)) in zip(former, values).enumerated() {
                    guard let difference = differences(one, other).first else { continue }
                    let place = step == 0 ? "At the beginning" : "After the step '\(names[min(step, names.count) - 1])'"
                    return accident(Array(names.prefix(step)), "\(place) there is a difference:\n\(difference)")
                }
                if let missing = followed.missing {
                    return accident(followed.names, "The step '\(missing.name)' was possible in one run only.")
                }
            }
            former = values
        }
        return accident(names, finding.map { "In one run: \($0.message)." } ?? "What waits, or when it is due, differs.")
    }

    private func accident(_ names: [String], _ difference: String) -> Story {
        Story(
            names,
            Finding(
                kind: .accidental,
                place: nil,
                message: """
                    the same choices gave two different runs. \(difference)
                    To fix: hand in what decides (time, randomness, identities), and sort what has no order (law F7).
                    """
            )
        )
    }
}

/// Returns how states differ, each under the name of its store.
func differences(_ one: [(name: String, value: Any)], _ other: [(name: String, value: Any)]) -> [String] {
    func describe<Value>(_ old: Value, _ new: Any) -> String? { (new as? Value).flatMap { describeDifference(old, $0) } }
    return zip(one, other).compactMap { one, other in
        func open(_ value: some Any) -> String? { describe(value, other.value) }
        return open(one.value).map { "\(one.name)\n\(indented($0))" }
    }
}
