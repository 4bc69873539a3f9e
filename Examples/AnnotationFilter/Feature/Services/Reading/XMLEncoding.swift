import Foundation
import MillraceTerminal

/// The encodings in which documents come.
enum XMLEncoding {
    /// The bytes in UTF-8, without a byte order mark, and with blanks where the declaration named another encoding.
    ///
    /// How wide a unit is shows in the bytes themselves: by the byte order mark, or by where the zeros stand around
    /// the first `<`. What the declaration says decides only among encodings whose first 128 codes are ASCII.
    static func decoded(_ bytes: [UInt8], file: String) throws(SheetError) -> [UInt8] {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if bytes.starts(with: mark) { return blankingDeclaration(Array(bytes.dropFirst(mark.count))) }
        let name: String
        let (encoding, markLength): (String.Encoding, Int)
        if let wide = wideEncoding(bytes) {
            (name, encoding, markLength) = (wide.name, wide.encoding, wide.markLength)
        } else {
            guard let declared = declaredEncoding(bytes)?.name.lowercased(), !utf8Names.contains(declared) else {
                return blankingDeclaration(bytes)
            }
            guard let known = narrowEncodings[declared] else { throw .encoding(file: file, name: declared.oneLine) }
            (name, encoding, markLength) = (declared, known, 0)
        }
        guard let text = String(bytes: bytes.dropFirst(markLength), encoding: encoding) else {
            throw .encoding(file: file, name: name)
        }
        return blankingDeclaration(Array(text.utf8))
    }

    /// The encoding of a document whose units are wider than a byte, by its first bytes.
    private static func wideEncoding(
        _ bytes: [UInt8]
    ) -> (name: String, encoding: String.Encoding, markLength: Int)? {
        let start = Array((bytes.prefix(4) + [1, 1, 1, 1]).prefix(4))
        return switch (start[0], start[1], start[2], start[3]) {
        case (0xFF, 0xFE, 0, 0): ("utf-32", .utf32LittleEndian, 4)
        case (0, 0, 0xFE, 0xFF): ("utf-32", .utf32BigEndian, 4)
        case (0xFF, 0xFE, _, _): ("utf-16", .utf16LittleEndian, 2)
        case (0xFE, 0xFF, _, _): ("utf-16", .utf16BigEndian, 2)
        case (1..., 0, 0, 0): ("utf-32", .utf32LittleEndian, 0)
        case (0, 0, 0, 1...): ("utf-32", .utf32BigEndian, 0)
        case (1..., 0, _, _): ("utf-16", .utf16LittleEndian, 0)
        case (0, 1..., _, _): ("utf-16", .utf16BigEndian, 0)
        default: nil
        }
    }

    /// The encoding that the XML declaration names, and where it does so: the range of `encoding="…"`.
    private static func declaredEncoding(_ bytes: [UInt8]) -> (name: String, place: Range<Int>)? {
        guard bytes.has("<?xml", at: 0), bytes.count > 5, bytes[5].isXMLBlank, let end = bytes.end(of: "?>", from: 5),
            let afterName = bytes.end(of: "encoding", from: 5), afterName < end,
            let open = bytes[afterName..<end].firstIndex(where: { !$0.isXMLBlank && $0 != UInt8(ascii: "=") }),
            bytes[open] == UInt8(ascii: "\"") || bytes[open] == UInt8(ascii: "'"),
            let close = bytes[(open + 1)..<end].firstIndex(of: bytes[open])
        else { return nil }
        let name = String(decoding: bytes[(open + 1)..<close], as: UTF8.self)
        return (name, (afterName - "encoding".utf8.count)..<(close + 1))
    }

    /// Names under which UTF-8 goes: ASCII is part of it, and a file of single bytes that calls itself UTF-16 was
    /// written by a program that printed a string's declaration and then wrote it as UTF-8.
    private static let utf8Names: Set = ["utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf-16le", "utf-16be"]

    /// Only encodings in which `<!DOCTYPE` has but one spelling.
    private static let narrowEncodings: [String: String.Encoding] = [
        "iso-8859-1": .isoLatin1, "latin1": .isoLatin1, "iso-8859-2": .isoLatin2, "windows-1250": .windowsCP1250,
        "windows-1251": .windowsCP1251, "windows-1252": .windowsCP1252, "windows-1253": .windowsCP1253,
        "windows-1254": .windowsCP1254, "shift_jis": .shiftJIS,
    ]

    /// The text in UTF-8 does not call itself anything else any more. Blanks keep the columns as they were.
    private static func blankingDeclaration(_ utf8: [UInt8]) -> [UInt8] {
        guard let declared = declaredEncoding(utf8) else { return utf8 }
        var utf8 = utf8
        for place in declared.place { utf8[place] = UInt8(ascii: " ") }
        return utf8
    }
}
