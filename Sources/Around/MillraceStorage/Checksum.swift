import Foundation

/// A number by which damaged bytes are recognised: CRC-32, as zip files and PNG have it.
///
/// Eight bytes at a time, by eight tables ("slicing-by-8", Kounavis and Berry, 2005). It finds accidents, and no forgery.
public struct Checksum: Sendable {
    private var state: UInt32 = 0xFFFF_FFFF

    /// Creates the checksum of no bytes.
    public init() {}

    /// Creates the checksum of bytes. O(n).
    package init(of data: Data) { data.withUnsafeBytes { add($0) } }

    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var value = UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? (value >> 1) ^ 0xEDB8_8320 : value >> 1 }
            tables[byte] = value
        }
        for index in 256..<(8 * 256) {
            let former = tables[index - 256]
            tables[index] = (former >> 8) ^ tables[Int(former & 255)]
        }
        return tables
    }()

    /// The checksum of all that was added.
    public var value: UInt32 { ~state }

    /// Adds bytes. O(n).
    public mutating func add(_ bytes: UnsafeRawBufferPointer) {
        Self.tables.withUnsafeBufferPointer { tables in
            var (state, index) = (state, 0)
            while index + 8 <= bytes.count {
                let low = state ^ UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self))
                let high = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index + 4, as: UInt32.self))
                state =
                    tables[1_792 + Int(low & 255)] ^ tables[1_536 + Int((low >> 8) & 255)]
                    ^ tables[1_280 + Int((low >> 16) & 255)] ^ tables[1_024 + Int(low >> 24)]
                state ^=
                    tables[768 + Int(high & 255)] ^ tables[512 + Int((high >> 8) & 255)]
                    ^ tables[256 + Int((high >> 16) & 255)] ^ tables[Int(high >> 24)]
                index += 8
            }
            while index < bytes.count {
                state = (state >> 8) ^ tables[Int((state ^ UInt32(bytes[index])) & 255)]
                index += 1
            }
            self.state = state
        }
    }

    /// Adds the eight bytes of a number, the low one first.
    public mutating func add(_ number: UInt64) {
        withUnsafeBytes(of: number.littleEndian) { add($0) }
    }
}
