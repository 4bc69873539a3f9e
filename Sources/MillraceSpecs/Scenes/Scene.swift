import MillraceSignals

/// What a closure leaves behind: see ``leakNothing()``.
///
/// Signals, observables, stores and dispatchers that are made while the closure runs are watched without further ado.
/// Objects of one's own are when they are tracked:
///
/// ```swift
/// expect { scene in
///     let screen = scene.track(Screen(of: model))
///     screen.show()
/// }.to(leakNothing())
/// ```
public final class Scene {
    private let census = Census()

    /// Nothing was made out of sight.
    let isWhole: Bool

    /// - Parameter isWhole: The closure runs, from its beginning to its end, on the thread that calls `begin()`.
    init(isWhole: Bool) { self.isWhole = isWhole }

    /// Watches an object, which is held weakly, and returns it.
    ///
    /// - Parameters:
    ///   - object: An object that shall be gone when the closure is over.
    ///   - name: What to call it, besides its type, should it still be alive.
    @discardableResult
    public func track<Object: AnyObject>(_ object: Object, _ name: String? = nil) -> Object {
        census.enter(object, named: name)
        return object
    }

    func begin() { if isWhole { census.begin() } }
    func end() { if isWhole { census.end() } }

    /// The kinds and names of what is still alive.
    var survivors: [String] { census.survivors }

    /// The effects that are not over, and may be what keeps the survivors.
    var unfinished: [String] { census.unfinished }
}

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
    // The main actor may leave the main thread, where a program has given that up to wait; then threads change.
    let scene = Scene(isWhole: isolation === MainActor.shared && withTurn { $0.isOnMainThread })
    scene.begin()
    defer { scene.end() }
    do {
        try await body(scene)
        return Expectation(.success(scene), at: location)
    } catch {
        return Expectation(.failure(error), at: location)
    }
}
