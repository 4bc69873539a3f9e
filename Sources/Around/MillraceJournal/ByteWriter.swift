import Foundation

/// Bytes that are written one after the other: numbers in as few bytes as they need (LEB128), and pieces behind their
/// lengths.
package struct ByteWriter {
    private(set) var bytes = Data()

    package init() {}

    var isEmpty: Bool { bytes.isEmpty }

    mutating func append(_ other: ByteWriter) { bytes.append(other.bytes) }

    mutating func write(_ byte: UInt8) { bytes.append(byte) }

    mutating func write(_ number: Int) {
        var rest = UInt64(bitPattern: Int64(number))
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func write(_ piece: Data) {
        write(piece.count)
        bytes.append(piece)
    }

    mutating func write(_ text: String) {
        var text = text
        text.withUTF8 {
            write($0.count)
            bytes.append(contentsOf: $0)
        }
    }
}

/// Reads the bytes of a ``ByteWriter``.
struct ByteReader {
    /// The bytes are not those of a writer.
    struct Malformed: Error {}

    private let bytes: Data
    private var position: Int

    init(_ bytes: Data) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var isAtEnd: Bool { position == bytes.endIndex }

    mutating func readByte() throws(Malformed) -> UInt8 {
        if isAtEnd { throw Malformed() }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func readNumber() throws(Malformed) -> Int {
        var (number, shift): (UInt64, UInt64) = (0, 0)
        while true {
            let byte = try readByte()
            if shift > 63 { throw Malformed() }
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return Int(truncatingIfNeeded: number) }
            shift += 7
        }
    }

    /// Reads how many things follow, each of which takes at least one byte.
    mutating func readCount() throws(Malformed) -> Int {
        let count = try readNumber()
        if count < 0 || count > bytes.endIndex - position { throw Malformed() }
        return count
    }

    /// Reads a piece, which shares the memory of the record.
    mutating func readPiece() throws(Malformed) -> Data {
        let count = try readCount()
        defer { position += count }
        return bytes[position..<position + count]
    }

    mutating func readText() throws(Malformed) -> String {
        guard let text = String(data: try readPiece(), encoding: .utf8) else { throw Malformed() }
        return text
    }
}
