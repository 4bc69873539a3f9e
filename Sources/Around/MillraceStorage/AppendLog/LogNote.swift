import Foundation

/// A note in the lock of a log, of the newest tail.
///
///     0  magic   8  generation   16  part   24  which files the lock and the tail are   28  sum of 0–27
///
/// Numbers are little-endian. Older versions have left the number of the files zero.
struct LogNote: Sendable {
    static let size = 32
    private static let magic: UInt64 = 0x0A6B_634C_6C6C_694D  // "MillLck\n"

    let place: LogPlace
    /// Zero if it is not known.
    let files: UInt32

    init(place: LogPlace, files: UInt32) { (self.place, self.files) = (place, files) }

    /// Nil if there is none at this offset.
    init?(_ notes: Data, at offset: Int) {
        guard let note = notes.note(at: offset, size: Self.size, magic: Self.magic) else { return nil }
        (place, files) = (LogPlace(generation: note.number(at: 8), part: note.number(at: 16)), note.word(at: 24))
    }

    var bytes: Data {
        Data(note: Self.magic, place.generation, place.part, word: files)
    }
}

/// The note in the lock of a log of its epoch, and of the origin.
///
///     0  magic   8  epoch   16  number of the origin   24  time of its change   32  nothing   36  sum of 0–35
struct EpochNote: Sendable {
    /// Which file the origin is.
    struct Origin: Equatable, Sendable {
        let number: UInt64
        let changed: UInt64
    }

    /// Behind the notes of tails.
    static let offset = 2 * LogNote.size
    static let size = 40
    private static let magic: UInt64 = 0x0A68_7045_6C6C_694D  // "MillEph\n"

    /// Nil in the first one.
    let epoch: UInt64?
    let origin: Origin

    init(epoch: UInt64?, origin: Origin) { (self.epoch, self.origin) = (epoch, origin) }

    /// Nil if there is none.
    init?(_ notes: Data) {
        guard let note = notes.note(at: Self.offset, size: Self.size, magic: Self.magic) else { return nil }
        epoch = note.number(at: 8) == 0 ? nil : note.number(at: 8)
        origin = Origin(number: note.number(at: 16), changed: note.number(at: 24))
    }

    var bytes: Data { Data(note: Self.magic, epoch ?? 0, origin.number, origin.changed, word: 0) }
}

extension Data {
    /// Numbers, a word, and their sum.
    fileprivate init(note numbers: UInt64..., word: UInt32) {
        self.init()
        for number in numbers { Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) } }
        Swift.withUnsafeBytes(of: word.littleEndian) { append(contentsOf: $0) }
        var sum = Checksum()
        withUnsafeBytes { sum.add($0) }
        Swift.withUnsafeBytes(of: sum.value.littleEndian) { append(contentsOf: $0) }
    }

    /// The bytes of a note; nil if it is not whole.
    fileprivate func note(at offset: Int, size: Int, magic: UInt64) -> Data? {
        guard count >= offset + size else { return nil }
        let note = Data(dropFirst(offset).prefix(size))
        return note.withUnsafeBytes { bytes in
            var sum = Checksum()
            sum.add(UnsafeRawBufferPointer(rebasing: bytes[..<(size - 4)]))
            return bytes.number(at: 0) == magic && bytes.word(at: size - 4) == sum.value
        } ? note : nil
    }

    fileprivate func number(at offset: Int) -> UInt64 { withUnsafeBytes { $0.number(at: offset) } }

    fileprivate func word(at offset: Int) -> UInt32 { withUnsafeBytes { $0.word(at: offset) } }
}
