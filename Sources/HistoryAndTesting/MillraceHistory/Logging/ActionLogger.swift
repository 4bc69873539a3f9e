import MillraceBase
import Foundation
import MillraceFlux

extension Middleware {
    /// Writes a line for each action: the stores that it changed, and how long that took.
    ///
    /// ```swift
    /// dispatcher.install(.actionLogger())
    /// // 1 Search(text: "door") → Filters, 0.2 ms
    /// // 2 Blink() → nobody
    /// ```
    ///
    /// With `showing: .difference`, a line for each field that has changed follows.
    /// Actions are written as they are, including any secrets in them, unless `describe` leaves those out.
    ///
    /// - Parameters:
    ///   - detail: How much is written.
    ///   - write: Called with the whole text for each action. By default it writes to standard error.
    ///   - describe: Returns the text of an action. By default this is the result of `String(describing:)`.
    public static func actionLogger(
        showing detail: LogDetail = .line,
        to write: @escaping (String) -> Void = writeToStandardError,
        describe: @escaping (any Action) -> String = { "\($0)" }
    ) -> Middleware {
        Middleware(
            wantsFormerStates: detail == .difference,
            wantsDurations: true,
            handled: { handled in
                let address = handled.addressee.map { " to \($0)" } ?? ""
                let stores = handled.changedStores.isEmpty ? "nobody" : handled.changedStores.joined(separator: ", ")
                let duration = handled.isUnhandled ? "" : handled.duration.map { ", \(milliseconds($0))" } ?? ""
                let line = "\(handled.number) \(describe(handled.action))\(address) → \(stores)\(duration)"
                write(([line] + handled.calls.flatMap(detail.lines)).joined(separator: "\n"))
            }
        )
    }

    /// How much ``actionLogger(showing:to:describe:)`` writes for each action.
    public enum LogDetail: Sendable {
        /// One line for each action.
        case line

        /// The same line, and below it the changes of each store, as `describeDifference(_:_:limit:file:line:)` gives
        /// them. This keeps former states: see ``Middleware/wantsFormerStates``.
        case difference

        fileprivate func lines(about call: HandledAction.Call) -> [String] {
            guard self == .difference, call.isStore else { return [] }
            guard let text = call.difference() else { return ["  \(call.name) is as it was"] }
            return ["  \(call.name)"] + text.split(separator: "\n").map { "    \($0)" }
        }
    }
}

/// A duration for people: "0.2 ms".
func milliseconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    return String(format: "%.1f ms", Double(seconds) * 1e3 + Double(attoseconds) / 1e15)
}
