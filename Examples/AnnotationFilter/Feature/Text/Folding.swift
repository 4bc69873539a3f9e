import Foundation

/// Folds many texts for a search, each of the words that they have in common but once: Foundation takes long for a word
/// that is not ASCII.
struct SearchFolding {
    private var words: [Substring: String] = [:]

    /// A text without what a search does not care for, as ``Swift/String/foldedForSearch`` has it.
    mutating func folded(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text.lowercased() }
        let parts = text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false).map {
            Substring($0)
        }
        if parts.contains(where: \.beginsWithMark) { return text.foldedForSearch }
        return parts.map { folded(word: $0) }.joined(separator: " ")
    }

    private mutating func folded(word: Substring) -> String {
        if let folded = words[word] { return folded }
        let folded = String(word).foldedForSearch
        words[word] = folded
        return folded
    }
}

extension Substring {
    /// Whether it begins with what belongs to the character before it.
    fileprivate var beginsWithMark: Bool {
        guard let properties = unicodeScalars.first?.properties else { return false }
        return properties.isGraphemeExtend || properties.generalCategory == .spacingMark
    }
}

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
