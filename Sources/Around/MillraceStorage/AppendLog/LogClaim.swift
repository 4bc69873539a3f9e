import Foundation
import MillraceBase

/// The claim on a folder of a log: its lock, in which the newest tail is noted, and the epoch of the log.
///
/// Nothing else knows of that tail, so it is missed only where a note says that it was there. A note is written when the
/// tail has its name on the medium, and never says more than that; it may say less. There are two places for it, used in
/// turn, so that one is whole at every moment.
///
/// **The epoch** is another one from where the folder may be older than the log was: it was restored from a backup, or its
/// damaged end is not read. A restored folder has other files. So the notes say which file the lock is, which file the
/// tail is, and which file the *origin* is: an empty file that is made with the folder and never changed, whose time of
/// change no copy keeps. A folder that was renamed has the same files; one that was copied begins an epoch for nothing,
/// and so does one whose files were given to another user.
final class LogClaim: Sendable {
    private struct State {
        var lock: FileLock?
        var newest: LogNote?
        /// Where the next note goes.
        var offset = 0
        var epoch: UInt64?
        /// Whether the epoch is noted.
        var hasEpoch = false
        /// Whether the files are others than those that are noted.
        var isAnother = false
    }

    /// The path of the lock.
    let path: String
    /// Whether the lock was missing. A log makes it before all other files.
    let isNew: Bool
    private let hasMadeOrigin: Bool
    private let folder: LogFolder
    private let state: Locked<State>

    /// Claims a folder, which is made if it is missing.
    init(_ folder: LogFolder) throws(AppendLogError) {
        (self.folder, path) = (folder, folder.path(of: "lock"))
        let (lock, notes): (FileLock?, Data)
        do throws(FileError) {
            try folder.make()
            isNew = try !folder.contains("lock")
            lock = try FileLock(path, fileSystem: folder.fileSystem)
            notes = try lock?.file.read(at: 0, count: EpochNote.offset + EpochNote.size) ?? Data()
            // A full disk may have no room for it.
            hasMadeOrigin = lock != nil && folder.makeOrigin()
            // No other file has its name on the medium without the lock.
            if lock != nil, try folder.names().files.isEmpty { try folder.synchronize() }
        } catch { throw .file(error) }
        guard let lock else { throw .inUse(folder: folder.path) }
        let found = [0, LogNote.size].compactMap { offset in LogNote(notes, at: offset).map { ($0, offset) } }
        let newest = found.max { $0.0.place < $1.0.place }
        var state = State(lock: lock, newest: newest?.0, offset: newest.map { LogNote.size - $0.1 } ?? 0)
        if let note = EpochNote(notes) {
            (state.epoch, state.hasEpoch) = (note.epoch, true)
            state.isAnother = note.origin != folder.originNote
        } else {
            // Not one that has never come to the medium.
            state.isAnother = notes.dropFirst(EpochNote.offset).contains { $0 != 0 }
        }
        if let newest = newest?.0, let files = folder.files(newest.place, path), newest.files != 0 {
            if newest.files != files { state.isAnother = true }
        }
        self.state = Locked(state)
    }

    /// The newest tail that is noted.
    var newest: LogPlace? { state.withLock { $0.newest?.place } }

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
            if let newest = state.newest, newest.place >= place { return }
            write(place, &state)
        }
    }

    private func write(_ place: LogPlace, _ state: inout State) {
        let note = LogNote(place: place, files: folder.files(place, path) ?? 0)
        guard let file = state.lock?.file, (try? file.write(note.bytes, at: state.offset)) != nil else { return }
        try? file.synchronize()
        (state.newest, state.offset) = (note, LogNote.size - state.offset)
    }

    /// Takes back that the lock was made, where the log is not opened.
    func undo() {
        if hasMadeOrigin { _ = folder.fileSystem.unlink(folder.origin) }
        if isNew { _ = folder.fileSystem.unlink(path) }
    }

    // MARK: The epoch

    /// The number of the epoch; nil in the first one.
    var epoch: UInt64? { state.withLock { $0.epoch } }

    /// Begins another epoch if the folder is another one, or is damaged; and notes the files of the folder, if they are not.
    /// Called once the log was read.
    ///
    /// The epoch is on the medium before the files are noted: else a crash in between would leave the old one. If it
    /// cannot be written, the folder is found to be another one the next time, too.
    func beginEpoch(isDamaged: Bool) {
        state.withLock { state in
            let isAnother = state.isAnother || isDamaged
            if !isAnother, state.hasEpoch { return }
            if isAnother { state.epoch = 1 + folder.fileSystem.randomNumber() >> 12 }
            guard let file = state.lock?.file, let origin = folder.originNote else { return }
            let note = EpochNote(epoch: state.epoch, origin: origin)
            guard (try? file.write(note.bytes, at: EpochNote.offset)) != nil else { return }
            state.hasEpoch = true
            // The first note, too: one of which a power failure leaves a part is taken for another folder's.
            if (try? file.synchronize()) == nil || !isAnother { return }
            state.isAnother = false
            if let newest = state.newest { write(newest.place, &state) }
        }
    }
}

extension LogFolder {
    fileprivate var origin: String { path(of: "origin") }

    /// Makes the origin, unless it is there. Returns whether it was made.
    fileprivate func makeOrigin() -> Bool {
        (try? OpenFile(origin, .new, permissions: 0o600, fileSystem: fileSystem)) != nil
    }

    /// Which file the origin is; nil if there is none, or if the system does not say.
    fileprivate var originNote: EpochNote.Origin? {
        guard let identity = fileSystem.identityAtPath(origin), let time = fileSystem.changeTime(origin) else {
            return nil
        }
        return EpochNote.Origin(number: identity.number, changed: time)
    }

    /// Which files the lock and a tail are, as one number; nil if one is missing, or if the system does not say.
    fileprivate func files(_ place: LogPlace, _ lock: String) -> UInt32? {
        guard let lock = fileSystem.identityAtPath(lock),
            let tail = fileSystem.identityAtPath(path(of: LogFileName(.tail, place).text))
        else { return nil }
        var sum = Checksum()
        sum.add(lock.number)
        sum.add(tail.number)
        return max(1, sum.value)
    }
}
