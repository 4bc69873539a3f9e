/// A character that is written by its name or its number: `&amp;`, `&#39;`, `&#x1F600;`.
enum HTMLEntity {
    /// Reads the entity that an ampersand begins: the character, and the bytes behind it. Nil if it is no character.
    /// O(1).
    static func read(_ bytes: ArraySlice<UInt8>) -> (character: String, behind: ArraySlice<UInt8>)? {
        let start = bytes.startIndex + 1
        guard let end = bytes.dropFirst().prefix(32).firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = String(decoding: bytes[start..<end], as: UTF8.self)
        let character = name.hasPrefix("#") ? numbered(name.dropFirst()) : named[name]
        return character.map { ($0, bytes[(end + 1)...]) }
    }

    /// The text of an attribute. O(length).
    static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        var (text, rest) = ([UInt8](), bytes)
        while let place = rest.firstIndex(of: UInt8(ascii: "&")) {
            text += rest[..<place]
            let read = read(rest[place...])
            text += read.map { Array($0.character.utf8) } ?? [UInt8(ascii: "&")]
            rest = read?.behind ?? rest[(place + 1)...]
        }
        return String(decoding: text + rest, as: UTF8.self)
    }

    private static func numbered(_ text: Substring) -> String? {
        let isHex = text.hasPrefix("x") || text.hasPrefix("X")
        let digits = isHex ? text.dropFirst() : text
        guard !digits.isEmpty, digits.allSatisfy({ isHex ? $0.isHexDigit : $0.isNumber }) else { return nil }
        let scalar = UInt32(digits, radix: isHex ? 16 : 10).flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
        return String(Character(scalar ?? "\u{FFFD}"))
    }

    private static let named = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "shy": "\u{AD}", "hellip": "…",
        "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„",
        "laquo": "«", "raquo": "»", "bull": "•", "middot": "·", "copy": "©", "reg": "®", "trade": "™", "deg": "°",
        "euro": "€", "pound": "£", "sect": "§", "times": "×", "larr": "←", "rarr": "→", "uarr": "↑", "darr": "↓",
    ]
}
