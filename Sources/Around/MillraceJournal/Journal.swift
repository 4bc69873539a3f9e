public import Foundation
import MillraceBase
public import MillraceFlux
public import MillraceSignals
public import MillraceStorage

/// Keeps the states of stores in a folder, so that they are there again when the program starts the next time, however
/// it has ended.
///
/// ```swift
/// let journal = try Journal(folder, on: dispatcher)
/// let todo = makeToDo(on: dispatcher)
/// try journal.keep(todo) {
///     $0.table(\.items, as: "items")
///     $0.value(\.selectedList, as: "list")
/// }
/// ```
///
/// **A record** holds the changes of a turn, not the action that was dispatched: when the program starts again, no
/// handler runs, no effect starts, and a handler that has changed since does not change the past (law J9). All that one
/// turn changes, in however many stores, is one record: it is there again whole, or not at all (J2).
///
/// **When.** A turn is written before `dispatch` returns: then it survives the end of the process. It reaches the
/// medium as `syncing` says: then it survives the end of the machine. ``progress`` shows both, ``durability`` waits for
/// it, and ``synchronize()`` brings it about.
///
/// **Histories.** The states that time travel shows are not written, until it becomes the present with
/// `StateHistory.resume()`. An undo is a change like any other. Keep stores before you make the history: otherwise its
/// first moment would be the state before anything was restored, and ``keep(_:_:)`` traps.
///
/// **Families.** Call ``keepMember(_:_:onFailure:)`` where the member's store is made.
///
/// **If it fails.** A disk that is full loses nothing that was reported as durable. ``progress`` has the failure;
/// changes that could not be written are written with the next turn, or a second later. One journal at a time has the
/// folder (J7).
///
/// **Backups.** A journal that is opened in another folder than that in which it was written, such as one that was restored
/// from a backup, finds that out as far as the files are others, and its outboxes use no key again (J12): see
/// `Outbox.distrust(as:)`.
///
/// **Cost.** A turn asks the stores that it has changed, however many are kept, and writes in O(k log n) for k changed
/// rows. Now and then the whole state is written to a snapshot, on another thread, so that a start reads no more than a
/// few times the size of the state.
///
/// The dispatcher keeps the journal. It belongs to the dispatcher's isolation domain.
public final class Journal {
    /// How far the journal is. It changes soon after the journal's progress, and never ends.
    public let progress: Observable<JournalProgress>

    /// The findings when the journal was opened: a record that was not written whole, for example. As a rule nothing.
    public let findings: [LogFinding]

    private let core: JournalCore

    /// Opens the journal of a folder, which is made if it is missing.
    ///
    /// Precondition: the dispatcher was made with a scheduler, and has no journal.
    ///
    /// - Parameters:
    ///   - folder: The folder, which has nothing else in it.
    ///   - dispatcher: The dispatcher of the stores to be kept.
    ///   - syncing: When records are brought to the medium.
    ///   - damage: The treatment of files that are not as they were written: by default that is an error.
    ///   - fileSystem: Where the folder is: in a spec, on a `SimulatedDisk` (`MillraceSimulation`).
    ///   - isolation: The isolation of the calling code.
    /// - Throws: An `AppendLogError` if another journal has the folder, if the files are damaged, or if they cannot be
    ///   read.
    public convenience init(
        _ folder: URL,
        on dispatcher: Dispatcher,
        syncing: AppendLog.Syncing = .within(.milliseconds(20)),
        onDamage damage: LogDamagePolicy = .refuse,
        fileSystem: FileSystem = .system,
        isolation: (any Actor)? = #isolation
    ) throws {
        try self.init(
            folder,
            on: dispatcher,
            syncing: syncing,
            onDamage: damage,
            fileSystem: fileSystem,
            smallSize: 256 * 1_024,
            isolation: isolation
        )
    }

    /// For specs: with snapshots as often as they like.
    ///
    /// - Parameter smallSize: The size of records from which on a snapshot is worth it.
    package init(
        _ folder: URL,
        on dispatcher: Dispatcher,
        syncing: AppendLog.Syncing,
        onDamage damage: LogDamagePolicy = .refuse,
        fileSystem: FileSystem = .system,
        smallSize: Int,
        isolation: (any Actor)? = #isolation
    ) throws {
        guard let scheduler = dispatcher.scheduler else { stopWithoutScheduler() }
        if dispatcher.journal != nil { stopSecondJournal() }
        var snapshot = JournalSnapshot()
        let log = try AppendLog(folder.path, syncing: syncing, onDamage: damage, fileSystem: fileSystem) { entry in
            switch entry {
            case .snapshot(let piece): try snapshot.apply(piece)
            case .record(_, let record): try snapshot.apply(record)
            }
        }
        findings = log.findings
        let core = JournalCore(log, snapshot, smallSize, on: dispatcher)
        self.core = core
        progress = core.gate.feed.observable(of: core.gate, on: scheduler, isolation: isolation) { $0.progress }
        dispatcher.journal = core
    }

    /// The number of the last turn that was written, at once.
    package var writtenTurn: UInt64 { core.log.writtenSequence }

    /// How far it is, at once and on any thread.
    package var currentProgress: JournalProgress { core.gate.progress }

