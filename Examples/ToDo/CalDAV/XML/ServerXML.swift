import Foundation

/// An XML document of a server, made safe for Foundation's parser: in UTF-8, without a document type, and so without
/// entities that grow, and without instructions, on which the parser on Linux ends the program.
struct ServerXML {
    let bytes: [UInt8]

    /// Looks at what begins with `<`. O(n).
    init(_ data: Data) throws(XMLProblem) {
        var bytes = [UInt8](data)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        guard bytes.first(where: { !$0.isBlank }) == UInt8(ascii: "<") else { throw .noXML }
        if bytes.contains(0) { throw .encoding }
        var place = 0
        while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
            place = start + 1
            if bytes.has("<!--", at: start) {
                place = bytes.end(of: "-->", from: start + 4)
            } else if bytes.has("<![CDATA[", at: start) {
                place = bytes.end(of: "]]>", from: start + 9)
            } else if bytes.has("<!", at: start) {
                throw .documentType
            } else if bytes.has("<?", at: start) {
                place = bytes.end(of: "?>", from: start + 2)
                try Self.check(declaration: bytes[start..<place], isFirst: start == 0)
            }
        }
        self.bytes = bytes
    }

    private static func check(declaration bytes: ArraySlice<UInt8>, isFirst: Bool) throws(XMLProblem) {
        let text = String(decoding: bytes, as: UTF8.self).lowercased()
        guard isFirst, text.hasPrefix("<?xml ") else { throw .instruction }
        guard let name = text.firstMatch(of: /encoding\s*=\s*["']([^"']*)["']/)?.1 else { return }
        if !["utf-8", "utf8", "us-ascii"].contains(name) { throw .encoding }
    }
}

/// Why an answer of a server is no XML that is read.
enum XMLProblem: Error, Hashable {
    case noXML, encoding, documentType, instruction, tooDeep
    /// It breaks off, or is not well-formed: the number that libxml2 gives the error, if it is one.
    case malformed(Int?)
}

extension XMLProblem: CustomStringConvertible {
    var description: String {
        switch self {
        case .noXML: "it is no XML"
        case .encoding: "it is not in UTF-8"
        case .documentType: "it has a document type, which is not read"
        case .instruction: "it has a processing instruction, which is not read"
        case .tooDeep: "its elements are nested too deep"
        case .malformed: "it is not well-formed, or breaks off"
        }
    }
}

extension [UInt8] {
    fileprivate func has(_ text: StaticString, at place: Int) -> Bool {
        place + text.utf8CodeUnitCount <= count && self[place...].starts(with: "\(text)".utf8)
    }

    /// Where the first `text` at or behind `start` ends; the end where there is none.
    fileprivate func end(of text: String, from start: Int) -> Int {
        guard start < count else { return count }
        return self[start...].firstRange(of: Array(text.utf8))?.upperBound ?? count
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || 0x09...0x0D ~= self }
}
