import Foundation
import MillraceBase

/// The claim on a folder of a log: its lock, in which the newest tail is noted.
///
/// Nothing else knows of that tail, so it is missed only where a note says that it was there. A note is written when the
/// tail has its name on the medium, and never says more than that; it may say less. There are two places for it, used in
/// turn, so that one is whole at every moment:
///
///     0  magic   8  generation   16  part   24  nothing   28  sum of 0–27
final class LogClaim: Sendable {
    private struct State {
        var lock: FileLock?
        var newest: LogPlace?
        /// Where the next note goes.
        var offset = 0
    }

    private static let name = "lock"
    private static let size = 32
    private static let magic: UInt64 = 0x0A6B_634C_6C6C_694D  // "MillLck\n"

    /// The path of the lock.
    let path: String
    /// Whether the lock was missing. A log makes it before all other files.
    let isNew: Bool
    private let folder: LogFolder
    private let state: Locked<State>

    /// Claims a folder, which is made if it is missing.
    init(_ folder: LogFolder) throws(AppendLogError) {
        (self.folder, path) = (folder, folder.path(of: Self.name))
        let (lock, notes): (FileLock?, Data)
        do throws(FileError) {
            try folder.make()
            isNew = try !folder.contains(Self.name)
            lock = try FileLock(path, calls: folder.calls)
            notes = try lock?.file.read(at: 0, count: 2 * Self.size) ?? Data()
            // No other file has its name on the medium without the lock.
            if lock != nil, try folder.names().files.isEmpty { try folder.synchronize() }
        } catch { throw .file(error) }
        guard let lock else { throw .inUse(folder: folder.path) }
        let found = [0, Self.size].compactMap { offset in Self.place(in: notes, at: offset).map { ($0, offset) } }
        let newest = found.max { $0.0 < $1.0 }
        state = Locked(State(lock: lock, newest: newest?.0, offset: newest.map { Self.size - $0.1 } ?? 0))
    }

    private static func place(in notes: Data, at offset: Int) -> LogPlace? {
        guard notes.count >= offset + size else { return nil }
        return notes.withUnsafeBytes { bytes in
            let note = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + size])
            guard note.number(at: 0) == magic, note.word(at: 28) == sum(note) else { return nil }
            return LogPlace(generation: note.number(at: 8), part: note.number(at: 16))
        }
    }

    private static func sum(_ note: UnsafeRawBufferPointer) -> UInt32 {
        var sum = Checksum()
        sum.add(UnsafeRawBufferPointer(rebasing: note[..<28]))
        return sum.value
    }

    /// The newest tail that is noted.
    var newest: LogPlace? { state.withLock { $0.newest } }

    /// Makes sure that the folder and its lock are where they were: otherwise what is written is in no folder, or in that of
    /// somebody else.
    func check() throws(FileError) {
        if state.withLock({ $0.lock?.isThere ?? false }) { return }
        throw FileError("stat", path, code: ENOENT)
    }

    /// Ends the claim.
    func release() { state.withLock { $0.lock = nil } }

    /// Notes a tail whose name is on the medium. If that fails, the log is as it was, and less is missed.
    func note(_ place: LogPlace) {
        state.withLock { state in
            if let newest = state.newest, newest >= place { return }
            var note = Data(count: Self.size)
            note.withUnsafeMutableBytes { bytes in
                bytes.storeBytes(of: Self.magic.littleEndian, toByteOffset: 0, as: UInt64.self)
                bytes.storeBytes(of: place.generation.littleEndian, toByteOffset: 8, as: UInt64.self)
                bytes.storeBytes(of: place.part.littleEndian, toByteOffset: 16, as: UInt64.self)
                let sum = Self.sum(UnsafeRawBufferPointer(bytes))
                bytes.storeBytes(of: sum.littleEndian, toByteOffset: 28, as: UInt32.self)
            }
            guard let file = state.lock?.file, (try? file.write(note, at: state.offset)) != nil else { return }
            try? file.synchronize()
            (state.newest, state.offset) = (place, Self.size - state.offset)
        }
    }

    /// Takes back that the lock was made, where the log is not opened.
    func undo() { if isNew { _ = folder.calls.unlink(path) } }
}
