import Foundation
import MillraceStorage

/// What a chunk begins with: 32 bytes, of which the first twelve are the same in every version.
struct ChunkHeader {
    static let version: UInt32 = 1
    static let byteCount = 32
    private static let magic = Data("MillrRec".utf8)

    /// A random number that all checksums of the chunk include, so that a chunk that is stored within a record is not
    /// taken for records of the chunk around it.
    let salt: UInt64

    enum Finding {
        case header(ChunkHeader)
        case otherVersion(Int)
        case damaged
        /// It does not begin as ours do.
        case foreign
    }

    static func read(_ bytes: UnsafeRawBufferPointer) -> Finding {
        if bytes.count < byteCount { return .damaged }
        let header = ChunkHeader(salt: bytes.number(at: 16, as: UInt64.self))
        let isSound = bytes.number(at: 24, as: UInt32.self) == header.checksum
        guard bytes.prefix(8).elementsEqual(magic) else { return isSound ? .damaged : .foreign }
        let version = bytes.number(at: 8, as: UInt32.self)
        if version != Self.version { return .otherVersion(Int(version)) }
        return isSound ? .header(header) : .damaged
    }

    var data: Data {
        var data = Self.magic
        data.append(number: Self.version)
        data.append(number: UInt32(0))
        data.append(number: salt)
        data.append(number: checksum)
        data.append(number: UInt32(0))
        return data
    }

    private var checksum: UInt32 {
        var sum = Checksum()
        sum.add(UInt64(Self.version))
        sum.add(salt)
        return sum.value
    }
}

/// What a record begins with: 48 bytes; the key and the value follow.
///
/// All numbers are little-endian. The head's checksum includes the chunk's salt, the offset of the record and the key;
/// the value has a checksum of its own, so a folder is opened without reading values.
struct RecordHead {
    enum Kind: UInt8 { case value = 1, removal = 2 }

    static let byteCount = 48
    private static let magic: UInt32 = 0x4452_4C4D
    private static let struckMagic: UInt32 = 0x4B52_5453

    var kind: Kind
    var keyLength: Int
    var valueLength: Int
    var valueSum: UInt32 = 0
    /// Which record of its chunk it is.
    var number = 0
    /// The hash of the key of the record before, by which one that is lost can be told.
    var previousKey: UInt64 = 0
    /// When it was written, and when it expires, in milliseconds since 1970.
    var written: Int64
    var due = Int64.max
    /// Whether it was taken back where it stands, since there was no room to write a removal.
    var isStruck = false

    var length: Int { Self.byteCount + keyLength + valueLength }

    /// What a record begins with that was taken back.
    static var strike: Data {
        var data = Data()
        data.append(number: struckMagic)
        return data
    }

    /// Reads the head of a record and its key. Nil if there is none at that offset.
    static func read(_ bytes: UnsafeRawBufferPointer, at offset: Int, salt: UInt64) -> (head: RecordHead, key: String)?
    {
        guard offset + byteCount <= bytes.count else { return nil }
        let magic = bytes.number(at: offset, as: UInt32.self)
        guard magic == Self.magic || magic == struckMagic else { return nil }
        guard let kind = Kind(rawValue: bytes[offset + 8]) else { return nil }
        let keyLength = Int(bytes.number(at: offset + 10, as: UInt16.self))
        guard offset + byteCount + keyLength <= bytes.count else { return nil }
        let summed = UnsafeRawBufferPointer(rebasing: bytes[(offset + 8)..<(offset + byteCount + keyLength)])
        guard bytes.number(at: offset + 4, as: UInt32.self) == checksum(summed, offset, salt) else { return nil }
        let key = UnsafeRawBufferPointer(rebasing: summed[(byteCount - 8)...])
        var head = RecordHead(
            kind: kind,
            keyLength: keyLength,
            valueLength: Int(bytes.number(at: offset + 12, as: UInt32.self)),
            written: bytes.number(at: offset + 32, as: Int64.self)
        )
        head.valueSum = bytes.number(at: offset + 16, as: UInt32.self)
        head.number = Int(bytes.number(at: offset + 20, as: UInt32.self))
        head.previousKey = bytes.number(at: offset + 24, as: UInt64.self)
        head.due = bytes.number(at: offset + 40, as: Int64.self)
        head.isStruck = magic == struckMagic
        return (head, String(decoding: key, as: UTF8.self))
    }

    /// The whole record, as it is written at an offset of a chunk.
    func data(key: String, value: Data, at offset: Int, salt: UInt64) -> Data {
        var summed = Data(capacity: length)
        summed.append(contentsOf: [kind.rawValue, 0])
        summed.append(number: UInt16(keyLength))
        summed.append(number: UInt32(valueLength))
        summed.append(number: valueSum)
        summed.append(number: UInt32(number))
        summed.append(number: previousKey)
        summed.append(number: written)
        summed.append(number: due)
        summed.append(contentsOf: key.utf8)
        var data = Data(capacity: length)
        data.append(number: Self.magic)
        data.append(number: summed.withUnsafeBytes { Self.checksum($0, offset, salt) })
        data.append(summed)
        data.append(value)
        return data
    }

    private static func checksum(_ bytes: UnsafeRawBufferPointer, _ offset: Int, _ salt: UInt64) -> UInt32 {
        var sum = Checksum()
        sum.add(salt)
        sum.add(UInt64(offset))
        sum.add(bytes)
        return sum.value
    }

    static func sum(of value: Data) -> UInt32 {
        var sum = Checksum()
        value.withUnsafeBytes { sum.add($0) }
        return sum.value
    }

    /// FNV-1a, the same in each process, and for keys that are equal in other code points.
    static func hash(of key: String) -> UInt64 {
        let isASCII = key.utf8.allSatisfy { $0 < 0x80 }
        let bytes = (isASCII ? key : key.precomposedStringWithCanonicalMapping).utf8
        return bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}

extension UnsafeRawBufferPointer {
    func number<Number: FixedWidthInteger>(at offset: Int, as type: Number.Type) -> Number {
        Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
    }
}

extension Data {
    mutating func append<Number: FixedWidthInteger>(number: Number) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
