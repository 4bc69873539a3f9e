import Foundation

extension String {
    /// The text without what a search does not care for: case, diacritics, the width of Asian letters.
    var foldedForSearch: String {
        guard utf8.contains(where: { $0 >= 0x80 }) else { return lowercased() }
        // For compatibility first, so that half-width kana become wide ones; on Linux that leaves their voice marks
        // apart.
        let composed = precomposedStringWithCompatibilityMapping.precomposedStringWithCanonicalMapping
        return composed.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    /// Whether two names differ in nothing but their case.
    func caseInsensitiveEquals(_ other: String) -> Bool {
        self == other || lowercased() == other.lowercased()
    }
}
