import MillraceSignals

/// The objects whose release a leak check expects: see ``expectNoLeaks(file:line:_:)``.
///
/// Signals, observables, stores and dispatchers that are made while the closure runs are tracked automatically. Track
/// your own objects explicitly:
///
/// ```swift
/// expectNoLeaks { scene in
///     let screen = scene.track(Screen(of: model))
///     screen.show()
/// }
/// ```
public final class Scene {
    private let leakTracker = LeakTracker()

    /// Whether everything that was made was seen.
    package let isWhole: Bool

    /// - Parameter isWhole: Whether the closure runs, from beginning to end, on the thread that calls `begin()`.
    package init(isWhole: Bool) { self.isWhole = isWhole }

    /// Creates a scene for an asynchronous closure that is isolated to an actor.
    package convenience init(in isolation: (any Actor)?) {
        // The main actor may leave the main thread if the program has given it up to wait; then threads change.
        self.init(isWhole: isolation === MainActor.shared && withRunner { $0.isOnMainThread })
    }

    /// Tracks an object, holding it weakly, and returns it.
    ///
    /// - Parameters:
    ///   - object: An object that must be released when the closure returns.
    ///   - name: A name for the object, besides its type, if it is still alive.
    @discardableResult
    public func track<Object: AnyObject>(_ object: Object, _ name: String? = nil) -> Object {
        leakTracker.noteCreation(of: object, named: name)
        return object
    }

    /// Starts tracking.
    package func begin() { if isWhole { leakTracker.begin() } }

    /// Stops tracking. Living objects are still reported.
    package func end() { if isWhole { leakTracker.end() } }

    /// The message about everything that is still alive, after all pending removals; nil if there is nothing.
    package var leaks: String? {
        drainReleases(isolation: MainActor.shared)
        leakTracker.prune()
        let survivors = leakTracker.survivors
        if survivors.isEmpty { return nil }
        return "but still alive: \(survivors.joined(separator: ", "))\(cause(leakTracker.unfinished))"
    }
}

/// The possible cause: effects that are not over.
private func cause(_ unfinished: [String]) -> String {
    if unfinished.isEmpty { return "" }
    return """
        ; this may be no leak, since effects are not over: \(unfinished.joined(separator: ", ")). \
        To fix: let them end (turn the time with advance(by:)) before the closure is over
        """
}
