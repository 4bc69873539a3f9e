import MillraceSignals

/// What a closure leaves behind: see ``expectNoLeaks(file:line:_:)``.
///
/// Signals, observables, stores and dispatchers that are made while the closure runs are watched by themselves. Objects
/// of your own are watched when they are tracked:
///
/// ```swift
/// expectNoLeaks { scene in
///     let screen = scene.track(Screen(of: model))
///     screen.show()
/// }
/// ```
public final class Scene {
    private let leakTracker = LeakTracker()

    /// Whether nothing was made out of sight.
    package let isWhole: Bool

    /// - Parameter isWhole: The closure runs, from its beginning to its end, on the thread that calls `begin()`.
    package init(isWhole: Bool) { self.isWhole = isWhole }

    /// Makes a scene for an asynchronous closure that is isolated to an actor.
    package convenience init(in isolation: (any Actor)?) {
        // The main actor may leave the main thread, where a program has given that up to wait; then threads change.
        self.init(isWhole: isolation === MainActor.shared && withTurn { $0.isOnMainThread })
    }

    /// Watches an object, which is held weakly, and returns it.
    ///
    /// - Parameters:
    ///   - object: An object that must be gone when the closure is over.
    ///   - name: What to call it, besides its type, if it is still alive.
    @discardableResult
    public func track<Object: AnyObject>(_ object: Object, _ name: String? = nil) -> Object {
        leakTracker.enter(object, named: name)
        return object
    }

    /// Watches from now on.
    package func begin() { if isWhole { leakTracker.begin() } }

    /// Watches no longer. What is alive is still told.
    package func end() { if isWhole { leakTracker.end() } }

    /// The finding on what is still alive, once all that waits for being unhooked has been; nil where nothing is.
    package var leaks: String? {
        drainReleases(isolation: MainActor.shared)
        let survivors = leakTracker.survivors
        if survivors.isEmpty { return nil }
        return "but still alive: \(survivors.joined(separator: ", "))\(cause(leakTracker.unfinished))"
    }
}

/// What keeps the survivors, perhaps: effects that are not over.
private func cause(_ unfinished: [String]) -> String {
    if unfinished.isEmpty { return "" }
    return """
        ; this may be no leak, since effects are not over: \(unfinished.joined(separator: ", ")). \
        To fix: let them end (turn the time with advance(by:)) before the closure is over
        """
}
