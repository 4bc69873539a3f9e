import Foundation
import MillraceBase
import MillraceHistory
import MillraceSignals

/// Tries the orders in which things may happen to an app.
///
/// It runs the app from the beginning along a way that is known, to a moment at which something was not tried, tries
/// that, and goes on from there as long as it comes to new moments, with what is usual: answers as they come, and time.
/// Those moments come first on whose way there are the fewest surprises. Each run compares the moments on its way with the
/// digests that they had before.
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

    /// One in so many moments that are taken for equal is followed nonetheless, and one in so many runs is made again.
    private static let share: UInt64 = 16

    private var hasRested = false

    /// The failure on a way at random from moments that are taken for equal. There may be a shorter story, so the search goes
    /// on first.
    private var strayFailure: Failure?
    private let file: StepsFile?

    /// The conditions of the first run.
    private(set) var conditions: [Condition.Title] = []

    init(_ setting: ExploreSetting, _ body: @escaping (World) throws -> Void) {
        (self.setting, self.body) = (setting, body)
        random = SplitMix64(seed: setting.seed)
        result.seed = setting.seed
        file = setting.steps == .max ? nil : StepsFile(at: setting.place)
    }

    /// Tries the orders. Returns the first failure, with its shortest story.
    func explore() throws -> Story? {
        defer {
            result.moments = graph.count
            result.untried = frontier.count
            result.duration = start.duration(to: .now)
        }
        defer { file?.remove() }
        do {
            try tellWhatEnded()
            try run(along: [], prefersRandom: false)
            while let (way, isRandom) = next() { try run(along: way, prefersRandom: isRandom) }
            if let strayFailure { throw strayFailure }
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

    /// A finding, and the choices that led to it, or the names of the steps.
    struct Failure: Error {
        let finding: Finding
        var choices: [Int] = []
        var names: [String]?
    }

    // MARK: Searching

    /// The next way to try, as long as there is one and the limits allow it.
    private func next() -> (way: [(moment: Int, choice: Int)], isRandom: Bool)? {
        tellProgress()
        if result.steps >= setting.steps || start.duration(to: .now) >= setting.time { return nil }
        let isRandom = result.steps >= setting.steps / 3 * 2
        while let (moment, level) = isRandom ? frontier.popAny(&random) : frontier.popFirst() {
            let choices = graph.untried(at: moment)
            guard let choice = isRandom ? choices.randomElement(using: &random) : choices.first else { continue }
            if choices.count > 1 {
                let isUsual = choices[0] == 0 && graph.flags(of: moment).contains(.hasGoodChoice)
                frontier.add(moment, level: isUsual ? level + 1 : level)
            }
            if !isRandom { result.surprises = max(0, frontier.level - 1) }
            return (graph.path(to: moment) + [(moment, choice)], isRandom)
        }
        return nil
    }

    /// Runs the app along a way, and on through new moments.
    private func run(along way: [(moment: Int, choice: Int)], prefersRandom: Bool) throws {
        result.runs += 1
        file?.begin()
        var (position, strides) = (0, 0)
        var last = way.first
        var choices: [Int] = []
        var digests: [UInt64] = []
        var merged: Int?
        let run = Run(body, setting) { [self] crossing, run in
            if crossing.digest != nil { result.steps += 1 }
            digests.append(crossing.digest ?? 0)
            if crossing.flags.contains(.isAtRest) { hasRested = true }
            func take(_ choice: Int, at moment: Int) -> Int {
                last = (moment, choice)
                choices.append(choice)
                file?.note(choice)
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
            if conditions.isEmpty { conditions = run.world.conditions.map(\.title) }
            if let digest = crossing.digest, let known = graph.number(of: digest) {
                if let last { graph.note(known, from: last.moment, by: last.choice) }
                merged = known
                return nil
            }
            let moment = graph.add(crossing, from: last?.moment, by: last?.choice ?? 0)
            result.depth = max(result.depth, graph.depth(of: moment))
            strides += 1
            if crossing.count == 0 { return nil }
            let level = graph.surprises(before: moment)
            if prefersRandom {
                if crossing.count > 1 { frontier.add(moment, level: level + 1) }
                return strides > Self.stride
                    ? nil : take(Int.random(in: 0..<crossing.count, using: &random), at: moment)
            }
            if strides > Self.stride || !crossing.flags.contains(.hasGoodChoice) {
                frontier.add(moment, level: crossing.flags.contains(.hasGoodChoice) ? level : level + 1)
                return nil
            }
            if crossing.count > 1 { frontier.add(moment, level: level + 1) }
            return take(0, at: moment)
        }
        do {
            try run.run()
        } catch let finding as Finding {
            throw Failure(finding: finding, choices: choices)
        }
        if result.runs == 1 || random.next() % Self.share == 0 { try runAgain(choices, digests) }
        if let merged, random.next() % Self.share == 0 { try compare(choices, with: merged) }
    }

    /// Tells the story in which the process ended that explored this before, and goes the same way: where it ends here
    /// too, the story has been told.
    private func tellWhatEnded() throws {
        guard let file, !file.leftOver.isEmpty else { return }
        writeToStandardError(
            """
            explore (\(setting.place.file):\(setting.place.line)): the process that explored this before ended in the \
            midst of a run. Its steps, which are taken again:
            """
        )
        file.begin()
        for choice in file.leftOver { file.note(choice) }
        _ = try names(of: file.leftOver) { writeToStandardError("  \($0)") }
        // What is told does not count: the exploration is the same as without it (law X1).
        (result.runs, result.steps) = (0, 0)
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
        let ends = conditions.filter(\.isForTheEnd)
        for (number, condition) in ends.enumerated() {
            guard case .inTheEnd(let limit) = condition.time, let moment = worstMoment(for: number, limit) else {
                continue
            }
            let names = try names(of: graph.path(to: moment).map(\.choice))
            if let story = try shortestInTheEnd(names, condition.name, limit) { return story }
        }
        return nil
    }

    /// Returns the nearest moment from which a condition does not come true within a number of steps; nil if there is
    /// none.
    private func worstMoment(for condition: Int, _ limit: Int) -> Int? {
        let (never, unknown) = (Int.max, Int.max - 1)
        // The number of steps until it is true; nil where it was not counted yet.
        var distances: [Int?] = Array(repeating: nil, count: graph.count)
        for first in 0..<graph.count where distances[first] == nil {
            var (chain, place, distance) = ([Int](), first, unknown)
            var isOnChain: Set<Int> = []
            while true {
                if let known = distances[place] {
                    distance = known
                    break
                }
                chain.append(place)
                if graph.fulfils(condition, at: place) {
                    distance = -1
                    break
                }
                if !isOnChain.insert(place).inserted || !graph.flags(of: place).contains(.hasGoodChoice) {
                    distance = never
                    break
                }
                guard let next = graph.target(of: 0, at: place) else { break }
                place = next
            }
            for moment in chain.reversed() {
                if distance < unknown, !graph.flags(of: moment).contains(.isInStep) { distance += 1 }
                distances[moment] = distance
            }
        }
        return distances.indices.filter { moment in
            guard let distance = distances[moment], distance != unknown else { return false }
            return distance > limit && !graph.flags(of: moment).contains(.isInStep)
        }.min { graph.depth(of: $0) < graph.depth(of: $1) }
    }

    /// Returns the story with which a condition does not come true, cut down to the steps that are needed.
    private func shortestInTheEnd(_ names: [String], _ condition: String, _ limit: Int) throws -> Story? {
        func problem(after names: [String]) throws -> Followed? {
            let followed = try follow(names, isStrict: false, until: condition, within: limit)
            return followed.unfulfilled == nil || followed.finding != nil ? nil : followed
        }
        guard var best = try problem(after: names) else { return nil }
        var cut = names
        for index in names.indices.reversed() {
            var shorter = cut
            shorter.remove(at: index)
            if let followed = try problem(after: shorter) { (best, cut) = (followed, shorter) }
        }
        return best.unfulfilled.map { Story(best.names, $0) }
    }

    // MARK: Following

    /// What has come of following a story.
    struct Followed {
        /// The names of the steps that were taken.
        var names: [String] = []
        var finding: Finding?

        /// What did not come true in the end.
        var unfulfilled: Finding?

        /// The step that was not possible, and what was.
        var missing: (name: String, possible: [String])?

        /// The digest of each moment.
        var digests: [UInt64] = []
    }

    /// Runs the app along the names of steps.
    ///
    /// - Parameters:
    ///   - isStrict: Whether to end at a step that is not possible. Otherwise it is left out.
    ///   - condition: The condition until which to go on, with all going well.
    ///   - limit: How many steps to go on at most.
    ///   - wander: How many steps to go on at random.
    ///   - atMoment: Called at each moment, with the name of the step that has led there.
    func follow(
        _ names: [String],
        isStrict: Bool,
        until condition: String? = nil,
        within limit: Int = 0,
        wandering wander: Int = 0,
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
            if conditions.isEmpty { conditions = run.world.conditions.map(\.title) }
            followed.digests.append(crossing.digest ?? 0)
            if crossing.flags.contains(.isAtRest) { hasRested = true }
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
            if extra < wander, crossing.count > 0 {
                extra += 1
                return Int.random(in: 0..<crossing.count, using: &random)
            }
            let end = run.world.conditions.first { condition == $0.name }
            guard let end, let problem = end.problem() else { return nil }
            if extra >= limit || !crossing.flags.contains(.hasGoodChoice) {
                let message = extra == 0 ? problem : "\(problem), \(extra) steps later, in which all went well"
                followed.unfulfilled = Finding(
                    kind: .condition(end.name, end.time),
                    place: end.place,
                    message: message
                )
                return nil
            }
            extra += 1
            return 0
        }
        run.atMoment = atMoment
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
    ///
    /// - Parameter tell: Called with each name before the step is taken.
    private func names(of choices: [Int], _ tell: ((String) -> Void)? = nil) throws -> [String] {
        var names: [String] = []
        _ = try make(
            choices,
            onStep: {
                names.append($0)
                tell?($0)
            }
        )
        return names
    }

    /// Makes choices from the beginning. Returns what was found wrong.
    ///
    /// - Parameter goesOn: Whether to go on, asked at each crossing with its number.
    private func make(
        _ choices: [Int],
        onStep: ((String) -> Void)? = nil,
        while goesOn: @escaping (Crossing, Int) -> Bool = { _, _ in true }
    ) throws -> Finding? {
        result.runs += 1
        var position = 0
        let run = Run(body, setting) { crossing, _ in
            guard goesOn(crossing, position), position < choices.count, choices[position] < crossing.count else {
                return nil
            }
            defer { position += 1 }
            return choices[position]
        }
        run.onStep = onStep
        do { try run.run() } catch let finding as Finding { return finding }
        return nil
    }

    // MARK: Telling

    private func tell(_ failure: Failure) throws -> Story {
        if failure.finding.kind == .accidental { return try tellAccident(failure.choices) }
        let names = try failure.names ?? names(of: failure.choices)
        if failure.finding.kind == .hidden { return Story(names, failure.finding) }
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
        func cut(_ steps: some Collection<Int>) throws -> Bool {
            let shorter = best.names.indices.filter { !steps.contains($0) }.map { best.names[$0] }
            let followed = try follow(shorter, isStrict: false)
            guard let found = followed.finding, found.kind == finding.kind, followed.names.count < best.names.count
            else { return false }
            best = Story(followed.names, found)
            return true
        }
        for length in [8, 4, 2, 1] {
            var end = best.names.count
            while end >= length {
                if try cut(end - length..<end) { end = min(end, best.names.count) } else { end -= 1 }
            }
        }
        // What belongs together may stand apart.
        var pair = (0, 1)
        while pair.1 < best.names.count, best.names.count < 24 {
            if try cut([pair.0, pair.1]) {
                pair = (0, 1)
            } else {
                pair = pair.1 + 1 < best.names.count ? (pair.0, pair.1 + 1) : (pair.0 + 1, pair.0 + 2)
            }
        }
        return best
    }

    // MARK: What checks itself

    /// Makes the same choices again, and compares the moments.
    private func runAgain(_ choices: [Int], _ digests: [UInt64]) throws {
        var isSame = true
        let finding = try make(
            choices,
            while: { [self] crossing, number in
                if crossing.digest != nil { result.steps += 1 }
                if crossing.digest ?? 0 != digests[number] { isSame = false }
                return isSame
            }
        )
        if finding != nil || !isSame {
            throw Failure(finding: Finding(kind: .accidental, place: nil, message: ""), choices: choices)
        }
    }

    /// Goes on from two moments that are taken for equal, with the same steps.
    private func compare(_ choices: [Int], with known: Int) throws {
        let (one, other) = (try names(of: choices), try names(of: graph.path(to: known).map(\.choice)))
        if one == other { return }
        let first = try follow(one, isStrict: true, wandering: 8)
        let steps = Array(first.names.dropFirst(one.count))
        let second = try follow(other + steps, isStrict: true)
        for followed in [first, second] {
            guard let finding = followed.finding else { continue }
            strayFailure = strayFailure ?? Failure(finding: finding, names: followed.names)
            return
        }
        if steps.isEmpty { return }
        let ends = (first.digests.suffix(steps.count + 1), second.digests.suffix(steps.count + 1))
        if second.missing == nil, ends.0.elementsEqual(ends.1) { return }
        throw Failure(finding: try tellHidden(one, other, steps), choices: choices)
    }

    /// Tells two ways to moments that were taken for equal, after which the same steps lead elsewhere.
    private func tellHidden(_ one: [String], _ other: [String], _ steps: [String]) throws -> Finding {
        let difference = "one of the steps is not possible in both"
        for count in 1...steps.count {
            var looks: [Look] = []
            for way in [one, other] {
                var last: Look?
                let followed = try follow(way + steps.prefix(count), isStrict: true, atMoment: { last = Look(at: $0) })
                guard followed.missing == nil, let last else {
                    return hidden(one, other, Array(steps.prefix(count)), difference)
                }
                looks.append(last)
            }
            if let found = looks[0].difference(from: looks[1]) {
                return hidden(one, other, Array(steps.prefix(count)), found)
            }
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
        var former: [Look]?
        for _ in 0..<20 {
            var looks: [Look] = []
            let followed = try follow(names, isStrict: true, atMoment: { looks.append(Look(at: $0)) })
            for (step, (one, other)) in zip(former ?? [], looks).enumerated() {
                guard let difference = one.difference(from: other) else { continue }
                let place = step == 0 ? "At the beginning" : "After the step '\(names[min(step, names.count) - 1])'"
                return accident(Array(names.prefix(step)), "\(place) there is a difference:\n\(difference)")
            }
            if former != nil, let missing = followed.missing {
                return accident(followed.names, "The step '\(missing.name)' was possible in one run only.")
            }
            former = looks
        }
        return accident(names, finding.map { "In one run: \($0.message)." } ?? "What is possible differs.")
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

/// What is seen at a moment: the states, and what waits.
private struct Look {
    let values: [(name: String, value: Any)]
    let waiting: [(name: String, digest: UInt64)]

    init(at run: Run) { (values, waiting) = (run.values, run.waiting) }

    /// The first difference; nil if there is none.
    func difference(from other: Look) -> String? {
        if let found = differences(values, other.values).first { return found }
        let (one, two) = (waiting.map(\.name), other.waiting.map(\.name))
        if one != two {
            return "what waits: \(one.joined(separator: ", ")); and \(two.joined(separator: ", "))"
        }
        return zip(waiting, other.waiting).first { $0.digest != $1.digest }.map {
            "\($0.0.name): what it carries, or what its effect has heard before"
        }
    }
}

/// Returns how states differ, each under the name of its store.
func differences(_ one: [(name: String, value: Any)], _ other: [(name: String, value: Any)]) -> [String] {
    func describe<Value>(_ old: Value, _ new: Any) -> String? {
        (new as? Value).flatMap { describeDifference(old, $0) }
    }
    return zip(one, other).compactMap { one, other in
        func open(_ value: some Any) -> String? { describe(value, other.value) }
        return open(one.value).map { "\(one.name)\n\(indented($0))" }
    }
}
