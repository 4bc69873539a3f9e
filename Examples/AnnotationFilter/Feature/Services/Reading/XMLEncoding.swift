import Foundation
import MillraceTerminal

/// The encodings in which documents come.
enum XMLEncoding {
    /// The bytes in UTF-8, without a byte order mark, and with blanks where the declaration named another encoding.
    ///
    /// UTF-16 is told by its byte order mark, everything else by what the declaration says.
    static func decoded(_ data: Data, file: String) throws(SheetError) -> [UInt8] {
        var bytes = [UInt8](data)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        let isWide = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        // The parser would find out such an encoding by itself, which nobody else does who looks at these bytes.
        if !isWide, bytes.prefix(4).contains(0) {
            throw .encoding(file: file, name: "UTF-16 without a byte order mark")
        }
        let name = isWide ? "UTF-16" : declaration(in: bytes)?.name.lowercased() ?? "utf-8"
        guard let encoding = isWide ? .utf16 : encodings[name] else {
            throw .encoding(file: file, name: name.oneLine)
        }
        if encoding != .utf8 {
            guard let text = String(data: data, encoding: encoding) else { throw .encoding(file: file, name: name) }
            bytes = Array(text.utf8)
        }
        // What is UTF-8 does not call itself anything else any more. Blanks keep the columns as they were.
        if let other = declaration(in: bytes), other.name.lowercased() != "utf-8" {
            for place in other.place { bytes[place] = UInt8(ascii: " ") }
        }
        return bytes
    }

    /// The encoding that the XML declaration names, and where it does so: the range of `encoding="…"`.
    private static func declaration(in bytes: [UInt8]) -> (name: String, place: Range<Int>)? {
        let head = String(decoding: bytes.prefix(200), as: UTF8.self)
        let declaration = /<\?xml\s[\w\s="'.-]*?(encoding\s*=\s*["']([\w.:-]*)["'])/
        guard let match = head.prefixMatch(of: declaration) else { return nil }
        let start = head.utf8.distance(from: head.startIndex, to: match.1.startIndex)
        return (String(match.2), start..<(start + match.1.utf8.count))
    }

    /// Only encodings in which `<!DOCTYPE` has but one spelling. ASCII is part of UTF-8, and a file of single bytes that
    /// calls itself UTF-16 was written by a program that printed a string's declaration and then wrote it as UTF-8.
    private static let encodings: [String: String.Encoding] = [
        "utf-8": .utf8, "utf8": .utf8, "us-ascii": .utf8, "ascii": .utf8, "utf-16": .utf8, "iso-8859-1": .isoLatin1,
        "latin1": .isoLatin1, "iso-8859-2": .isoLatin2, "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251,
        "windows-1252": .windowsCP1252, "shift_jis": .shiftJIS,
    ]
}
