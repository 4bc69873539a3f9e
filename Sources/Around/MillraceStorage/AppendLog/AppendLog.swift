public import Foundation
import MillraceBase

/// An append-only log in a folder: records that survive the process as soon as they are written, and the machine as
/// soon as they are *durable*, which is reported.
///
/// ```swift
/// let log = try AppendLog(folder, syncing: .within(.milliseconds(20))) { entry in
///     switch entry {
///     case .snapshot(let piece): try state.load(piece)
///     case .record(_, let change): try state.apply(change)
///     }
/// }
/// let sequence = try log.append(change)
/// ```
///
/// Records are numbered from one. Durable records are there after any crash, once and in order; of the others, a
/// beginning is there. Nothing is cut or overwritten: where a record may be torn, or the system has failed to
/// synchronize a file, the log goes on in a new file. Records that have not been synchronized are kept in memory until
/// then.
///
/// Opening costs as much as the newest snapshot and the records behind it. So make a snapshot (``beginSnapshot()``) when
/// ``tailSize`` is large beside ``snapshotSize``.
///
/// A log has one writer: the folder is claimed as long as the log lives. If there are records that are not durable when
/// it is released, they are synchronized first, unless the policy is ``Syncing/never``. It may be used on any thread.
public final class AppendLog: Sendable {
    /// When appended records are put on the medium.
    public enum Syncing: Sendable, Hashable {
        /// Before ``AppendLog/append(_:)`` returns.
        case eachRecord
        /// At most this time after the first record that was not. One synchronization is for all records until then.
        case within(Duration)
        /// With ``AppendLog/synchronize()``; and where many megabytes would have to be kept in memory.
        case never
    }

    /// How many bytes are kept unsynchronized, whatever the policy.
    private static let unsyncedLimit = 16 << 20

    /// The findings of opening besides the entries: a torn end, for example.
    public let findings: [LogFinding]

    private let folder: LogFolder
    private let claim: LogClaim
    private let syncing: Syncing
    private let writer: Locked<LogWriter>
    /// Held while a file is synchronized, during which records are appended.
    private let synchronization = NSLock()
    private let isDue = Locked(false)
    private let observers = ProgressObservers()

    // MARK: Opening

    /// Opens a log, or makes an empty one.
    ///
    /// - Parameters:
    ///   - folder: The folder, which nothing else uses. It is made if it is missing, with its owner as the only user.
    ///   - syncing: When appended records are put on the medium.
    ///   - onDamage: The treatment of records on the medium that are not as they were written.
    ///   - fileSystem: Where the folder is: in a spec, on a `SimulatedDisk` (`MillraceSimulation`).
    ///   - reading: Takes the entries of the log. An error that it throws ends the opening, and is thrown.
    /// - Throws: An ``AppendLogError``; or the error that `reading` throws.
    public convenience init(
        _ folder: URL,
        syncing: Syncing,
        onDamage: LogDamagePolicy = .refuse,
        fileSystem: FileSystem = .system,
        reading: (LogEntry) throws -> Void
    ) throws {
        try self.init(folder.path, syncing: syncing, onDamage: onDamage, fileSystem: fileSystem, reading: reading)
    }

    package init(
        _ path: String,
        syncing: Syncing,
        onDamage: LogDamagePolicy = .refuse,
        fileSystem: FileSystem,
        reading: (LogEntry) throws -> Void
    ) throws {
        let folder = LogFolder(path: path, fileSystem: fileSystem)
        (self.folder, self.syncing) = (folder, syncing)
        let claim = try LogClaim(folder)
        self.claim = claim
        AtomicFile.removeDrafts(in: path, fileSystem: fileSystem)
        let contents: LogContents
        do {
            contents = try withoutActuallyEscaping(reading) { reading in
                var reader = LogReader(folder, claim, reading)
                try reader.read(onDamage)
                return reader.contents
            }
        } catch {
            claim.undo()
            throw error
        }
        findings = contents.findings
        claim.beginEpoch(isDamaged: findings.contains { $0.kind == .damaged })
        writer = Locked(LogWriter(folder, claim, contents))
        // Whether these are on the medium is not known: the process before may have had an error.
        try? synchronize()
    }

    deinit {
        if syncing == .never { return }
        do {
            try synchronizeAlone()
            observers.tell(.durable(durableSequence))
        } catch { observers.tell(.failed(error)) }
    }

    /// A number that is another one from where the folder may be older than the log was: it was restored from a backup, or
    /// the records behind a damage are not read. Nil in the first epoch. What must not be done a second time notes the
    /// epoch in which it was done.
    package var epoch: UInt64? { claim.epoch }

    // MARK: Records

    /// Adds a record, which survives the process on return. It survives the machine when it is durable.
    ///
    /// O(n), about one call of the system. Under ``Syncing/eachRecord`` it is synchronized, too; if that fails, the
    /// record is written nonetheless, and observers are notified.
    ///
    /// - Returns: The number of the record.
    /// - Throws: A ``FileError`` if it cannot be written, with a full disk for example. No record before it is lost, and
    ///   the next one has its number. If the process ends before there is a next one, it may be found whole.
    @discardableResult
    public func append(_ payload: Data) throws(FileError) -> UInt64 {
        precondition(
            payload.count <= UInt32.max,
            "AppendLog.append: a record has \(payload.count) bytes, which are too many. To fix: divide it."
        )
        let sequence: UInt64, unsyncedSize: Int
        do throws(FileError) {
            (sequence, unsyncedSize) = try writer.withLock { writer throws(FileError) in
                (try writer.append(payload), writer.unsyncedSize)
            }
        } catch {
            observers.tell(.failed(error))
            throw error
        }
        switch syncing {
        case .eachRecord: try? synchronize()
        case .within(let delay): synchronize(in: delay)
        case .never: if unsyncedSize > Self.unsyncedLimit { synchronize(in: .zero) }
        }
        return sequence
    }

