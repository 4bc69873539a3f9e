/// `text` as part of a file's name that every file system takes: letters of ASCII in lower case, digits and hyphens, of
/// a hundred characters at most.
///
/// Where that leaves out more than how words are set apart, a number for the whole text follows, so that names that
/// differ there differ still.
func fileName(for text: String) -> String {
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

/// The name of an example's files, up to the first dot. It is none of those that Windows keeps for devices, such as
/// `nul` and `com1`, which have four letters at most.
func fileStem(for sentence: String) -> String {
    let name = fileName(for: sentence)
    return name.count > 4 ? name : "\(name)-example"
}

/// A number for a text that is the same in every process (FNV-1a), unlike `hashValue`.
func stableHash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}
