import MillraceBase
public import MillraceStorage

/// A disk in memory: it can be full, its calls can fail, its power can fail, and a program can end in the middle of a
/// write.
///
/// ```swift
/// let disk = SimulatedDisk(seed: 1)
/// let log = try AppendLog(folder, syncing: .never, fileSystem: disk.start()) { _ in }
/// try log.append(change)
/// // The power fails. The next run finds what was on the medium: no record, since none was synchronized.
/// let next = try AppendLog(folder, syncing: .never, fileSystem: disk.start(losing: .everything)) { _ in }
/// ```
///
/// **Runs.** A run of the program begins with ``start(losing:_:)``, which returns its file system, and ends with
/// ``stop()``, with the next start, or at the call that its ``DiskBehaviour`` names. From then on each call of its file
/// system fails with `EIO` and changes nothing, whoever still holds it. So a program is killed without a process of its
/// own.
///
/// **The medium.** Written bytes are seen at once. They are on the medium when their file was synchronized; names are
/// when their folder was. Of the rest, a power failure keeps some, loses some, and leaves zeros in some sectors, as
/// ``PowerLoss`` says. A synchronization that fails does the same there and then, and the lost bytes are still seen,
/// until the power fails: so does Linux.
///
/// **Folders** need not be made, and a folder without files is one that is there.
///
/// All that happens by chance follows from the seed, so the same calls have the same results in each process. A journal
/// or a log that synchronizes `.within` a time does so by the clock: pass `.eachRecord` or `.never` where the calls
/// shall be the same each time.
///
/// A call costs what it reads or writes, a start what is not on the medium. It may be used on any thread. Each file
/// system that it has returned keeps its contents alive.
public final class SimulatedDisk: Sendable {
    let state: Locked<DiskState>

    /// What the power failure takes with which an exploration has ended the run.
    let loss = Locked<PowerLoss?>(nil)

    /// Creates an empty disk.
    ///
    /// - Parameter seed: Decides what happens by chance. Two disks of one seed do the same.
    public init(seed: UInt64) { state = Locked(DiskState(seed: seed)) }

    // MARK: Runs

    /// Ends the run, if there is one, and begins the next.
    ///
    /// - Parameters:
    ///   - loss: If the power fails in between, the part that is lost of what is not on the medium. Nil if it does not:
    ///     then all that was written is there.
    ///   - behaviour: How the disk behaves in the new run.
    /// - Returns: The file system of the new run.
    public func start(losing loss: PowerLoss? = nil, _ behaviour: DiskBehaviour = DiskBehaviour()) -> FileSystem {
        state.withLock { state in
            if let loss { state.failPower(loss) }
            state.start(behaviour)
            return SimulatedCalls(self.state, run: state.run).fileSystem
        }
    }

    /// Ends the run, as if the program was killed.
    public func stop() { state.withLock { $0.isStopped = true } }

    /// Whether the run has ended: it was stopped, or has made the call at which it ends.
    public var isStopped: Bool { state.withLock { $0.isStopped } }

    /// How many calls the run has made: those that read, write, open, claim, rename, remove, list or synchronize.
    public var calls: Int { state.withLock { $0.calls } }

    /// How the disk behaves from now on.
    public var behaviour: DiskBehaviour {
        get { state.withLock { $0.behaviour } }
        set { state.withLock { $0.behaviour = newValue } }
    }

    /// Called before each call that changes something, with the call in a few words, such as `write 1.tail`. If it
    /// returns true, the run ends in that call, as it does where no ``DiskBehaviour/callsLeft`` are left.
    ///
    /// The words are the same each time, also for files whose names are not. It is called on the thread of the call,
    /// and may use the disk. It stays from run to run.
    package var onWrite: (@Sendable (_ description: String) -> Bool)? {
        get { state.withLock { $0.onWrite } }
        set { state.withLock { $0.onWrite = newValue } }
    }

    // MARK: Contents

    /// All files by their paths, as a run sees them. Those that are set are new files, and on the medium: a backup that
    /// is restored, or one that is damaged. O(all bytes).
    public var files: [String: [UInt8]] {
        get { state.withLock { state in state.names.mapValues { state.files[$0]?.bytes ?? [] } } }
        set {
            state.withLock { state in
                (state.files, state.names, state.nameChanges) = ([:], [:], [])
                for (name, bytes) in newValue.sorted(by: { $0.key < $1.key }) { state.names[name] = state.add(bytes) }
                state.mediumNames = state.names
            }
        }
    }

    /// Replaces files by others, which are on the medium: those that the closure does not change stay the same files.
    package func replace(_ change: (inout [String: [UInt8]]) -> Void) {
        let former = files
        var present = former
        change(&present)
        state.withLock { state in
            for (name, bytes) in present.sorted(by: { $0.key < $1.key }) where bytes != former[name] {
                let file = state.add(bytes)
                (state.names[name], state.mediumNames[name]) = (file, file)
            }
            for name in former.keys where present[name] == nil {
                (state.names[name], state.mediumNames[name]) = (nil, nil)
            }
        }
    }

    /// A number that stands for all that is on the disk: what is seen, what is on the medium, and what a power failure
    /// may take. The same in each process. O(all bytes).
    package var digest: UInt64 { state.withLock { $0.digest } }

    /// Whether all that is seen is on the medium, so that a power failure takes nothing. O(all bytes).
    package var isSynchronized: Bool { state.withLock { $0.isSynchronized } }

    /// What was done that a log never does: a file was overwritten, or replaced.
    package var violations: [String] { state.withLock { $0.violations } }
}