    /// Keeps a store, and gives it the state that was kept, in a turn. If none was, the present one is written.
    ///
    /// Preconditions: the store is the only one of its name that is kept; it is not a member of a family; no history was
    /// made; no handler runs.
    ///
    /// - Parameters:
    ///   - store: The store, whose name stands for it in the file.
    ///   - parts: Declares the kept parts of its state.
    /// - Throws: A ``JournalError`` if something that was kept cannot be read. Then the store is as it was, it is not
    ///   kept, and its records in the file stay.
    public func keep<State>(_ store: Store<State>, _ parts: (inout JournalParts<State>) -> Void) throws(JournalError) {
        if store.dispatcher.journal !== core { stopForeign(store.description) }
        if let history = store.dispatcher.nameOfHistory { stopAfterHistory(store.description, history) }
        try core.keep(store, called: store.description, parts)
    }

    /// Keeps the store of a family's member. Call it where the store is made, in the family's closure.
    ///
    /// ```swift
    /// let rooms = StoreFamily(of: lobby, \.roomIDs, name: "rooms") { id in
    ///     let room = makeRoom(id, on: dispatcher)
    ///     journal.keepMember(room) { $0.value(\.draft, as: "draft") }
    ///     return room
    /// }
    /// ```
    ///
    /// The records of a member are gone with its element, also if the member was not made in this run: a member that
    /// comes again begins anew. One that undo or time travel brings back has it again, if the history tracks the
    /// family.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - parts: Declares the kept parts of its state.
    ///   - onFailure: Called if a part cannot be read from its records. Then the member is as it was made, and is not kept.
    ///     By default the error is written to standard error.
    public func keepMember<State>(
        _ store: Store<State>,
        _ parts: (inout JournalParts<State>) -> Void,
        onFailure: ((JournalError) -> Void)? = nil
    ) {
        // What is made behind the end is not kept.
        if core.isEnded { return }
        if store.dispatcher.journal !== core { stopForeign(store.description) }
        guard let member = core.memberInMaking else { stopOutside(store.description) }
        do {
            try core.keep(store, called: member.label, parts)
        } catch {
            if let onFailure { onFailure(error) } else { writeToStandardError("\(error)") }
        }
    }

    /// Waits until all changes so far are on the medium: for an `OutboxSender`.
    public var durability: Durability {
        let gate = core.gate
        return Durability { await gate.waitUntilDurable() }
    }

    /// Brings all that has happened to the medium, and returns when it is there. Call it before the program ends.
    ///
    /// - Throws: Why that is not possible.
    public func synchronize() throws {
        core.write()
        if core.gate.progress.hasUnwritten, let failure = core.gate.progress.failure { throw failure }
        try core.log.synchronize()
        core.gate.note(.durable(core.log.durableSequence))
    }

    /// Writes the whole state to a snapshot. The journal does this by itself; after large deletions it makes the files
    /// small at once. Where one is being made already, waits for that.
    ///
    /// - Throws: Why that is not possible. Nothing is lost then.
    nonisolated(nonsending) public func makeSnapshot() async throws {
        core.write()
        try await withCheckedThrowingContinuation { waiter in core.beginSnapshot { waiter.resume(with: $0) } }
    }

    /// Ends the journal: brings all that has happened to the medium, waits for a snapshot that is being made, and gives the
    /// folder free. When this returns, another journal can be opened in the folder, also on the same dispatcher.
    ///
    /// ```swift
    /// try await journal.close()
    /// let next = try Journal(folder, on: Dispatcher(on: scheduler))
    /// ```
    ///
    /// What changes from the call on is not kept: ``progress`` says that it is not written, and ``durability`` does not
    /// return for it. A journal that is released without this ends as well, as soon as nothing is being written.
    ///
    /// - Throws: Why something could not be brought to the medium. The folder is free nonetheless.
    nonisolated(nonsending) public func close() async throws {
        let failure = core.end()
        await core.waitForSnapshot()
        let (log, gate) = (core.log, core.gate)
        try await withCheckedThrowingContinuation { waiter in
            DispatchQueue.global(qos: .userInitiated).async { waiter.resume(with: Result { try log.close() }) }
        }
        gate.note(.durable(log.durableSequence))
        if let failure { throw failure }
    }
}

extension JournalProgress.Failure: Error {}

private func stopWithoutScheduler() -> Never {
    stop("Journal.init: the dispatcher has no scheduler. To fix: make it with Dispatcher(on:).")
}

private func stopSecondJournal() -> Never {
    stop("Journal.init: the dispatcher has a journal. To fix: keep all its stores in one.")
}

private func stopForeign(_ store: String) -> Never {
    stop("Journal.keep: \(store) has another dispatcher. To fix: make the journal on the store's dispatcher.")
}

private func stopAfterHistory(_ store: String, _ history: String) -> Never {
    stop(
        """
        Journal.keep: \(store) is to be kept after \(history) was made, which would go back to the state before. \
        To fix: keep the stores first, and then make histories.
        """
    )
}

private func stopOutside(_ store: String) -> Never {
    stop(
        """
        Journal.keepMember: \(store) is not being made for a family. \
        To fix: call it in the closure that makes the member's store; for other stores call keep(_:_:).
        """
    )
}
