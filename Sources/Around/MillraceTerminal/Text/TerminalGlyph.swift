/// A character as a terminal shows it, with the number of columns that it takes.
///
/// A glyph is an extended grapheme cluster. Its width is
/// - two for an emoji: one that is presented so by default or requested by a variation selector, alone, with a skin
///   tone, joined to others, as a keycap or a flag;
/// - otherwise the sum over its scalars: zero for combining and ignorable ones, two for those that Unicode's East Asian
///   Width (UAX #11) calls wide or full-width, and one for all others, including those that it calls ambiguous.
///
/// Terminals differ on joined emoji. `TerminalScreen` therefore positions the cursor after each glyph for which
/// `isWidthCertain` is false.
public struct TerminalGlyph: Hashable, Sendable {
    /// The character, never a control character.
    public let character: Character

    /// The number of columns: one or more; more than two for some clusters of Indic scripts.
    public let columns: Int

    /// Whether all terminals agree on the width.
    var isWidthCertain: Bool { character.unicodeScalars.count == 1 }

    /// A space.
    public static let space = TerminalGlyph(unchecked: " ", columns: 1)

    /// The mark of cut text.
    static let ellipsis = TerminalGlyph(unchecked: "…", columns: 1)

    /// Creates the glyph that represents a character; `nil` if it has no width on its own. O(1) for usual characters,
    /// O(scalars) for long clusters.
    init?(_ character: Character) {
        if let ascii = character.asciiValue, (0x20..<0x7F).contains(ascii) {
            self.init(unchecked: character, columns: 1)
        } else if let replacement = Self.replacement(for: character) {
            self.init(unchecked: replacement, columns: 1)
        } else {
            let columns = Self.width(of: character)
            guard columns > 0 else { return nil }
            self.init(unchecked: character, columns: columns)
        }
    }

    private init(unchecked character: Character, columns: Int) {
        self.character = character
        self.columns = columns
    }

    /// Returns a substitute for a character that would act on the terminal. Such characters are clusters of their own.
    private static func replacement(for character: Character) -> Character? {
        guard let scalar = character.unicodeScalars.first else { return nil }
        switch scalar.value {
        case 0x09...0x0D, 0x85, 0x2028, 0x2029: return " "
        case 0x00...0x1F: return Unicode.Scalar(0x2400 + scalar.value).map(Character.init)
        case 0x7F: return "␡"
        case 0x80...0x9F: return "�"
        default: return nil
        }
    }

    private static func width(of character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if scalars.count > 1 {
            let isFlag = first.isRegionalIndicator
            let isJoined = scalars.contains("\u{200D}") && first.properties.isEmoji
            let isPresentedAsEmoji = scalars.contains("\u{FE0F}") && first.properties.isEmoji
            if isFlag || isJoined || isPresentedAsEmoji || first.properties.isEmojiPresentation { return 2 }
        }
        return scalars.reduce(0) { $0 + $1.terminalColumns }
    }
}
