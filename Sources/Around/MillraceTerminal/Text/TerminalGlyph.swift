/// A character as a terminal shows it, with the number of columns that it takes.
///
/// A glyph is an extended grapheme cluster. Its width is
/// - two for an emoji: one that is presented so by default or requested by a variation selector, alone, with a skin
///   tone, joined to others, as a keycap or a flag;
/// - otherwise the sum over its scalars: zero for combining and ignorable ones, two for those that Unicode's East Asian
///   Width (UAX #11) calls wide or full-width, and one for all others, including those that it calls ambiguous.
///
/// Of a cluster of more than 32 scalars, which no script has, the first 32 are shown.
///
/// Terminals differ on joined emoji. The screen therefore positions the cursor after each glyph of several scalars.
package struct TerminalGlyph: Hashable, Sendable {
    /// The character, never a control character.
    package let character: Character

    /// The number of columns: one or more; more than two for some clusters of Indic scripts.
    package let columns: Int

    /// Creates the glyph that represents a character; `nil` if it has no width on its own. O(1) for usual characters,
    /// O(scalars) for long clusters.
    init?(_ character: Character) {
        var glyph: TerminalGlyph?
        String(character).forEachGlyph { code, cluster in
            glyph = TerminalGlyph(code.columns == 0 ? .space : code, cluster)
            return false
        }
        guard let glyph else { return nil }
        self = glyph
    }

    init(_ code: GlyphCode, _ cluster: Character?) {
        character = cluster ?? Character(code.scalar)
        columns = code.columns
    }
}
