import MillraceBase
import MillraceTesting

/// Begins an expectation about the objects that a closure leaves alive, with a scene to track your own objects: `expect
/// { scene in scene.track(Screen()) }.to(leakNothing())`.
///
/// - Parameters:
///   - file: The file of the call, for messages.
///   - line: The line of the call, for messages.
///   - body: Runs once, at once.
/// - Returns: An expectation, which checks nothing before `to` or `toNot` is called.
public func expect(
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: (Scene) throws -> Void
) -> Expectation<Scene> {
    let scene = Scene(isWhole: true)
    scene.begin()
    defer { scene.end() }
    return Expectation(
        Result {
            try body(scene)
            return scene
        },
        at: CallSite(file, line)
    )
}

/// Begins an expectation about the objects that an asynchronous closure leaves alive, with a scene to track your own
/// objects.
///
/// - Parameters:
///   - file: The file of the call, for messages.
///   - line: The line of the call, for messages.
///   - isolation: Where the closure runs: the isolation of the caller.
///   - body: Runs once, at once.
/// - Returns: An expectation, which checks nothing before `to` or `toNot` is called.
public func expect(
    file: StaticString = #filePath,
    line: UInt = #line,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (Scene) async throws -> Void
) async -> Expectation<Scene> {
    let location = CallSite(file, line)
    let scene = Scene(in: isolation)
    scene.begin()
    defer { scene.end() }
    do {
        try await body(scene)
        return Expectation(.success(scene), at: location)
    } catch {
        return Expectation(.failure(error), at: location)
    }
}
