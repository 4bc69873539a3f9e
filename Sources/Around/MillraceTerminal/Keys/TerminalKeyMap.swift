/// The keys of a screen and their commands: one list for the program, the hints and the help.
///
/// ```swift
/// enum Command { case quit, undo }
///
/// let keys = TerminalKeyMap<Command>([
///     .heading("Program"),
///     .keys([.character("u"), .control("z")], "u", .undo, "undo", help: "takes back the last step"),
///     .keys([.character("q")], "q", .quit, "quit"),
/// ])
/// keys.command(for: .control("z"))    // .undo
/// ```
public struct TerminalKeyMap<Command: Sendable>: Sendable {
    /// A line of that list.
    public struct Entry: Sendable {
        fileprivate var keys: [TerminalKey] = []
        fileprivate var name = ""
        fileprivate var command: Command?
        fileprivate var hint: String?
        fileprivate var help = ""

        /// Creates a heading for the keys below it, shown in the help.
        public static func heading(_ text: String) -> Entry { Entry(help: text) }

        /// Creates an entry for keys with a command.
        ///
        /// - Parameters:
        ///   - keys: The keys, all with the same command.
        ///   - name: The name for the reader: `↑↓`, `enter`, `ctrl-z`.
        ///   - command: The command; nil for keys that are handled elsewhere, such as those of a text field.
        ///   - hint: The effect of the keys, in a word or two, for the hints; nil if only the help has it.
        ///   - help: The effect of the keys, for the help; by default the hint.
        public static func keys(
            _ keys: [TerminalKey],
            _ name: String,
            _ command: Command?,
            _ hint: String? = nil,
            help: String? = nil
        ) -> Entry {
            Entry(keys: keys, name: name, command: command, hint: hint, help: help ?? hint ?? "")
        }
    }

    private let entries: [Entry]
    private let commands: [TerminalKey: Command]

    /// Creates a map. If a key occurs twice, the first command counts.
    public init(_ entries: [Entry]) {
        self.entries = entries
        var commands: [TerminalKey: Command] = [:]
        for entry in entries {
            for key in entry.keys where commands[key] == nil { commands[key] = entry.command }
        }
        self.commands = commands
    }

    /// Returns the command for a key; nil if there is none. O(1).
    public func command(for key: TerminalKey) -> Command? { commands[key] }

    /// Returns the hints, in the order of the entries.
    ///
    /// - Parameter isEnabled: Returns whether a command does anything at present.
    public func hints(where isEnabled: (Command) -> Bool = { _ in true }) -> [TerminalHint] {
        entries.compactMap { entry in
            entry.hint.map { TerminalHint(entry.name, $0, isEnabled: entry.command.map(isEnabled) ?? true) }
        }
    }

    /// All keys and their effects, to be shown in a ``TerminalPane``.
    public var help: [TerminalPane.Paragraph] {
        let width = entries.map { TerminalText($0.name).columns }.max() ?? 0
        return entries.enumerated().flatMap { place, entry -> [TerminalPane.Paragraph] in
            if entry.name.isEmpty, !entry.keys.isEmpty { return [] }
            guard entry.name.isEmpty else {
                return [.init(entry.help, indentation: width + 3, label: " \(entry.name)")]
            }
            let heading = TerminalPane.Paragraph(entry.help, style: .bold)
            return place == 0 ? [heading] : [.init(""), heading]
        }
    }
}
