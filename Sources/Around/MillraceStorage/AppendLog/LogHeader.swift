import Foundation

/// The first bytes of each file of a log.
///
///     0  magic           16  kind          40  salt
///     8  version         20  flags         48  sequence
///     12 sum of 0–11     24  generation    56  nothing
///                        32  part          60  sum of 0–59
///
/// Numbers are little-endian. The first sixteen bytes are the same in all versions.
struct LogHeader: Sendable {
    enum Kind: UInt32, Sendable {
        case snapshot = 1
        case tail = 2
    }

    enum Found {
        case header(LogHeader)
        case newer
        case damaged
    }

    static let size = 64
    private static let magic: UInt64 = 0x0A67_6F4C_6C6C_694D  // "MillLog\n"
    private static let version: UInt32 = 1

    let kind: Kind
    let place: LogPlace
    /// A number of this file alone, which is part of each record's sum: a copy from another file is none of its
    /// records.
    let salt: UInt64
    /// Of a tail: its first record. Those of the older tails from there on are void, and those before are on the
    /// medium. Of a snapshot: the last record that it stands for.
    let sequence: UInt64
    /// Whether the older files hold records that could not be read.
    var isBehindDamage = false

    var name: LogFileName { LogFileName(kind, place) }

    var bytes: Data {
        var bytes = Data(count: Self.size)
        bytes.withUnsafeMutableBytes { bytes in
            bytes.storeBytes(of: Self.magic.littleEndian, toByteOffset: 0, as: UInt64.self)
            bytes.storeBytes(of: Self.version.littleEndian, toByteOffset: 8, as: UInt32.self)
            bytes.storeBytes(of: Self.sum(bytes[..<12]).littleEndian, toByteOffset: 12, as: UInt32.self)
            bytes.storeBytes(of: kind.rawValue.littleEndian, toByteOffset: 16, as: UInt32.self)
            bytes.storeBytes(of: UInt32(isBehindDamage ? 1 : 0).littleEndian, toByteOffset: 20, as: UInt32.self)
            bytes.storeBytes(of: place.generation.littleEndian, toByteOffset: 24, as: UInt64.self)
            bytes.storeBytes(of: place.part.littleEndian, toByteOffset: 32, as: UInt64.self)
            bytes.storeBytes(of: salt.littleEndian, toByteOffset: 40, as: UInt64.self)
            bytes.storeBytes(of: sequence.littleEndian, toByteOffset: 48, as: UInt64.self)
            bytes.storeBytes(of: Self.sum(bytes[..<60]).littleEndian, toByteOffset: 60, as: UInt32.self)
        }
        return bytes
    }

    /// Reads the header of the file of a name.
    static func find(in data: Data, of name: LogFileName) -> Found {
        data.withUnsafeBytes { bytes in
            guard bytes.count >= 16, bytes.number(at: 0) == magic, bytes.word(at: 12) == sum(bytes[..<12]) else {
                return .damaged
            }
            if bytes.word(at: 8) > version { return .newer }
            guard bytes.count >= size, bytes.word(at: 60) == sum(bytes[..<60]),
                let kind = Kind(rawValue: bytes.word(at: 16))
            else { return .damaged }
            let header = LogHeader(
                kind: kind,
                place: LogPlace(generation: bytes.number(at: 24), part: bytes.number(at: 32)),
                salt: bytes.number(at: 40),
                sequence: bytes.number(at: 48),
                isBehindDamage: bytes.word(at: 20) & 1 == 1
            )
            let isPossible = header.sequence >> 62 == 0 && (kind == .snapshot || header.sequence > 0)
            return header.name == name && isPossible ? .header(header) : .damaged
        }
    }

    private static func sum(_ bytes: Slice<UnsafeRawBufferPointer>) -> UInt32 {
        var sum = Checksum()
        sum.add(UnsafeRawBufferPointer(rebasing: bytes))
        return sum.value
    }

    private static func sum(_ bytes: Slice<UnsafeMutableRawBufferPointer>) -> UInt32 {
        var sum = Checksum()
        sum.add(UnsafeRawBufferPointer(rebasing: bytes))
        return sum.value
    }
}

extension UnsafeRawBufferPointer {
    func number(at offset: Int) -> UInt64 {
        UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    func word(at offset: Int) -> UInt32 {
        UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}
