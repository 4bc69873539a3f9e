import MillraceBase
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
    ///   - write: Called with each finding, during the turn. By default it writes to standard error.
    public static func actionGuard(
        limit: Duration = .milliseconds(8),
        to write: @escaping (String) -> Void = writeToStandardError
    ) -> Middleware {
        Middleware(
            wantsDurations: true,
            handled: { handled in
                if handled.isUnhandled { write(unhandledMessage(handled)) }
                for call in handled.calls {
                    guard let duration = call.duration, duration > limit else { continue }
                    write(slowMessage(handled, by: call, duration, limit))
                }
            }
        )
    }
}

private func unhandledMessage(_ handled: HandledAction) -> String {
    """
    Middleware.actionGuard: nobody handles \(type(of: handled.action))\(handled.addressee.map { ", addressed to \($0)" } ?? ""). \
    To fix: register a handler for it with Store.on, keep the store that has one, or do not dispatch it.
    """
}

private func slowMessage(
    _ handled: HandledAction,
    by call: HandledAction.Call,
    _ duration: Duration,
    _ limit: Duration
) -> String {
    """
    Middleware.actionGuard: \(call.name) took \(milliseconds(duration)) to handle \(type(of: handled.action)), \
    and may take \(milliseconds(limit)). \
    To fix: let the handler only change its state, and return what takes time as an effect.
    """
}
