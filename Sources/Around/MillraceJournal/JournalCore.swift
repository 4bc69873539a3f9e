import Foundation
import MillraceBase
import MillraceFlux
import MillraceSignals
import MillraceStorage

/// Writes the changes of a dispatcher's turns. The dispatcher keeps it.
final class JournalCore: StoreJournal {
    let log: AppendLog
    let gate: DurabilityGate
    var memberInMaking: (any FamilyMembership)?
    private weak let dispatcher: Dispatcher?

    /// Whether the stores show the past.
    private var showsPast = false

    /// The records of stores that nobody has kept yet in this run.
    private var snapshot: JournalSnapshot
    private var stores: [String: JournaledStore] = [:]

    /// The stores that may have changed since they were written, in order.
    private var dirty: [JournaledStore] = []

    /// The members whose elements have gone, of which something may be in the file.
    private var left: [String: JournaledStore?] = [:]

    /// The members whose records in the file are void, although they are there again.
    private var voided: Set<String> = []

    /// What was written once of members that have left and come back, to be written again.
    private var returned: [String: [String: PartSnapshot]] = [:]
    private var isDue = false
    private var isRetrying = false
    /// Those who wait for the snapshot that is being made; nil while none is.
    private let snapshotWaiters = Locked<[@Sendable (Result<Void, any Error>) -> Void]?>(nil)
    private(set) var isEnded = false

    /// The size of records from which on a snapshot is worth it: less is read in a moment.
    private let smallSize: Int

    init(_ log: AppendLog, _ snapshot: JournalSnapshot, _ smallSize: Int, on dispatcher: Dispatcher) {
        (self.log, self.snapshot, self.smallSize, self.dispatcher) = (log, snapshot, smallSize, dispatcher)
        gate = DurabilityGate(written: log.writtenSequence, durable: log.durableSequence)
        let gate = gate
        log.observeProgressPromptly { gate.note($0) }
    }

    // MARK: Keeping

    /// Keeps a store, and gives it the state that was kept.
    func keep<State>(
        _ store: Store<State>,
        called name: String,
        _ describe: (inout JournalParts<State>) -> Void
    ) throws(JournalError) {
        var parts = JournalParts<State>()
        describe(&parts)
        if stores[name] != nil { stopSecond(name) }
        let kept = JournaledStore(store, called: name, parts.parts, in: self)
        if !voided.contains(name), let found = snapshot.parts(of: name) {
            try store.restore(parts.parts, from: found, as: name)
            snapshot.setParts(found.filter { part, _ in !parts.parts.contains { $0.name == part } }, of: name)
        }
        var state = store.state.value
        let isOlder = parts.beginningsOfEpochs.map { $0(&state, log.epoch) }.contains(true)
        if isOlder { store.restore { $0 = state } }
        stores[name] = kept
        store.registration.registrant.add(kept)
        noteChange(of: kept)
    }

    func memberAppeared(_ member: any FamilyMembership) {
        guard !left.isEmpty, let former = left.removeValue(forKey: member.label) else { return }
        if !showsPast {
            // It has gone and come again in one turn, and begins anew.
            voided.insert(member.label)
        } else if let former {
            // A history shows it again. Its records stay.
            try? former.writeSnapshot { try snapshot.apply($0.bytes) }
        }
    }

    func memberLeft(_ member: any FamilyMembership) {
        let name = member.label
        let former = stores.removeValue(forKey: name)
        if let former { dirty.removeAll { $0 === former } }
        returned[name] = nil
        left.updateValue(former, forKey: name)
        writeLater()
    }

    func snapshot(of member: any FamilyMembership) -> Any? { snapshot.parts(of: member.label) }

    func memberReturned(_ member: any FamilyMembership, with former: Any) {
        guard let parts = former as? [String: PartSnapshot] else { return }
        let name = member.label
        voided.remove(name)
        snapshot.setParts(parts, of: name)
        returned[name] = parts
        gate.noteUnwritten()
        writeLater()
    }

    func setShowsPast(_ showsPast: Bool) {
        let formerly = exchange(&self.showsPast, with: showsPast)
        if formerly, !showsPast { writeLater() }
    }

