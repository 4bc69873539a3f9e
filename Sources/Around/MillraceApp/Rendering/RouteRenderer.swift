/// Shows routes on a screen, by performing one transition at a time. A transition may take time.
///
/// ~~~swift
/// @MainActor
/// final class Screens: @MainActor RouteRenderer {
///     func perform(_ step: RouteStep<Screen>) async throws {
///         switch step.transition {
///         case .push(let screen, let branch):
///             let stack = stack(of: branch)
///             await stack.push(makeController(for: screen), animated: step.isVisible)
///         …
///         }
///     }
/// }
/// ~~~
///
/// A ``Router`` decides which transitions these are.
public protocol RouteRenderer<Screen> {
    /// The app's screens.
    associatedtype Screen: Hashable & Sendable

    /// Performs a transition, and returns when it is over.
    ///
    /// It runs in the isolation of the router's scheduler. The task is cancelled when the transition exceeds the
    /// router's time limit, and when the router is released; a renderer need not react to that.
    ///
    /// - Throws: If the transition could not be performed. The screen must then show the same as before.
    nonisolated(nonsending) func perform(_ step: RouteStep<Screen>) async throws
}

/// A transition in progress, with the routes before and after it.
public struct RouteStep<Screen: Hashable & Sendable>: Hashable, Sendable {
    /// The transition to perform.
    public let transition: Route<Screen>.Transition

    /// The route that the screen shows before the transition.
    public let from: Route<Screen>

    /// The number of transitions that follow, unless the route changes. A renderer may animate the last one only.
    public let remaining: Int

    /// The route that the screen shows after the transition. O(n) for the n screens of the route, at most.
    public var to: Route<Screen> {
        var route = from
        route.apply(transition)
        return route
    }

    /// Whether the user sees the change: false if it changes a branch that is covered or not selected.
    public var isVisible: Bool {
        let to = to
        return from.shownBranchID != to.shownBranchID || from.shownBranch != to.shownBranch
    }
}

/// A transition that failed or exceeded its time limit.
public enum RouteFailure<Screen: Hashable & Sendable>: Error, CustomStringConvertible {
    /// A transition was not over within the time limit. The router treats it as done and continues.
    ///
    /// The most frequent cause is a renderer that performs the transition and never returns. If it returns later, that
    /// is ignored. If the screen does not show the new route, call ``Router/noteScreenMove(_:)``.
    case timedOut(RouteStep<Screen>)

    /// A transition threw an error. The router waits for the next change of the route.
    case failed(RouteStep<Screen>, any Error)

    /// The problem in one line.
    public var description: String {
        switch self {
        case .timedOut(let step): "\(step.transition) was not over in time. To fix: return from perform(_:) when it is."
        case .failed(let step, let error): "\(step.transition) has failed: \(error)"
        }
    }
}
