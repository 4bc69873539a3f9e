import MillraceBase
import MillraceData

/// The edits that have not reached the server yet: a value in a state, which makes the effects that send it.
///
/// ```swift
/// struct TodoState {
///     var items: Table<Todo> = []
///     var outbox: Outbox<TodoEdit>
/// }
///
/// store.on(Rename.self) { state, action in
///     state.items[id: action.id]?.title = action.title
///     state.outbox.add(.rename(action.id, action.title), version: state.items[id: action.id]?.version)
/// }
/// store.on(OutboxAnswered<TodoEdit>.self) { state, answered in
///     if case .saved(let todo?, _) = answered.answer { state.items.updateOrAppend(todo) }
///     state.outbox.take(answered)
/// }
/// store.onChange(of: \.outbox) { state, _ in state.outbox.send(by: sender) }
/// ```
///
/// A handler that changes a state and adds an entry makes one change: a journal writes both or neither.
///
/// - **Order.** The entries of one subject are sent one after the other, those of different subjects side by side
///   (law J5).
/// - **Once.** An entry has a key, which is the same at each attempt, also in the next run of the app. The edit sent
///   under a key never changes. Before anything is sent it is noted, and durable, that it may have been.
/// - **Versions.** The version in an answer passes to the next entry of the subject.
/// - **Problems.** An entry that the server refuses, or that conflicts, stays in ``refused`` until it is decided by
///   ``retry(_:as:)``, ``resolve(_:by:)`` or ``discard(_:)``. Until then later entries of the same subject wait, since
///   they were made of it; those of other subjects do not (law J6). To take the later ones back, call
///   ``discardAll(of:)``; to keep them, discard only the one that was refused. Edits that stand for themselves do not
///   hold later ones: see ``OutboxEdit/holdsLaterEdits``.
/// - **Unknown outcomes.** An answer is lost, and the next attempt is refused: then nobody knows whether the server has the
///   edit. The refusal does not settle it. It is in ``unknown`` until the server is asked what it has (law J10): see
///   ``OutboxProblem/unknown(_:)``.
/// - **Steps.** Work before an edit is sent, such as uploading a file, is a step of its entry, and is not done again
///   when it is noted: see ``OutboxAnswer/prepared(_:)``.
/// - **Undo.** Neither undo nor time travel changes an outbox: see `Irreversible`. To undo something that was done, add
///   an edit that does the opposite.
///
/// A decoded or restored outbox sends nothing by itself, and nothing is on its way: return ``send(by:)`` from the
/// handler of the action with which the app begins. An entry that was on its way when the app ended is sent again,
/// under the same key.
///
/// An old version never changes, and a change costs O(log n) for n entries, also where an old version is held.
public struct Outbox<Edit: OutboxEdit>: Sendable {
    /// The subject of the edits.
    public typealias Subject = Edit.Subject

    /// The head from which the keys are made.
    package var head: OutboxHead

    /// The entries. Changed only together with the lines.
    var content: Table<OutboxEntry<Edit>> = []

    /// The subjects that have entries, or something on its way.
    var lines: Table<OutboxLine<Subject>> = []

    /// The subjects whose first entry may be sent now, in the order in which they came to be so.
    var ready: Table<OutboxSubject<Subject>> = []

    /// The subjects whose first entry is sent again after a time that has not begun.
    var pausing: Table<OutboxSubject<Subject>> = []

    /// The entries on their way.
    var flights: Table<OutboxFlight<Subject>> = []

    /// How often a sending has begun: a ``Pull`` sees by it whether its answer is older than one.
    var sendings = 0

    /// The entries that were refused or conflict.
    var problems: Table<OutboxKey> = []

    /// The entries that the server may have or not.
    var unknowns: Table<OutboxKey> = []

    /// The entries of other accounts.
    var held: Table<OutboxKey> = []

    /// Who is logged in: what is added belongs to this account, and only its entries are sent, and those of nobody.
    ///
    /// ```swift
    /// store.on(SignedIn.self) { state, signedIn in state.outbox.account = signedIn.user }
    /// ```
    ///
    /// The entries of others are held: they stay in ``entries``, count as `held`, and are sent when their account is here
    /// again. An answer to what was on its way under another account is not taken; it is sent again then, under its key.
    /// Set it in each run, since it is not kept: until then nothing goes out that belongs to somebody. Nil, which is the
    /// default, where the app knows no accounts. Setting another one costs O(n) for n entries.
    public var account: String? {
        didSet { if account != oldValue { sendAgain() } }
    }

    /// The entries that are shown in a table of entities.
    var shown: Table<OutboxEntry<Edit>> = []

    /// Creates an outbox without entries.
    ///
    /// - Parameter device: The first part of all keys. It must be unique among all outboxes of all devices that speak to
    ///   the server, and the same in each run: make it once, at the first start, and save it. The members of a family
    ///   need different ones.
    public init(device: String) { head = OutboxHead(device: device) }
}

// MARK: - Adding

