/// Shows routes: carries out one transition at a time, each of which may take time.
///
/// ```swift
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
/// ```
///
/// A ``Router`` decides which transitions these are.
public protocol RouteRenderer<Screen> {
    /// The app's screens.
    associatedtype Screen: Hashable & Sendable

    /// Carries out a transition, and returns when it is over.
    ///
    /// It runs in the isolation of the router's scheduler. It is cancelled when it takes too long and when the router is
    /// released, and need not react.
    ///
    /// - Throws: If the transition could not be made: the screen then stands where it stood.
    nonisolated(nonsending) func perform(_ step: RouteStep<Screen>) async throws
}

/// A transition on its way, with what a renderer wants to know about it.
public struct RouteStep<Screen: Hashable & Sendable>: Hashable, Sendable {
    /// What to do.
    public let transition: Route<Screen>.Transition

    /// Where the screen stands.
    public let from: Route<Screen>

    /// How many transitions will follow, as far as is known: a renderer may animate only the last.
    public let remaining: Int

    init(_ transition: Route<Screen>.Transition, from: Route<Screen>, remaining: Int) {
        self.transition = transition
        self.from = from
        self.remaining = remaining
    }

    /// Where the screen stands afterwards.
    public var to: Route<Screen> {
        var route = from
        route.apply(transition)
        return route
    }

    /// Whether the user sees the change: not if it changes a branch that is covered or not selected.
    public var isVisible: Bool {
        let to = to
        return from.shownBranchID != to.shownBranchID || from.shownBranch != to.shownBranch
    }
}

/// What went wrong while a route was shown. The router has gone on, or goes on with the next route.
public enum RouteProblem<Screen: Hashable & Sendable>: Error {
    /// A transition was not over in time.
    ///
    /// It counts as done, since what is most often forgotten is to say so; what it says later is ignored. If the screen
    /// stands elsewhere, tell ``Router/screenMoved(_:)``.
    case timedOut(RouteStep<Screen>)

    /// A transition has failed. The router waits for the next change of the route.
    case failed(RouteStep<Screen>, any Error)
}

extension RouteProblem: CustomStringConvertible {
    /// What went wrong, in one line.
    public var description: String {
        switch self {
        case .timedOut(let step): "\(step.transition) was not over in time. To fix: return from perform(_:) when it is."
        case .failed(let step, let error): "\(step.transition) has failed: \(error)"
        }
    }
}