    /// The last record. O(1).
    public var writtenSequence: UInt64 { writer.withLock { $0.written } }

    // MARK: Synchronizing

    /// The last record that is on the medium, with all before it. O(1).
    public var durableSequence: UInt64 { writer.withLock { $0.durable } }

    /// Waits until all that was appended is on the medium.
    ///
    /// A file that could not be synchronized is left, since the system may have forgotten its contents: the records are
    /// written anew to another one.
    ///
    /// - Throws: A ``FileError`` if that cannot be done either. The records are written nonetheless.
    public func synchronize() throws(FileError) {
        do throws(FileError) {
            synchronization.lock()
            defer { synchronization.unlock() }
            try synchronizeAlone()
        } catch {
            observers.tell(.failed(error))
            if syncing != .never { synchronize(in: .seconds(1)) }
            throw error
        }
        observers.tell(.durable(durableSequence))
    }

    private func synchronizeAlone() throws(FileError) {
        isDue.withLock { $0 = false }
        guard let (tail, sequence) = writer.withLock({ $0.pending }) else { return }
        try claim.check()
        if let tail {
            let file = tail.file
            // What was appended since is in no folder, and the next process does not find it.
            guard folder.holds(file, as: tail.name) else {
                throw FileError("stat", folder.path(of: tail.name.text), code: ENOENT)
            }
            do throws(FileError) {
                try file.synchronize()
                return writer.withLock { $0.note(file, synced: sequence) }
            } catch {
                writer.withLock { $0.noteFailure(of: file) }
                observers.tell(.failed(error))
            }
        }
        try writer.withLock { writer throws(FileError) in
            // Another tail may have been begun meanwhile.
            if writer.durable < sequence { try writer.beginTail() }
        }
    }

    /// Synchronizes what was appended, and gives the folder free, so that it can be opened again when this returns. Nothing
    /// can be appended any more.
    ///
    /// - Throws: A ``FileError`` if not all of it can be synchronized. The folder is free nonetheless.
    public func close() throws(FileError) {
        defer {
            synchronization.lock()
            writer.withLock { $0.close() }
            claim.release()
            synchronization.unlock()
        }
        try synchronize()
    }

    /// Synchronizes after a time, unless that is to come.
    private func synchronize(in delay: Duration) {
        let isNew = isDue.withLock { isDue in
            defer { isDue = true }
            return !isDue
        }
        if isNew { observers.later(delay) { [weak self] in try? self?.synchronize() } }
    }

    /// Calls back when more records are durable, and when something could not be written or synchronized.
    ///
    /// It is called on a thread of the log's, in order, never within one of the log's methods, and first with the
    /// present durable record. It should be quick: synchronizing waits for it. The log keeps the closure.
    public func observeProgress(_ body: @escaping @Sendable (LogProgress) -> Void) {
        observers.add(body)
        observers.tell(.durable(durableSequence))
    }

    /// Calls back likewise, but within the method that brings it about, which is quicker than another thread. So it must
    /// not call the log. The log keeps the closure.
    package func observeProgressPromptly(_ body: @escaping @Sendable (LogProgress) -> Void) {
        observers.addPrompt(body)
        // The records that became durable before that. They may be reported a second time, and behind newer ones.
        body(.durable(durableSequence))
    }

    // MARK: Snapshots

    /// Begins a snapshot, which stands for all records until now.
    ///
    /// Write its pieces on any thread, while records are appended, and commit it. O(1), without a call of the system.
    /// Records appended until then are kept in memory, since the snapshot's generation begins with it.
    public func beginSnapshot() -> SnapshotWriter {
        let (generation, sequence) = writer.withLock { $0.hold() }
        return SnapshotWriter(self, folder, generation: generation, sequence: sequence)
    }

    /// Begins the generation of a snapshot, with the records behind it. They are on the medium on return. Returns whether
    /// there is no newer generation.
    ///
    /// Waits for the medium while records are appended: only the change of the file is within the lock.
    func begin(_ generation: UInt64) throws(FileError) -> Bool {
        do throws(FileError) {
            synchronization.lock()
            defer { synchronization.unlock() }
            guard let (header, contents) = writer.withLock({ $0.begin(generation) }) else { return false }
            try claim.check()
            var draft = try TailDraft(header, in: folder)
            try draft.add(contents)
            try draft.file.synchronize()
            try writer.withLock { [draft] writer throws(FileError) in try writer.goOn(in: draft) }
            do throws(FileError) {
                try folder.synchronize()
            } catch {
                writer.withLock { $0.noteFailure(of: draft.file) }
                throw error
            }
            let isInPlace = writer.withLock { writer in
                writer.note(draft.file, synced: contents.last)
                return writer.isWriting(to: draft.file)
            }
            if isInPlace { claim.note(draft.header.place) }
        } catch {
            observers.tell(.failed(error))
            throw error
        }
        observers.tell(.durable(durableSequence))
        return true
    }

    func letGo(_ generation: UInt64) { writer.withLock { $0.letGo(generation) } }

    func note(snapshot generation: UInt64, size: Int) {
        let lastKept = writer.withLock { $0.note(snapshot: generation, size: size) }
        folder.removeFiles(before: generation, keptBefore: lastKept)
    }

    /// How many bytes the records behind the newest snapshot take on the medium. O(files).
    public var tailSize: Int { writer.withLock { $0.tailSize } }

    /// How many bytes the newest snapshot takes. O(1).
    public var snapshotSize: Int { writer.withLock { $0.snapshotSize } }
}
