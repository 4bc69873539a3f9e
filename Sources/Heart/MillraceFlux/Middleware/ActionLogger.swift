import Foundation

/// Writes a line for each action: the stores that it changed, and how long that took.
///
/// ```swift
/// dispatcher.install(ActionLogger())
/// // 1 Search(text: "door") → Filters, 0.2 ms
/// // 2 Blink() → nobody
/// ```
///
/// With `showing: .difference`, which is in `MillraceHistory`, a line for each field that has changed follows. Actions
/// are written as they are, including any secrets in them, unless `describe` leaves those out.
public struct ActionLogger: Middleware {
    /// How much is written for each action.
    public struct Detail: Sendable {
        fileprivate let describeChange: (@Sendable (HandledAction.Call) -> String?)?

        /// One line for each action.
        public static let line = Detail(describeChange: nil)

        /// The same line, and below it what has changed in each store, in words. The logger then asks for former
        /// states: see ``Middleware/wantsFormerStates``.
        ///
        /// - Parameter describe: Returns how the state of a store has changed, in any number of lines; nil if it has
        ///   not changed.
        public static func change(_ describe: @escaping @Sendable (HandledAction.Call) -> String?) -> Detail {
            Detail(describeChange: describe)
        }
    }

    private let detail: Detail
    private let describe: (any Action) -> String
    private let write: (String) -> Void

    /// Creates a logger.
    ///
    /// - Parameters:
    ///   - detail: How much is written.
    ///   - write: Called with the whole text for each action. By default it writes to standard error.
    ///   - describe: Returns the text of an action. By default this is what `String(describing:)` returns.
    public init(
        showing detail: Detail = .line,
        to write: @escaping (String) -> Void = writeToStandardError,
        describe: @escaping (any Action) -> String = { "\($0)" }
    ) {
        self.detail = detail
        self.describe = describe
        self.write = write
    }

    /// Whether changes are described, which needs the former states.
    public var wantsFormerStates: Bool { detail.describeChange != nil }

    /// True, because each line has the duration.
    public var wantsDurations: Bool { true }

    /// Writes the line, or the lines, for an action.
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
