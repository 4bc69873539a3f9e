import Foundation

extension String {
    /// The text without what a search does not care for: case, diacritics, the width of Asian letters.
    var foldedForSearch: String {
        guard utf8.contains(where: { $0 >= 0x80 }) else { return lowercased() }
        // For compatibility first, so that half-width kana become wide ones; on Linux that leaves their voice marks
        // apart.
        let composed = precomposedStringWithCompatibilityMapping.precomposedStringWithCanonicalMapping
        let folded = composed.folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive],
            locale: nil
        )
        guard folded.unicodeScalars.contains(where: \.isVowelMark) else { return folded }
        return String(String.UnicodeScalarView(folded.unicodeScalars.filter { !$0.isVowelMark }))
    }

    /// Whether two names differ in nothing but their case.
    func caseInsensitiveEquals(_ other: String) -> Bool {
        self == other || lowercased() == other.lowercased()
    }
}

extension Unicode.Scalar {
    /// Whether this is a vowel mark or another sign of Hebrew or Arabic that most texts leave out.
    fileprivate var isVowelMark: Bool {
        switch value {
        case 0x0591...0x05BD, 0x05BF, 0x05C1...0x05C2, 0x05C4...0x05C5, 0x05C7: true
        case 0x0610...0x061A, 0x0640, 0x064B...0x065F, 0x0670, 0x06D6...0x06DC, 0x06DF...0x06E8, 0x06EA...0x06ED: true
        default: false
        }
    }
}
