import Foundation

/// The head before the payload of each record of a log.
///
///     0  kind      8  sequence                      24  sum of the payload
///     4  length    16 the last record known synced  28  sum of 0–27, the file's salt and the offset
///
/// Numbers are little-endian.
struct RecordHead: Sendable {
    enum Kind: UInt32, Sendable {
        /// An appended record.
        case record = 1
        /// Says that the records before it were synchronized. It has the sequence of the last record.
        case mark = 2
        /// A piece of a snapshot, numbered from one.
        case piece = 3
        /// The end of a snapshot. It has the number of the last piece.
        case end = 4
    }

    static let size = 32

    var kind: Kind
    var length = 0
    var sequence: UInt64
    var synced: UInt64
    var payloadSum: UInt32 = 0

    /// Writes the head of a record at an offset of a file.
    func store(in bytes: UnsafeMutableRawBufferPointer, salt: UInt64, offset: Int) {
        bytes.storeBytes(of: kind.rawValue.littleEndian, toByteOffset: 0, as: UInt32.self)
        bytes.storeBytes(of: UInt32(truncatingIfNeeded: length).littleEndian, toByteOffset: 4, as: UInt32.self)
        bytes.storeBytes(of: sequence.littleEndian, toByteOffset: 8, as: UInt64.self)
        bytes.storeBytes(of: synced.littleEndian, toByteOffset: 16, as: UInt64.self)
        bytes.storeBytes(of: payloadSum.littleEndian, toByteOffset: 24, as: UInt32.self)
        let sum = Self.sum(UnsafeRawBufferPointer(bytes), salt: salt, offset: offset)
        bytes.storeBytes(of: sum.littleEndian, toByteOffset: 28, as: UInt32.self)
    }

    /// Reads a head. Nil if there is none at this offset of the file.
    init?(_ bytes: UnsafeRawBufferPointer, salt: UInt64, offset: Int) {
        guard let kind = Kind(rawValue: bytes.word(at: 0)),
            bytes.word(at: 28) == Self.sum(bytes, salt: salt, offset: offset)
        else { return nil }
        self.init(kind: kind, sequence: bytes.number(at: 8), synced: bytes.number(at: 16))
        if max(sequence, synced) >> 62 > 0 { return nil }
        (length, payloadSum) = (Int(bytes.word(at: 4)), bytes.word(at: 24))
    }

    init(kind: Kind, sequence: UInt64, synced: UInt64) {
        (self.kind, self.sequence, self.synced) = (kind, sequence, synced)
    }

    private static func sum(_ bytes: UnsafeRawBufferPointer, salt: UInt64, offset: Int) -> UInt32 {
        var sum = Checksum()
        sum.add(UnsafeRawBufferPointer(rebasing: bytes[..<28]))
        sum.add(salt)
        sum.add(UInt64(offset))
        return sum.value
    }
}
