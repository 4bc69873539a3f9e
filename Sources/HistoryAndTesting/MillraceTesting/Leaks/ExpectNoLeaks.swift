import MillraceBase

/// Fails the running test if anything that a closure makes stays alive: a signal, an observable, a store, a dispatcher,
/// or an object that it tracks.
///
/// ```swift
/// expectNoLeaks { scene in
///     let screen = scene.track(Screen(of: model))
///     screen.show()
/// }   // otherwise: expected to leak nothing, but still alive: Screen
/// ```
///
/// Without an object to track, ignore the scene: `expectNoLeaks { _ in … }`.
///
/// The check happens when the closure returns; make anything that must outlive it before. Objects that an effect in
/// flight keeps are alive too: the message names such effects, so that they can be distinguished from a leak. Anything
/// that was released on another thread and waits to be removed is removed first. In a `Spec` you can write `expect { …
/// }.to(leakNothing())` instead.
///
/// - Parameters:
///   - file: The file of the call, for messages.
///   - line: The line of the call, for messages.
///   - body: Runs at once, on the calling thread.
/// - Throws: The error of the closure; then nothing is checked.
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
    conclude(scene, CallSite(file, line))
}

/// Fails the running test if anything that an asynchronous closure makes stays alive.
///
/// Otherwise like ``expectNoLeaks(file:line:_:)``. The test must belong to the main actor, and the main actor must run
/// on the main thread; everything that is made there while the closure runs counts. On Linux, Swift Testing runs the
/// main actor on other threads, and this fails: use the synchronous form there, and advance a ``TestScheduler`` to run
/// asynchronous work.
///
/// - Parameters:
///   - file: The file of the call, for messages.
///   - line: The line of the call, for messages.
///   - isolation: Where the closure runs: the isolation of the caller.
///   - body: Runs at once.
/// - Throws: The error of the closure; then nothing is checked.
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
    conclude(scene, CallSite(file, line))
}

private func conclude(_ scene: Scene, _ place: CallSite) {
    let elsewhere = """
        but it ran off the main thread. To fix: make it synchronous (turning a TestScheduler's time runs asynchronous \
        work), or run it on the main actor, on the main thread
        """
    if let finding = scene.isWhole ? scene.leaks : elsewhere {
        record("expected to leak nothing, \(finding)", at: place)
    }
}
