/// A key and what it does, as a screen tells it.
public struct TerminalHint: Equatable, Sendable {
    /// The key, as it is to be read: `enter`, `ctrl-u`, `↑↓`.
    public var key: String
    /// What it does, in a word or two.
    public var what: String
    /// Whether it does anything at present. A key that does not is dim.
    public var isEnabled: Bool

    /// A hint.
    public init(_ key: String, _ what: String, isEnabled: Bool = true) {
        self.key = key
        self.what = what
        self.isEnabled = isEnabled
    }

    /// How many columns it takes.
    var columns: Int { TerminalText(key).columns + TerminalText(what).columns + 3 }
}
