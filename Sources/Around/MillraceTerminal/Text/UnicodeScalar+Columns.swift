extension Unicode.Scalar {
    /// The number of columns that the scalar adds to its cluster: none, one or two.
    var terminalColumns: Int {
        if value < 0x300 { return value == 0xAD ? 0 : 1 }  // Latin; the soft hyphen is ignorable
        if isTerminalZeroWidth { return 0 }
        return isWide ? 2 : 1
    }

    /// Whether the scalar is half of a flag.
    var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

    /// Whether the scalar is drawn on its neighbour or not at all: marks, ignorable characters, the vowels and final
    /// consonants of Hangul syllables written in parts, and interlinear annotation marks.
    private var isTerminalZeroWidth: Bool {
        let category = properties.generalCategory
        if category == .nonspacingMark || category == .enclosingMark { return true }
        switch value {
        case 0x1160...0x11FF, 0xD7B0...0xD7FF, 0xFFF9...0xFFFB: return true
        case 0x115F, 0x3164: return false  // Hangul fillers are ignorable, and yet take their place
        default: return properties.isDefaultIgnorableCodePoint
        }
    }

    private var isWide: Bool {
        if properties.isEmojiPresentation { return !isRegionalIndicator }
        return Self.wideRanges.contains { $0.contains(value) }
    }

    /// The ranges that EastAsianWidth.txt (Unicode 17) lists as W or F, except the emoji, which the standard library
    /// knows. Unassigned gaps within a script count as wide, as that file recommends for most of them.
    private static let wideRanges: [ClosedRange<UInt32>] = [
        0x1100...0x115F,  // Hangul initial consonants
        0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F,  // angle brackets, trigrams, monograms and digrams
        0x2E80...0x303E, 0x3041...0x3247, 0x3250...0xA4C6,  // CJK, kana, Bopomofo, Yi
        0xA960...0xA97C, 0xAC00...0xD7A3,  // Hangul
        0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B,  // CJK compatibility, vertical and small forms
        0xFF01...0xFF60, 0xFFE0...0xFFE6,  // full-width forms
        0x16FE0...0x16FF6, 0x17000...0x18DF2, 0x1AFF0...0x1B2FB,  // Tangut, Khitan, Nüshu, kana
        0x1D300...0x1D356, 0x1D360...0x1D376,  // Tai Xuan Jing, counting rods
        0x1F200...0x1F265,  // enclosed ideographs
        0x20000...0x3FFFD,  // ideographs
    ]
}
