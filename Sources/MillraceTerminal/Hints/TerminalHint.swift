/// A hint on a screen: a key and what it does.
public struct TerminalHint: Equatable, Sendable {
    /// The key as the reader sees it: `enter`, `ctrl-u`, `↑↓`.
    public var key: String
    /// What the key does, in a word or two.
    public var what: String
    /// Whether the key does anything at present. If not, the hint is dim.
    public var isEnabled: Bool

    /// Creates a hint.
    public init(_ key: String, _ what: String, isEnabled: Bool = true) {
        self.key = key
        self.what = what
        self.isEnabled = isEnabled
    }

    /// The number of columns that the hint takes.
    var columns: Int { TerminalText(key).columns + TerminalText(what).columns + 3 }
}