    func noteChange(of store: JournaledStore) {
        if !store.isDirty {
            store.isDirty = true
            dirty.append(store)
            gate.noteUnwritten()
        }
        writeLater()
    }

    private func writeLater() {
        if isDue { return }
        isDue = true
        withRunner { runner in
            runner.collect {
                runner.atEndOfTurn { [weak self] in
                    self?.isDue = false
                    self?.write()
                }
            }
        }
    }

    // MARK: Writing

    /// Writes the changes since the last time, as one record.
    func write() {
        if showsPast || isEnded { return }
        var record = ByteWriter()
        let gone = voided.union(left.filter { isInFile($0.key, $0.value) }.keys)
        for name in gone {
            record.write(RecordKind.removal)
            record.write(name)
        }
        for (name, parts) in returned { JournalSnapshot.write(parts, of: name) { record.append($0) } }
        do {
            let written = try dirty.map { try $0.writeChanges(&record) }
            if record.isEmpty {
                finish(written)
                return gate.noteNothingToWrite()
            }
            let sequence = try log.append(record.bytes)
            for name in gone { snapshot.remove(name) }
            finish(written)
            gate.noteWritten(sequence)
        } catch {
            gate.note(failure: error)
            return retryLater()
        }
        snapshotIfLarge()
    }

    /// Writes what has changed, and nothing from then on. Returns why something could not be written.
    func end() -> JournalProgress.Failure? {
        write()
        isEnded = true
        if dispatcher?.journal === self { dispatcher?.journal = nil }
        let progress = gate.progress
        return progress.hasUnwritten ? progress.failure : nil
    }

    private func isInFile(_ name: String, _ former: JournaledStore?) -> Bool {
        snapshot.parts(of: name) != nil || former?.wasWritten == true
    }

    private func finish(_ written: [[() -> Void]]) {
        for note in written.joined() { note() }
        for store in dirty { store.isDirty = false }
        dirty = []
        letGoLater(exchange(&left, with: [:]) as Any)
        voided = []
        returned = [:]
    }

    /// Tries again in a while, though nothing may happen until then.
    private func retryLater() {
        guard !isRetrying, let scheduler = dispatcher?.scheduler else { return }
        isRetrying = true
        scheduler.schedule(after: .seconds(1)) { [weak self] in
            self?.isRetrying = false
            self?.write()
        }
    }

    // MARK: Snapshots

    private func snapshotIfLarge() {
        if log.tailSize > max(smallSize, 2 * log.snapshotSize) { beginSnapshot { _ in } }
    }

    /// Begins a snapshot of the records, which is made on another thread.
    ///
    /// - Parameter completion: Called when it was made, or could not be; or when one was that is being made already.
    func beginSnapshot(_ completion: @escaping @Sendable (Result<Void, any Error>) -> Void) {
        let isFirst = snapshotWaiters.withLock { waiters in
            defer { waiters = (waiters ?? []) + [completion] }
            return waiters == nil
        }
        guard isFirst else { return }
        let (stores, snapshot, snapshotWaiters) = (stores.values.map(\.writeSnapshot), snapshot, snapshotWaiters)
        let limbo = left.values.compactMap { $0?.writeSnapshot }
        let file = log.beginSnapshot()
        DispatchQueue.global(qos: .utility).async {
            let result = Result {
                for write in stores + limbo { try write { try file.write($0.bytes) } }
                try snapshot.write { try file.write($0.bytes) }
                try file.commit()
            }
            let waiters = snapshotWaiters.withLock { exchange(&$0, with: nil) }
            for waiter in waiters ?? [] { waiter(result) }
        }
    }

    /// Waits for a snapshot that is being made, whether or not it can be.
    nonisolated(nonsending) func waitForSnapshot() async {
        await withCheckedContinuation { waiter in
            let isMaking = snapshotWaiters.withLock { waiters in
                waiters?.append { _ in waiter.resume() }
                return waiters != nil
            }
            if !isMaking { waiter.resume() }
        }
    }
}

private func stopSecond(_ name: String) -> Never {
    stop(
        """
        Journal.keep: two stores are called \(name). \
        To fix: name each with Store(_:on:name:), since a journal tells them apart by that.
        """
    )
}
