import MillraceBase
import MillraceHistory
import MillraceSignals

/// Tries an app in every order of what may happen to it, and fails the running test with the shortest story that leads
/// to something wrong.
///
/// ```swift
/// try explore { world in
///     let server = PostServer.sample()
///     let feed = Feed(over: world.transport(to: server.answer), on: world.scheduler)
///     world.may("star", times: 2) { feed.toggleStar() }
///     world.may("reload") { feed.reload() }
///     world.always("no post twice") { Set(feed.ids).count == feed.ids.count }
///     world.atRest("what is shown is what the server has") { feed.stars } equals: { server.stars }
///     return feed.inspection
/// }
/// ```
///
/// The app is the one that ships: only what is handed in is another (law X4). Whenever nothing of it can go on by
/// itself, a *moment* has come, and one of these happens: a call that waits is answered, or fails; the time comes at
/// which something is due; the user does something; something outside breaks, or is well again; a program ends, and
/// begins anew. Each of them is tried at each moment, in a run of its own from the beginning.
///
/// Moments are the same if all that decides is equal: the states of the stores and families, what waits and for what,
/// when what is due, what is left of the budgets, and what ``World/compare(_:_:)`` adds. So an exploration ends: its
/// ``Exploration`` says `all orders`, or what was not tried. Beyond two thirds of the steps it goes on at random.
///
/// It checks itself: one in sixteen of the moments that are taken for equal is followed nonetheless, and each run is
/// compared with those before it. What differs is a failure that names the store (laws F7, X1 and X2).
///
/// The closure runs some thousand times, so make everything in it, and nothing outside. Cost: a run for each choice at
/// each moment, and each run takes all the steps from the beginning.
///
/// - Parameters:
///   - faults: How many faults may happen in one order: answers that are lost, refusals, a network that goes.
///   - steps: How many steps are taken at most, in all runs together.
///   - time: How long it takes at most. What a machine does in a time differs, so prefer `steps`.
///   - seed: The seed of the random choices.
///   - file: The file of the call, for messages.
///   - line: The line of the call, for messages.
///   - body: Makes the app, adds events and conditions, and returns the stores and families that are seen; nil for an app
///     without stores, whose moments are compared by what it shows (``World/compare(_:_:)``).
/// - Returns: The counts of the orders that were tried. After two seconds a line on standard error says how far it is.
/// - Throws: The error of `body`.
@discardableResult
public func explore(
    faults: Int = 1,
    steps: Int = 200_000,
    time: Duration = .seconds(60),
    seed: UInt64 = 1,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: @escaping (World) throws -> Inspection?
) throws -> Exploration {
    let setting = ExploreSetting(
        faults: faults,
        ends: 0,
        steps: steps,
        time: time,
        seed: seed,
        place: CallSite(file, line)
    )
    return try explore(setting) { world in try body(world).map { world.inspect($0) } }
}

/// Tries programs in every order, which are made by ``World/program(_:_:)``: several that speak with each other, or one
/// that may end and begin anew.
///
/// ```swift
/// try explorePrograms(ends: 1) { world in
///     let disk = SimulatedDisk(seed: 1)
///     try world.program("list") {
///         let list = try ToDoList(on: Dispatcher(on: world.scheduler), files: disk.start(in: world))
///         world.may("add") { list.add("milk") }
///         return list.inspection
///     }
/// }
/// ```
///
/// Otherwise like ``explore(faults:steps:time:seed:file:line:_:)``.
///
/// - Parameters:
///   - faults: How many faults may happen in one order.
///   - ends: How often programs may end in one order, at any moment, and at each write of a simulated disk.
///   - steps: How many steps are taken at most, in all runs together.
///   - time: How long it takes at most.
///   - seed: The seed of the random choices.
///   - file: The file of the call, for messages.
///   - line: The line of the call, for messages.
///   - body: Makes the programs, and adds events and conditions.
/// - Returns: The counts of the orders that were tried.
/// - Throws: The error of `body`.
@discardableResult
public func explorePrograms(
    faults: Int = 1,
    ends: Int = 0,
    steps: Int = 200_000,
    time: Duration = .seconds(60),
    seed: UInt64 = 1,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: @escaping (World) throws -> Void
) throws -> Exploration {
    let setting = ExploreSetting(
        faults: faults,
        ends: ends,
        steps: steps,
        time: time,
        seed: seed,
        place: CallSite(file, line)
    )
    return try explore(setting, body)
}

/// Brings back one order: runs an app along the story of an exploration, and fails the running test where
/// something is wrong.
///
/// A step that is not possible any more fails the test too, with those that are.
///
/// - Parameters:
///   - story: The names of the steps.
///   - file: The file of the call, for messages.
///   - line: The line of the call, for messages.
///   - body: As in that exploration.
/// - Throws: The error of `body`.
public func explore(
    following story: [String],
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: @escaping (World) throws -> Inspection?
) throws {
    try follow(story, CallSite(file, line)) { world in try body(world).map { world.inspect($0) } }
}

/// Brings back one order of programs that are made by ``World/program(_:_:)``.
///
/// Otherwise like ``explore(following:file:line:_:)``.
public func explorePrograms(
    following story: [String],
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: @escaping (World) throws -> Void
) throws {
    try follow(story, CallSite(file, line), body)
}

private func explore(_ setting: ExploreSetting, _ body: @escaping (World) throws -> Void) throws -> Exploration {
    let explorer = Explorer(setting, body)
    let story = try explorer.explore()
    var result = explorer.result
    if let story {
        result.failure = story.headline
        result.story = story.names
        let text = try explorer.text(of: story)
        let counts = "Tried: \(grouped(result.moments)) moments, \(grouped(result.runs)) runs, seed \(result.seed)."
        record("explore: \(text)\n\(counts)", at: story.finding.place ?? setting.place)
    } else if !result.isComplete || result.duration > .seconds(2) {
        writeToStandardError("explore (\(setting.place.file):\(setting.place.line)): \(result)")
    }
    return result
}

private func follow(
    _ story: [String],
    _ place: CallSite,
    _ body: @escaping (World) throws -> Void
) throws {
    let setting = ExploreSetting(
        faults: .max,
        ends: .max,
        steps: .max,
        time: .seconds(86_400),
        seed: 0,
        place: place
    )
    let explorer = Explorer(setting, body)
    let followed = try explorer.follow(story, isStrict: true)
    if let finding = followed.finding {
        return record("explore: \(try explorer.text(of: Story(followed.names, finding)))", at: finding.place ?? place)
    }
    if let (name, possible) = followed.missing {
        return record(
            """
            explore: the step '\(name)' is not possible after \(followed.names.count) steps. \
            To fix: explore anew, or choose one of: \(possible.joined(separator: "; ")).
            """,
            at: place
        )
    }
    for end in explorer.conditions {
        guard case .inTheEnd(let limit) = end.time else { continue }
        let followed = try explorer.follow(story, isStrict: true, until: end.name, within: limit)
        if let finding = followed.unfulfilled {
            record("explore: \(try explorer.text(of: Story(followed.names, finding)))", at: finding.place ?? place)
        }
    }
}
