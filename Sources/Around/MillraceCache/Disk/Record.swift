import Foundation
import MillraceStorage

/// A record as it is in its file: a head of 32 bytes, the key, and the value.
///
/// All numbers are little-endian. The checksum is that of all that follows it, so a file that was damaged or not written
/// whole is no record.
struct Record {
    let key: String
    let value: Data
    /// When it was written, and when it expires, in milliseconds since 1970.
    let written: Int64
    let due: Int64
}

extension Record {
    private static let magic = Data("MillrRec".utf8)
    private static let headSize = 32
    private static let suffix = ".record1"

    /// The name of the file of a key. Another version of the format has another ending.
    ///
    /// It is made of a hash (FNV-1a) that is the same in each process, and for keys that are equal in other code points.
    static func fileName(of key: String) -> String {
        let isASCII = key.utf8.allSatisfy { $0 < 0x80 }
        let bytes = (isASCII ? key : key.precomposedStringWithCanonicalMapping).utf8
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        return String(format: "%016llx", hash) + suffix
    }

    /// Whether a file is one of ours, by its name.
    static func isFileName(_ name: String) -> Bool {
        name.hasSuffix(suffix) && name.utf8.count == 16 + suffix.utf8.count && name.prefix(16).allSatisfy(\.isHexDigit)
    }

    /// The whole file.
    var data: Data {
        var summed = Data(capacity: Self.headSize + key.utf8.count + value.count)
        summed.append(number: UInt32(key.utf8.count))
        summed.append(number: written)
        summed.append(number: due)
        summed.append(contentsOf: key.utf8)
        summed.append(value)
        var data = Self.magic
        data.append(number: summed.withUnsafeBytes(Self.checksum))
        data.append(summed)
        return data
    }

    /// Reads a file. Nil if it is no record, or not a whole one.
    init?(_ file: Data) {
        let head = file.withUnsafeBytes { bytes -> (keyEnd: Int, written: Int64, due: Int64)? in
            guard bytes.count >= Self.headSize, bytes.prefix(8).elementsEqual(Self.magic) else { return nil }
            let summed = UnsafeRawBufferPointer(rebasing: bytes[12...])
            let keyEnd = Self.headSize + Int(bytes.number(at: 12, as: UInt32.self))
            guard bytes.number(at: 8, as: UInt32.self) == Self.checksum(summed), keyEnd <= bytes.count else {
                return nil
            }
            return (keyEnd, bytes.number(at: 16, as: Int64.self), bytes.number(at: 24, as: Int64.self))
        }
        guard let head else { return nil }
        let keyStart = file.startIndex + Self.headSize
        key = String(decoding: file[keyStart..<(file.startIndex + head.keyEnd)], as: UTF8.self)
        value = Data(file.dropFirst(head.keyEnd))
        (written, due) = (head.written, head.due)
    }

    private static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var sum = Checksum()
        sum.add(bytes)
        return sum.value
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func number<Number: FixedWidthInteger>(at offset: Int, as type: Number.Type) -> Number {
        Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
    }
}

extension Data {
    fileprivate mutating func append<Number: FixedWidthInteger>(number: Number) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
