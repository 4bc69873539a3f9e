/// Fails the running test where a closure leaves anything alive that it has made: a signal, an observable, a store, a
/// dispatcher, or an object that it has tracked.
///
/// ```swift
/// expectNoLeaks { scene in
///     let screen = scene.track(Screen(of: model))
///     screen.show()
/// }   // otherwise: expected to leak nothing, but still alive: Screen
/// ```
///
/// What is alive is looked at when the closure is over; make whatever must outlive it before. What effects in flight
/// keep is alive as well: the message names them, so that they can be told from a leak. What was released on another
/// thread and waits for being unhooked is unhooked first. A `Spec` may say `expect { … }.to(leakNothing())` instead.
///
/// - Parameter body: Runs at once, on the calling thread.
/// - Throws: What the closure throws; then nothing is looked at.
public func expectNoLeaks(
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: (Scene) throws -> Void
) rethrows {
    let scene = Scene(isWhole: true)
    do {
        scene.begin()
        defer { scene.end() }
        try body(scene)
    }
    conclude(scene, SourcePlace(file: file, line: line))
}

/// Fails the running test where an asynchronous closure leaves anything alive that it has made.
///
/// Otherwise as ``expectNoLeaks(file:line:_:)``. The test must belong to the main actor, and that to the main thread;
/// all that is made there while the closure runs counts. On Linux Swift Testing runs the main actor on other threads,
/// which fails: there use the synchronous form, in which turning a ``TestScheduler``'s time runs asynchronous work.
///
/// - Parameters:
///   - isolation: Where the closure runs: where the caller is.
///   - body: Runs at once.
/// - Throws: What the closure throws; then nothing is looked at.
public func expectNoLeaks(
    file: StaticString = #filePath,
    line: UInt = #line,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (Scene) async throws -> Void
) async rethrows {
    let scene = Scene(in: isolation)
    do {
        scene.begin()
        defer { scene.end() }
        try await body(scene)
    }
    conclude(scene, SourcePlace(file: file, line: line))
}

private func conclude(_ scene: Scene, _ place: SourcePlace) {
    let elsewhere = """
        but it ran off the main thread. To fix: make it synchronous (turning a TestScheduler's time runs asynchronous \
        work), or run it on the main actor, on the main thread
        """
    if let finding = scene.isWhole ? scene.leaks : elsewhere {
        record("expected to leak nothing, \(finding)", at: place)
    }
}
