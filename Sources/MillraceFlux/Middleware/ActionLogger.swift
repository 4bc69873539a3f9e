import Foundation

/// Writes a line for each action: the stores that it changed, and how long that took.
///
/// ```swift
/// dispatcher.install(ActionLogger())
/// // 1 Search(text: "door") → Filters, 0.2 ms
/// // 2 Blink() → nobody
/// ```
///
/// With `showing: .difference`, of `MillraceHistory`, a line for each field that is different now follows. Actions are
/// written as they are, with whatever secrets they hold, unless `describe` leaves those out.
public struct ActionLogger: Middleware {
    /// How much is written.
    public struct Detail: Sendable {
        fileprivate let describeChange: (@Sendable (HandledAction.Call) -> String?)?

        /// One line for each action.
        public static let line = Detail(describeChange: nil)

        /// The same line, and below it what has changed in each store, in words. Former states are kept for it: see
        /// ``Middleware/wantsFormerStates``.
        ///
        /// - Parameter describe: Says how a state differs from what it was, on any number of lines; nil where it does
        ///   not.
        public static func change(_ describe: @escaping @Sendable (HandledAction.Call) -> String?) -> Detail {
            Detail(describeChange: describe)
        }
    }

    private let detail: Detail
    private let describe: (any Action) -> String
    private let write: (String) -> Void

    /// Makes a logger.
    ///
    /// - Parameters:
    ///   - detail: How much is written.
    ///   - write: Gets the text for each action, in one piece. Without it, standard error does.
    ///   - describe: What an action is called. Without it, what `String(describing:)` gives.
    public init(
        showing detail: Detail = .line,
        to write: @escaping (String) -> Void = writeToStandardError,
        describe: @escaping (any Action) -> String = { "\($0)" }
    ) {
        self.detail = detail
        self.describe = describe
        self.write = write
    }

    /// Former states are wanted for differences alone.
    public var wantsFormerStates: Bool { detail.describeChange != nil }

    /// Durations are wanted.
    public var wantsDurations: Bool { true }

    /// Writes what became of an action.
    public func didHandle(_ handled: HandledAction) {
        let address = handled.addressee.map { " to \($0)" } ?? ""
        let stores = handled.changedStores.isEmpty ? "nobody" : handled.changedStores.joined(separator: ", ")
        let duration = handled.isUnhandled ? "" : handled.duration.map { ", \(milliseconds($0))" } ?? ""
        let line = "\(handled.number) \(describe(handled.action))\(address) → \(stores)\(duration)"
        write(([line] + handled.calls.flatMap(differences)).joined(separator: "\n"))
    }

    private func differences(of call: HandledAction.Call) -> [String] {
        guard let describeChange = detail.describeChange, call.isStore else { return [] }
        guard let text = describeChange(call) else { return ["  \(call.name) is as it was"] }
        return ["  \(call.name)"] + text.split(separator: "\n").map { "    \($0)" }
    }
}

/// A duration for people: "0.2 ms".
func milliseconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    return String(format: "%.1f ms", Double(seconds) * 1e3 + Double(attoseconds) / 1e15)
}
