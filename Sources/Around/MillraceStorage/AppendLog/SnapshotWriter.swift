public import Foundation
import MillraceBase

extension AppendLog {
    /// Writes a snapshot of a log: pieces, in place of all records before it.
    ///
    /// It may be used on any thread, while records are appended. If it is released before ``commit()``, or the process
    /// ends, it is as if it had never begun. Until it is committed it keeps the log, and with it the claim on the folder.
    public final class SnapshotWriter: Sendable {
        private struct State {
            /// Nil once the snapshot is committed.
            var log: AppendLog?
            var draft: AtomicFile?
            var records: RecordFile?
            var pieces: UInt64 = 0
            var failure: FileError?
        }

        /// The last record that the snapshot stands for.
        public let sequence: UInt64

        private let folder: LogFolder
        private let generation: UInt64
        private let state: Locked<State>

        init(_ log: AppendLog, _ folder: LogFolder, generation: UInt64, sequence: UInt64) {
            (self.folder, self.generation, self.sequence) = (folder, generation, sequence)
            state = Locked(State(log: log))
        }

        deinit { state.withLock { $0.log?.letGo(generation) } }

        /// Writes a piece behind the others. Opening delivers it as it is. O(n).
        ///
        /// - Throws: A ``FileError`` if it cannot be written. The snapshot cannot be committed then.
        public func write(_ piece: Data) throws(FileError) {
            try state.withLock { state throws(FileError) in
                precondition(
                    state.log != nil,
                    "SnapshotWriter.write: the snapshot is committed. To fix: write all pieces before."
                )
                try write(.piece, piece, &state)
            }
        }

        private func write(_ kind: RecordHead.Kind, _ piece: Data, _ state: inout State) throws(FileError) {
            if let failure = state.failure { throw failure }
            do throws(FileError) {
                if state.records == nil {
                    let header = LogHeader(
                        kind: .snapshot,
                        place: LogPlace(generation: generation),
                        salt: folder.fileSystem.randomNumber(),
                        sequence: sequence
                    )
                    let draft = try folder.draft(header.name)
                    (state.draft, state.records) = (draft, try RecordFile(draft.file, header: header))
                }
                if kind == .piece { state.pieces += 1 }
                try state.records?.append(RecordHead(kind: kind, sequence: state.pieces, synced: 0), piece)
            } catch {
                (state.failure, state.draft) = (error, nil)
                throw error
            }
        }

        /// Puts the snapshot in the place of the older files, which are removed. It is on the medium on return, and so are
        /// the records behind it that were appended before the call.
        ///
        /// Waits for the medium, some milliseconds, while records are appended. Does nothing if one that was begun later was
        /// committed meanwhile.
        ///
        /// - Throws: A ``FileError`` if it cannot be written. The older files stay.
        public func commit() throws(FileError) {
            try state.withLock { state throws(FileError) in
                guard let log = state.log else {
                    preconditionFailure("SnapshotWriter.commit: the snapshot is committed. To fix: commit once.")
                }
                try write(.end, Data(), &state)
                try commit(&state, log)
                log.letGo(generation)
                (state.log, state.draft, state.records) = (nil, nil, nil)
            }
        }

        private func commit(_ state: inout State, _ log: AppendLog) throws(FileError) {
            guard let draft = state.draft, let size = state.records?.size else { return }
            do throws(FileError) {
                guard try log.begin(generation) else { return }
                try draft.commit()
                try folder.synchronize()
            } catch {
                (state.failure, state.draft) = (error, nil)
                throw error
            }
            log.note(snapshot: generation, size: size)
        }
    }
}