extension Outbox {
    /// Adds an edit, behind all others of its subject.
    ///
    /// - Parameters:
    ///   - edit: The edit.
    ///   - version: The version of the subject that the edit was made of, if the server has versions. If it is folded,
    ///     the version of the earlier edit stays.
    ///   - fold: Returns one edit with the effect of an earlier and this one, or nil if there is none. It is called
    ///     with the last edit of the subject, if that was never sent: so typing a title makes one entry. By default
    ///     nothing is folded. Precondition: the edit that it returns has the same subject.
    /// - Returns: The key of the entry.
    @discardableResult
    public mutating func add(
        _ edit: Edit,
        version: String? = nil,
        folding fold: (_ earlier: Edit, _ later: Edit) -> Edit? = { _, _ in nil }
    ) -> OutboxKey {
        if let last = lines[id: edit.subject]?.keys.last, let entry = content[id: last], entry.isUnsent,
            let folded = fold(entry.edit, edit)
        {
            requireSubject(of: folded, entry.edit.subject, "add(_:version:folding:)")
            content[id: last]?.edit = folded
            return last
        }
        let key = head.makeKey()
        var entry = OutboxEntry(key, edit, version: version)
        entry.account = account
        content.append(entry)
        change(edit.subject) { $0.keys.append(key) }
        return key
    }

    /// Adds an entry as it is, behind all others of its subject: one that was kept in another way before, under the key
    /// that the server may know. If it may have been sent, its number of attempts must not be zero.
    ///
    /// - Returns: Whether it was added. If there is an entry of this key, nothing changes.
    @discardableResult
    public mutating func add(_ entry: OutboxEntry<Edit>) -> Bool {
        if content.contains(id: entry.key) { return false }
        content.append(entry)
        enter(entry)
        return true
    }

    func requireSubject(of edit: Edit, _ subject: Subject, _ method: StaticString) {
        if edit.subject == subject { return }
        stop(
            """
            Outbox.\(method): an edit of \(subject) was given to become one of \(edit.subject). \
            To fix: return an edit of the same subject, and add another entry for another one.
            """
        )
    }

    /// Changes the line of a subject, and whether its first entry may be sent now.
    mutating func change(_ subject: Subject, _ body: (inout OutboxLine<Subject>) -> Void) {
        var line = lines[id: subject] ?? OutboxLine(id: subject)
        body(&line)
        if line.isOver { lines.remove(id: subject) } else { lines.updateOrAppend(line) }
        let first = line.phase == .idle ? line.keys.first.flatMap { content[id: $0] } : nil
        if let first, first.problem == nil || first.isUnknown {
            ready.updateOrAppend(OutboxSubject(id: subject))
        } else {
            ready.remove(id: subject)
        }
    }

    /// Replaces all entries by the kept ones.
    mutating func restore(_ entries: Table<OutboxEntry<Edit>>) {
        content = entries
        (lines, ready, pausing, flights) = ([], [], [], [])
        (problems, unknowns, held, shown) = ([], [], [], [])
        for entry in entries { enter(entry) }
    }

    /// Says that the entries may be older than what was sent: each may have been, and keys may have been used that are not
    /// known here. So new keys are made of another device, and no entry is folded or settled by a refusal: a sender that can
    /// ask asks for it.
    ///
    /// A journal that keeps the outbox calls it itself where its folder is another one than that in which it was kept: one
    /// that was restored from a backup, by copying, unpacking or by the system, on the same device or another one; and where
    /// it is opened with the sound part of damaged files. It does not find out what leaves all files the same ones with the
    /// same times: a file system or a virtual machine that is set back to a snapshot, and files that are overwritten in
    /// place without being copied (`rsync --inplace`). There the app calls it, before anything is sent: else a key that was
    /// used since would be used again, and the server would take the new edit for the old one.
    ///
    /// To call it for nothing is harmless: what waits is sent as it is, under its key.
    ///
    /// - Parameter mark: A text that was used for this in no other run, of which new keys are made: an identity that comes
    ///   with the action, since a handler makes none (law F7).
    public mutating func distrust(as mark: String) { distrust(in: head.epoch, mark) }

    /// Distrusts the outbox because the server has another edit under one of its keys.
    mutating func distrustKeys() {
        let former = head.device.split(separator: "~", maxSplits: 1).dropFirst().first ?? ""
        distrust(in: head.epoch, "\(former).\(head.count)")
    }

    /// Distrusts the outbox if it was kept in another epoch of a journal. Returns whether it was.
    mutating func begin(_ epoch: UInt64?) -> Bool {
        if head.epoch == epoch { return false }
        distrust(in: epoch, String(epoch ?? 0, radix: 36))
        return true
    }

    /// Gives up waiting for the answers to entries on their way, and ends all pauses: ``send(by:)`` then sends these
    /// entries again, under the same keys.
    ///
    /// For answers that do not come: after time travel, which ignores actions that arrive while it shows the past, and
    /// where the effects were cancelled. O(n log n) for n entries.
    public mutating func sendAgain() {
        let shown = shown
        restore(content)
        self.shown = shown
    }

    private mutating func distrust(in epoch: UInt64?, _ mark: String) {
        let device = head.device.prefix { $0 != "~" }
        head = OutboxHead(device: "\(device)~\(mark)", epoch: epoch)
        for entry in content where entry.problem == nil {
            if entry.attempts == 0 { content[id: entry.key]?.isAssumed = true }
            content[id: entry.key]?.attempts = max(entry.attempts, 1)
            content[id: entry.key]?.undone = nil
        }
    }

    private mutating func enter(_ entry: OutboxEntry<Edit>) {
        if let owner = entry.account, owner != account {
            held.append(entry.key)
            return
        }
        if entry.isUnknown { unknowns.append(entry.key) } else if entry.problem != nil { problems.append(entry.key) }
        change(entry.edit.subject) { line in
            if entry.isAside { line.aside.append(entry.key) } else { line.keys.append(entry.key) }
        }
    }
}
