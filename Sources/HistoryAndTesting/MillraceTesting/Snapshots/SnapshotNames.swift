/// Returns `text` as part of a file name that every file system accepts: lower-case ASCII letters, digits and hyphens,
/// at most a hundred characters.
///
/// If that loses more than the separators between words, a number for the whole text follows, so that different names
/// stay different.
package func fileName(for text: String) -> String {
    var name = "", isWhole = true
    for character in text {
        if character.isASCII, character.isLetter || character.isNumber {
            name += character.lowercased()
        } else {
            isWhole = isWhole && " ,.-'\"()".contains(character)
            if !name.isEmpty && !name.hasSuffix("-") { name += "-" }
        }
    }
    if name.count > 100 {
        isWhole = false
        let start = name.prefix(100)
        name = String(start[..<(start.lastIndex(of: "-") ?? start.endIndex)])
    }
    while name.hasSuffix("-") { name.removeLast() }
    if isWhole && !name.isEmpty { return name }
    let number = String(stableHash(text) & 0xFFFF_FFFF, radix: 16)
    return name.isEmpty ? number : "\(name)-\(number)"
}

/// Returns the name of an example's files, up to the first dot. It is none of those that Windows reserves for devices,
/// such as `nul` and `com1`, which have at most four letters.
package func fileStem(for sentence: String) -> String {
    let name = fileName(for: sentence)
    return name.count > 4 ? name : "\(name)-example"
}

/// Returns a hash of a text that is the same in every process (FNV-1a), unlike `hashValue`.
package func stableHash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}

/// Returns the name of a function as words: `aRoomIsShown(at:)` as "a room is shown".
func words(ofFunction name: String) -> String {
    let name = name.prefix { $0 != "(" }.filter { $0 != "`" }
    var words = ""
    for (character, next) in zip(name, name.dropFirst().map(Optional.some) + [nil]) {
        let isFirst = character.isUppercase && (words.last?.isLowercase == true || next?.isLowercase == true)
        if isFirst, words.last?.isLetter == true { words += " " }
        words.append(character)
    }
    return words.lowercased()
}
