import MillraceData

extension Outbox {
    /// Sends an entry again that was refused or whose outcome is unknown, perhaps with another edit: at the same place.
    ///
    /// It gets a new key, since the server may have kept its refusal under the old one. But the same edit keeps its key as
    /// long as an earlier attempt may have been saved, or may come to the server still (``OutboxEntry/mayBeSaved``): under
    /// another one it would be done twice (law J10).
    ///
    /// Precondition: the other edit has the same subject.
    ///
    /// - Returns: The key under which it is sent; nil if there is no entry of this key that was refused or is unknown, or
    ///   if another edit is to take the place of one whose outcome is unknown. Then nothing has changed.
    @discardableResult
    public mutating func retry(_ key: OutboxKey, as edit: Edit? = nil) -> OutboxKey? {
        guard let entry = content[id: key] else { return nil }
        switch entry.problem {
        case .refused, .unknown: break
        case .conflict, nil: return nil
        }
        let isSame = edit ?? entry.edit == entry.edit
        if isSame, entry.mayBeSaved { return resume(entry) }
        return entry.isUnknown ? nil : replace(entry, with: edit ?? entry.edit, "retry(_:as:)")
    }

    /// Lets an entry be sent again as it is, under its key.
    private mutating func resume(_ entry: OutboxEntry<Edit>) -> OutboxKey {
        let (key, subject) = (entry.key, entry.edit.subject)
        if entry.isUnknown { stopAsking(key, subject) }
        problems.remove(id: key)
        content[id: key]?.problem = nil
        let (content, place) = (content, content.index(id: key) ?? content.count)
        change(subject) { line in if line.aside.remove(id: key) != nil { line.putBack(key, at: place, in: content) } }
        return key
    }

    /// Lets an entry be sent under another key, since the server has another edit under its own.
    mutating func renew(_ entry: OutboxEntry<Edit>) -> OutboxEntry<Edit>? {
        stopAsking(entry.key, entry.edit.subject)
        distrustKeys()
        let key = replace(entry, with: entry.edit, "take(_:)")
        // Not at once, for a server that says so of each key.
        pause(key, entry.edit.subject, .seconds(1), false)
        return content[id: key]
    }

    /// Decides a conflict: a function makes the edit that is sent in the place of the one that conflicts, from that and
    /// from the server's state.
    ///
    /// It is sent with the server's version, at the same place, under a new key. The function is also called for each
    /// later entry of the subject, in their order, since their author has not seen the server's state either.
    ///
    /// - Parameters:
    ///   - key: The key of an entry that conflicts.
    ///   - decide: Returns the edit that takes the place of an entry's; nil if nothing is left to be said. Precondition:
    ///     it has the same subject.
    /// - Returns: Whether there is an entry of this key that conflicts. If not, nothing has changed.
    /// - Complexity: O(k log n) for k entries of the subject.
    @discardableResult
    public mutating func resolve(
        _ key: OutboxKey,
        by decide: (_ mine: OutboxEntry<Edit>, _ theirs: Edit.Reply) -> Edit?
    ) -> Bool {
        guard let entry = content[id: key], case .conflict(let theirs, let version) = entry.problem else {
            return false
        }
        let subject = entry.edit.subject
        for mine in entries(of: subject) {
            guard let edit = decide(mine, theirs) else {
                remove(mine)
                continue
            }
            if mine.key == key || edit != mine.edit { replace(mine, with: edit, "resolve(_:by:)") }
        }
        passOn(version, to: subject)
        return true
    }

    /// Gives an entry up: it is not sent any more.
    ///
    /// If it was sent before, the server may have it, or may get it still: whoever wants to be sure adds an edit that
    /// does the opposite. If it is on its way, later entries of the subject wait for its answer.
    ///
    /// - Returns: The entry; nil if there is none with this key.
    @discardableResult
    public mutating func discard(_ key: OutboxKey) -> OutboxEntry<Edit>? {
        guard let entry = content[id: key] else { return nil }
        remove(entry)
        return entry
    }

    /// Gives all entries of a subject up: see ``discard(_:)``.
    ///
    /// - Returns: The entries, in their order.
    @discardableResult
    public mutating func discardAll(of subject: Subject) -> [OutboxEntry<Edit>] {
        let discarded = entries(of: subject)
        for entry in discarded { remove(entry) }
        return discarded
    }

    private mutating func remove(_ entry: OutboxEntry<Edit>) {
        if entry.isUnknown { stopAsking(entry.key, entry.edit.subject) }
        content.remove(id: entry.key)
        problems.remove(id: entry.key)
        if held.remove(id: entry.key) != nil { return }
        var wasFirst = false
        change(entry.edit.subject) { line in
            wasFirst = line.keys.first == entry.key
            line.keys.remove(id: entry.key)
            line.aside.remove(id: entry.key)
            if wasFirst, !line.isSending { line.phase = .idle }
        }
        if wasFirst { passOn(entry.brought, to: entry.edit.subject) }
    }

    /// Puts another edit at the place of an entry, under a new key if anybody else may know the old one.
    @discardableResult
    private mutating func replace(
        _ entry: OutboxEntry<Edit>,
        with edit: Edit,
        _ method: StaticString
    ) -> OutboxKey {
        let subject = entry.edit.subject
        requireSubject(of: edit, subject, method)
        let key = entry.isUnsent ? entry.key : head.makeKey()
        let replacement = OutboxEntry(key, edit, replacing: entry)
        if key == entry.key {
            content.updateOrAppend(replacement)
            return key
        }
        let place = content.index(id: entry.key) ?? content.count
        content.remove(id: entry.key)
        content.insert(replacement, at: place)
        problems.remove(id: entry.key)
        let content = content
        change(subject) { line in
            if line.aside.remove(id: entry.key) != nil {
                line.putBack(key, at: place, in: content)
            } else {
                let place = line.keys.index(id: entry.key) ?? line.keys.count
                line.keys.remove(id: entry.key)
                line.keys.insert(key, at: place)
            }
        }
        return key
    }
}

extension OutboxLine {
    fileprivate var isSending: Bool { if case .sending = phase { true } else { false } }

    /// Puts an entry that held nothing back among those that wait: before the later ones, but for one that has begun.
    fileprivate mutating func putBack<Edit>(_ key: OutboxKey, at place: Int, in content: Table<OutboxEntry<Edit>>) {
        let later = keys.firstIndex { (content.index(id: $0) ?? 0) > place } ?? keys.count
        keys.insert(key, at: phase == .idle ? later : max(later, min(1, keys.count)))
    }
}
