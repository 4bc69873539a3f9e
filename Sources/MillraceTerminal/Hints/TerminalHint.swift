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
