/// A hint on a screen: a key and its effect.
public struct TerminalHint: Equatable, Sendable {
    /// The key as the reader sees it: `enter`, `ctrl-u`, `↑↓`.
    public var key: String
    /// The effect of the key, in a word or two.
    public var what: String
    /// Whether the key does anything at present. If not, the hint is dim.
    public var isEnabled: Bool

    /// Creates a hint.
    public init(_ key: String, _ what: String, isEnabled: Bool = true) {
        self.key = key
        self.what = what
        self.isEnabled = isEnabled
    }

    /// How many rows hints take on so many columns, so that none is left out. O(hints).
    public static func rows(_ hints: [TerminalHint], columns: Int) -> Int {
        hints.reduce(into: (rows: hints.isEmpty ? 0 : 1, column: 0)) { place, hint in
            if place.column > 0, place.column + hint.columns > columns { place = (place.rows + 1, 0) }
            place.column += hint.columns + 2
        }.rows
    }

    /// How many columns it takes.
    var columns: Int { TerminalText(key).columns + TerminalText(what).columns + 3 }
}
