import MillraceData
public import MillraceJournal

extension JournalParts {
    /// Keeps an outbox: each entry, and the head that its keys are made of. So a change of the state and its entry,
    /// made by one handler, are one record (law J2).
    ///
    /// That an entry is on its way is not kept: in the next run it is sent again, under the same key.
    ///
    /// Where the folder was restored from a backup, or a damaged journal is opened with its sound part, the entries may be
    /// older than those that were sent. Then the outbox is distrusted: see ``/MillraceOffline/Outbox/distrust(as:)``, which
    /// says what the journal finds out.
    ///
    /// - Parameters:
    ///   - path: The outbox.
    ///   - name: The name of the part, which no other part of the store has.
    ///   - version: The version of the edits. Increase it when edits that were written cannot be decoded any more.
    ///   - carry: Makes an edit of one that was written with another version.
    public mutating func outbox<Edit: OutboxEdit>(
        _ path: WritableKeyPath<State, Outbox<Edit>>,
        as name: String,
        version: Int = 1,
        carry: ((JournaledValue) throws -> Edit)? = nil
    ) {
        table(
            path.appending(path: \.entries),
            as: name,
            version: version,
            carry: carry.map { carry in { try OutboxEntry(carrying: $0, carry) } }
        )
        value(path.appending(path: \.head), as: "\(name).keys")
        beginningsOfEpochs.append { $0[keyPath: path].begin($1) }
    }
}
