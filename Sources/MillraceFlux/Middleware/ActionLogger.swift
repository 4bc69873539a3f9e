import Foundation

/// Writes what happens: each action, the stores that it changed, and how long that took.
///
/// ```swift
/// dispatcher.install(ActionLogger())
/// // 1 Search(text: "door") → Filters, 0.2 ms
/// // 2 Blink() → nobody
/// ```
///
/// With `showing: .difference` a line for each field that is different now follows. Actions are written as they are,
/// with whatever secrets they hold, unless `describe` leaves those out.
public struct ActionLogger: Middleware {
    /// How much is written.
    public enum Detail: Sendable {
        /// One line for each action.
        case line
        /// The same line, and below it what has changed, as ``describeDifference(_:_:limit:file:line:)`` gives it. Former states
        /// are kept for it: see ``Middleware/wantsFormerStates``.
        case difference
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
    public var wantsFormerStates: Bool { detail == .difference }

    /// Writes what became of an action.
    public func didHandle(_ handled: HandledAction) {
        let address = handled.addressee.map { " to \($0)" } ?? ""
        let stores = handled.changedStores.isEmpty ? "nobody" : handled.changedStores.joined(separator: ", ")
        let duration = handled.calls.isEmpty ? "" : ", \(milliseconds(handled.duration))"
        let line = "\(handled.number) \(describe(handled.action))\(address) → \(stores)\(duration)"
        write(([line] + handled.calls.flatMap(differences)).joined(separator: "\n"))
    }

    private func differences(of call: HandledAction.Call) -> [String] {
        guard detail == .difference, call.isStore else { return [] }
        guard let text = call.difference() else { return ["  \(call.name) is as it was"] }
        return ["  \(call.name)"] + text.split(separator: "\n").map { "    \($0)" }
    }
}

extension HandledAction.Call {
    /// What has changed, as ``describeDifference(_:_:limit:file:line:)`` gives it; nil where nothing has, and where former states
    /// are not kept.
    public func difference(limit: Int = 50) -> String? {
        guard let formerState, let state else { return nil }
        func open<State>(_ former: State) -> String? {
            (state as? State).flatMap { describeDifference(former, $0, limit: limit) }
        }
        return open(formerState)
    }
}

/// Writes a text to standard error, on lines of its own.
@usableFromInline
func writeToStandardError(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
}

/// A duration for people: "0.2 ms".
func milliseconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    return String(format: "%.1f ms", Double(seconds) * 1e3 + Double(attoseconds) / 1e15)
}
