import MillraceTesting

/// Begins an expectation about what a closure leaves behind, and hands it the means to track objects of one's own:
/// `expect { scene in scene.track(Screen()) }.to(leakNothing())`.
///
/// - Parameter body: Runs at once, and only here.
/// - Returns: The expectation, which checks nothing before one of its verbs (`to`, `toNot`) is called.
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
        at: SourcePlace(file: file, line: line)
    )
}

/// Begins an expectation about what an asynchronous closure leaves behind, and hands it the means to track objects of
/// one's own.
///
/// - Parameters:
///   - isolation: Where the closure runs: where the caller is.
///   - body: Runs at once, and only here.
/// - Returns: The expectation, which checks nothing before one of its verbs (`to`, `toNot`) is called.
public func expect(
    file: StaticString = #filePath,
    line: UInt = #line,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (Scene) async throws -> Void
) async -> Expectation<Scene> {
    let location = SourcePlace(file: file, line: line)
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
