/// Reports probable mistakes: an action that nobody handles, and a handler that takes too long.
///
/// ```swift
/// #if DEBUG
/// dispatcher.install(ActionGuard(limit: .milliseconds(8)))
/// #endif
/// ```
///
/// It passes on every action as it is.
public struct ActionGuard: Middleware {
    /// What was noticed.
    public enum Finding: CustomStringConvertible {
        /// No handler and no callback was called.
        case nobodyHandles(any Action, addressee: String?)
        /// The handlers of one store, or a callback, took longer than they may.
        case tookLong(any Action, name: String, Duration, limit: Duration)

        /// What happened, and how to fix it.
        public var description: String {
            switch self {
            case .nobodyHandles(let action, let addressee):
                """
                ActionGuard: nobody handles \(type(of: action))\(addressee.map { ", addressed to \($0)" } ?? ""). \
                To fix: register a handler for it with Store.on, keep the store that has one, \
                or do not dispatch it.
                """
            case .tookLong(let action, let name, let duration, let limit):
                """
                ActionGuard: \(name) took \(milliseconds(duration)) to handle \(type(of: action)), \
                and may take \(milliseconds(limit)). \
                To fix: let the handler only change its state, and return what takes time as an effect.
                """
            }
        }
    }

    private let limit: Duration
    private let report: (Finding) -> Void

    /// Makes a guard.
    ///
    /// - Parameters:
    ///   - limit: How long a handler may take, by the dispatcher's clock.
    ///   - report: Gets what was noticed, during the turn. Without it, standard error does.
    public init(
        limit: Duration = .milliseconds(8),
        report: @escaping (Finding) -> Void = { writeToStandardError("\($0)") }
    ) {
        self.limit = limit
        self.report = report
    }

    /// Durations are wanted.
    public var wantsDurations: Bool { true }

    /// Looks at what became of an action.
    public func didHandle(_ handled: HandledAction) {
        if handled.isUnhandled {
            report(.nobodyHandles(handled.action, addressee: handled.addressee))
        }
        for call in handled.calls {
            guard let duration = call.duration, duration > limit else { continue }
            report(.tookLong(handled.action, name: call.name, duration, limit: limit))
        }
    }
}
