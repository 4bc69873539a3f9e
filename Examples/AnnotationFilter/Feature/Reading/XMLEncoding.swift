import Foundation
import MillraceTerminal

/// The encodings in which documents come.
enum XMLEncoding {
    /// The bytes in UTF-8, without a byte order mark, and with blanks where the declaration named another encoding.
    ///
    /// How wide a unit is shows in the bytes themselves: by the byte order mark, or by where the zeros stand around
    /// the first `<`. What the declaration says decides only among encodings whose first 128 codes are ASCII.
    static func decoded(_ bytes: [UInt8], file: String) throws(SheetError) -> [UInt8] {
        switch Family(bytes) {
        case .utf32(let bigEndian, let mark):
            let text = String(decoding: units(bytes.dropFirst(mark), bigEndian), as: UTF32.self)
            return blankingDeclaration(Array(text.utf8))
        case .utf16(let bigEndian, let mark):
            let text = String(decoding: units(bytes.dropFirst(mark), bigEndian), as: UTF16.self)
            return blankingDeclaration(Array(text.utf8))
        case .utf8(let mark):
            return blankingDeclaration(Array(bytes.dropFirst(mark)))
        case .declared:
            guard let name = XMLProlog(bytes).declaredEncoding?.name else { return bytes }
            return blankingDeclaration(try converted(bytes, from: name.lowercased(), file: file))
        }
    }

    /// Whether a document that begins with these bytes is in UTF-8, so that it can be read piece by piece.
    static func isUTF8(_ start: [UInt8]) -> Bool {
        switch Family(start) {
        case .utf8: true
        case .declared: XMLProlog(start).declaredEncoding.map { utf8Names.contains($0.name.lowercased()) } ?? true
        default: false
        }
    }

    /// Encodings by the width of their units.
    private enum Family {
        case declared
        case utf8(mark: Int)
        case utf16(bigEndian: Bool, mark: Int)
        case utf32(bigEndian: Bool, mark: Int)

        init(_ bytes: [UInt8]) {
            let start = Array((bytes.prefix(4) + [1, 1, 1, 1]).prefix(4))
            switch (start[0], start[1], start[2], start[3]) {
            case (0xEF, 0xBB, 0xBF, _): self = .utf8(mark: 3)
            case (0xFF, 0xFE, 0, 0): self = .utf32(bigEndian: false, mark: 4)
            case (0, 0, 0xFE, 0xFF): self = .utf32(bigEndian: true, mark: 4)
            case (0xFF, 0xFE, _, _): self = .utf16(bigEndian: false, mark: 2)
            case (0xFE, 0xFF, _, _): self = .utf16(bigEndian: true, mark: 2)
            case (1..., 0, 0, 0): self = .utf32(bigEndian: false, mark: 0)
            case (0, 0, 0, 1...): self = .utf32(bigEndian: true, mark: 0)
            case (1..., 0, _, _): self = .utf16(bigEndian: false, mark: 0)
            case (0, 1..., _, _): self = .utf16(bigEndian: true, mark: 0)
            default: self = .declared
            }
        }
    }

    private static func units<Unit: FixedWidthInteger>(_ bytes: ArraySlice<UInt8>, _ bigEndian: Bool) -> [Unit] {
        let width = Unit.bitWidth / 8
        return stride(from: bytes.startIndex, through: bytes.endIndex - width, by: width).map { start in
            var unit: Unit = 0
            for offset in 0..<width {
                let byte = bytes[start + (bigEndian ? offset : width - 1 - offset)]
                unit = unit << 8 | Unit(byte)
            }
            return unit
        }
    }

    private static func converted(_ bytes: [UInt8], from name: String, file: String) throws(SheetError) -> [UInt8] {
        if utf8Names.contains(name) { return bytes }
        guard let encoding = supportedEncodings[name] else { throw .encoding(file: file, name: name.oneLine) }
        if encoding == .japaneseEUC, let text = EUCJP.text(bytes) { return Array(text.utf8) }
        guard let text = String(bytes: bytes, encoding: encoding) else {
            throw .encoding(file: file, name: name.oneLine)
        }
        return Array(text.utf8)
    }

    /// Names under which UTF-8 goes: ASCII is part of it, and a file of single bytes that calls itself UTF-16 was
    /// written by a program that printed a string's declaration and then wrote it as UTF-8.
    private static let utf8Names: Set = ["utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf-16le", "utf-16be"]

    /// Only encodings in which `<!DOCTYPE` has but one spelling.
    private static let supportedEncodings: [String: String.Encoding] = [
        "iso-8859-1": .isoLatin1,
        "latin1": .isoLatin1,
        "iso-8859-2": .isoLatin2,
        "windows-1250": .windowsCP1250,
        "windows-1251": .windowsCP1251,
        "windows-1252": .windowsCP1252,
        "windows-1253": .windowsCP1253,
        "windows-1254": .windowsCP1254,
        "shift_jis": .shiftJIS,
        "euc-jp": .japaneseEUC,
    ]

    /// The text in UTF-8 does not call itself anything else any more. Blanks keep the columns as they were.
    private static func blankingDeclaration(_ utf8: [UInt8]) -> [UInt8] {
        guard let declared = XMLProlog(utf8).declaredEncoding else { return utf8 }
        var utf8 = utf8
        for place in declared.range { utf8[place] = UInt8(ascii: " ") }
        return utf8
    }
}
