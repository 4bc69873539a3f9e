import MillraceFlux
import MillraceSignals

extension Middleware {
    /// Reports probable mistakes: an action without a handler, and a handler that takes too long.
    ///
    /// ```swift
    /// #if DEBUG
    /// dispatcher.install(.actionGuard(limit: .milliseconds(8)))
    /// #endif
    /// ```
    ///
    /// - Parameters:
    ///   - limit: How long a handler may take, by the dispatcher's clock.
    ///   - report: Called with each finding, during the turn. By default it writes to standard error.
    public static func actionGuard(
        limit: Duration = .milliseconds(8),
        report: @escaping (Finding) -> Void = { writeToStandardError("\($0)") }
    ) -> Middleware {
        Middleware(
            wantsDurations: true,
            handled: { handled in
                if handled.isUnhandled { report(.nobodyHandles(handled.action, addressee: handled.addressee)) }
                for call in handled.calls {
                    guard let duration = call.duration, duration > limit else { continue }
                    report(.tookLong(handled.action, name: call.name, duration, limit: limit))
                }
            }
        )
    }

    /// A probable mistake, as ``actionGuard(limit:report:)`` finds it.
    public enum Finding: CustomStringConvertible {
        /// No handler and no callback was called.
        case nobodyHandles(any Action, addressee: String?)
        /// The handlers of one store, or a callback, took longer than the limit.
        case tookLong(any Action, name: String, Duration, limit: Duration)

        /// What happened, and how to fix it.
        public var description: String {
            switch self {
            case .nobodyHandles(let action, let addressee):
                """
                Middleware.actionGuard: nobody handles \(type(of: action))\(addressee.map { ", addressed to \($0)" } ?? ""). \
                To fix: register a handler for it with Store.on, keep the store that has one, \
                or do not dispatch it.
                """
            case .tookLong(let action, let name, let duration, let limit):
                """
                Middleware.actionGuard: \(name) took \(milliseconds(duration)) to handle \(type(of: action)), \
                and may take \(milliseconds(limit)). \
                To fix: let the handler only change its state, and return what takes time as an effect.
                """
            }
        }
    }
}
