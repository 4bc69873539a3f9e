import Foundation
import MillraceTerminal

/// The encodings in which documents come.
enum XMLEncoding {
    /// How a document is written.
    struct Form {
        let encoding: String.Encoding
        /// Whether it calls itself ASCII: then it has no other characters, although they could be read.
        var isASCII = false
        /// How many bytes its byte order mark has.
        var mark = 0
        /// How many bytes a code unit has.
        var width = 1
    }

    /// The bytes in UTF-8, without a byte order mark, and with blanks where the declaration named another encoding.
    ///
    /// - Returns: These bytes, and whether they are those of the data.
    static func decoded(_ data: Data, file: String) throws(SheetError) -> (bytes: [UInt8], areSame: Bool) {
        let form = try form(of: data, file: file)
        var bytes = [UInt8](data.dropFirst(form.encoding == .utf8 ? form.mark : 0))
        if form.encoding != .utf8 {
            let encoding = form.width == 1 ? form.encoding : .utf16
            guard let text = String(data: data, encoding: encoding) else {
                throw .encoding(file: file, name: form.width == 1 ? name(in: data) : "UTF-16")
            }
            bytes = Array(text.utf8)
        }
        // What is UTF-8 does not call itself anything else any more. Blanks keep the columns as they were.
        if let other = declaration(in: bytes[...]), other.name.lowercased() != "utf-8" {
            for place in other.place { bytes[place] = UInt8(ascii: " ") }
            return (bytes, false)
        }
        return (bytes, form.encoding == .utf8 && form.mark == 0)
    }

    /// How a document is written. UTF-16 is told by its byte order mark, everything else by what the declaration says.
    static func form(of data: Data, file: String) throws(SheetError) -> Form {
        let head = [UInt8](data.prefix(4))
        if head.starts(with: [0xFF, 0xFE]) { return Form(encoding: .utf16LittleEndian, mark: 2, width: 2) }
        if head.starts(with: [0xFE, 0xFF]) { return Form(encoding: .utf16BigEndian, mark: 2, width: 2) }
        let mark = head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        // The parser would find out such an encoding by itself, which nobody else does who looks at these bytes.
        if data.dropFirst(mark).prefix(4).contains(0) {
            throw .encoding(file: file, name: "UTF-16 without a byte order mark")
        }
        let name = name(in: data.dropFirst(mark))
        guard let encoding = encodings[name] else { throw .encoding(file: file, name: name.oneLine) }
        return Form(encoding: encoding, isASCII: name.hasSuffix("ascii"), mark: mark)
    }

    private static func name(in data: Data) -> String {
        declaration(in: [UInt8](data.prefix(200))[...])?.name.lowercased() ?? "utf-8"
    }

    /// The encoding that the XML declaration names, and where it does so: the range of `encoding="…"`.
    private static func declaration(in bytes: ArraySlice<UInt8>) -> (name: String, place: Range<Int>)? {
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

extension XMLEncoding.Form {
    /// A byte for each code unit of a document, behind the byte order mark: the unit itself if it is ASCII, which all
    /// tags are made of in each of the encodings. Nothing is inserted or left out, so places here are places there.
    func units(of data: Data) -> [UInt8] {
        let bytes = [UInt8](data.dropFirst(mark))
        guard width == 2 else { return bytes }
        let (low, high) = encoding == .utf16LittleEndian ? (0, 1) : (1, 0)
        return stride(from: 0, to: bytes.count - 1, by: 2).map { place in
            bytes[place + high] == 0 && bytes[place + low] < 0x80 ? bytes[place + low] : 0xFF
        }
    }

    /// Where a code unit begins in the document.
    func offset(of unit: Int) -> Int { mark + unit * width }

    /// Text in this encoding. What it cannot spell becomes a reference.
    func encoded(_ text: String) -> Data {
        if !isASCII, encoding == .utf8 || width == 2 { return text.data(using: encoding) ?? Data() }
        var data = Data()
        for scalar in text.unicodeScalars {
            if scalar.isASCII, encoding != .shiftJIS {
                data.append(UInt8(scalar.value))
            } else {
                data += spelled(scalar) ?? Data("&#\(scalar.value);".utf8)
            }
        }
        return data
    }

    /// A character in this encoding; nil where it would not be read as the same.
    private func spelled(_ scalar: Unicode.Scalar) -> Data? {
        let text = String(scalar)
        guard !isASCII, let data = text.data(using: encoding), String(data: data, encoding: encoding) == text else {
            return nil
        }
        return data
    }
}
