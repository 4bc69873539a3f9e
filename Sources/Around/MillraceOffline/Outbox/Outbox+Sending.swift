import MillraceData
public import MillraceFlux

extension Outbox {
    /// Sends the entries that may be sent now: the first entry of each subject, unless it is on its way already, has a
    /// problem, or waits for its next attempt. If its outcome is unknown the server is asked, where the sender can.
    ///
    /// Call it whenever the outbox has changed, since something may have become ready, and when the app begins:
    ///
    /// ```swift
    /// store.onChange(of: \.outbox) { state, _ in state.outbox.send(by: sender) }
    /// ```
    ///
    /// While there is no network, do not call it, or let the attempts fail: each waits longer than the one before.
    ///
    /// - Returns: The effect, which the handler or reaction must return. It dispatches an ``OutboxAnswered`` for each entry. Its
    ///   identities are the keys.
    /// - Complexity: O(k log n) for k entries that are sent.
    public mutating func send(by sender: OutboxSender<Edit>) -> Effect {
        var effects: [Effect] = []
        while let subject = pausing.first?.id {
            pausing.remove(id: subject)
            if let effect = beginPause(of: subject) { effects.append(effect) }
        }
        while flights.count < sender.limit, let subject = ready.first?.id {
            guard let effect = beginSending(of: subject, by: sender) else {
                ready.remove(id: subject)
                continue
            }
            effects.append(effect)
        }
        return Effect(effects)
    }

    private mutating func beginSending(of subject: Subject, by sender: OutboxSender<Edit>) -> Effect? {
        guard let key = lines[id: subject]?.keys.first, var entry = content[id: key] else { return nil }
        if entry.isUnknown {
            // A question is no attempt.
            if !sender.canAsk { return nil }
        } else {
            // Noted before anything is sent: from here on the edit under this key stays as it is.
            entry.attempts += 1
            entry.isAssumed = nil
            content.updateOrAppend(entry)
        }
        flights.append(OutboxFlight(id: key, subject: subject))
        sendings += 1
        change(subject) { $0.phase = .sending(key) }
        let sent = entry
        return .run(key, .latest) { try await sender.answer(to: sent) }
    }

    private mutating func beginPause(of subject: Subject) -> Effect? {
        guard let line = lines[id: subject], case .pausing(let delay, let isAsked) = line.phase,
            let key = line.keys.first
        else { return nil }
        change(subject) { $0.phase = .paused(isAsked: isAsked) }
        return .run(key, .latest, after: delay) { OutboxAnswered<Edit>(key, nil) }
    }

    /// Ends the times until the next attempts, such as when the network is there again, but for those that the server
    /// has asked for. ``send(by:)`` then sends at once. O(n) for n subjects that wait.
    public mutating func hurry() {
        for line in lines {
            switch line.phase {
            case .pausing(_, isAsked: false), .paused(isAsked: false):
                pausing.remove(id: line.id)
                change(line.id) { $0.phase = .idle }
            case .idle, .sending, .pausing, .paused: break
            }
        }
    }

    /// Takes an answer: removes the entry that was saved, notes a problem, or waits for the next attempt.
    ///
    /// An answer that nobody waits for, or of another outbox, is ignored.
    ///
    /// - Returns: The entry that the answer is about. Nil if it was discarded meanwhile, if the answer is ignored, if it
    ///   says only that a time is over, and if it is the refusal of an entry that an earlier attempt may have saved: that
    ///   settles nothing, see ``OutboxProblem/unknown(_:)``. Where the key was in use, the entry with its new one.
    @discardableResult
    public mutating func take(_ answered: OutboxAnswered<Edit>) -> OutboxEntry<Edit>? {
        guard let answer = answered.answer else {
            endPause(of: answered.key)
            return nil
        }
        guard let flight = flights.remove(id: answered.key) else { return nil }
        let (key, subject, entry) = (answered.key, flight.subject, content[id: answered.key])
        if let entry, entry.isUnknown {
            switch answer {
            case .later(let delay), .notDone(let delay): pause(key, subject, delay, answered.isAskedFor)
            case .keyInUse: return renew(entry)
            case .saved, .conflict, .refused, .unknown, .prepared:
                change(subject) { $0.phase = .idle }
                return settle(key, as: answer)
            }
            return content[id: key]
        }
        switch answer {
        case .saved, .later, .unknown, .keyInUse: break
        case .conflict, .refused, .notDone, .prepared:
            content[id: key]?.undone = min((entry?.undone ?? 0) + 1, entry?.attempts ?? 0)
        }
        switch answer {
        case .saved(_, let version):
            finish(key, subject, version)
            return entry
        case .conflict(let theirs, let version): note(.conflict(theirs: theirs, version: version), of: key)
        case .refused(let reason) where content[id: key]?.mayBeSaved != true: note(.refused(reason), of: key)
        case .refused(let reason), .unknown(let reason):
            note(.unknown(reason), of: key)
            change(subject) { $0.phase = .idle }
            return nil
        case .keyInUse:
            if let entry { return renew(entry) }
        case .prepared(let reply): content[id: key]?.prepared = reply
        case .later(let delay), .notDone(let delay):
            guard entry != nil else { break }
            pause(key, subject, delay, answered.isAskedFor)
            return content[id: key]
        }
        change(subject) { $0.phase = .idle }
        return content[id: key]
    }

    /// Removes an entry that the server has.
    private mutating func finish(_ key: OutboxKey, _ subject: Subject, _ version: String?) {
        content.remove(id: key)
        unknowns.remove(id: key)
        change(subject) { line in
            line.keys.remove(id: key)
            line.phase = .idle
        }
        passOn(version, to: subject)
    }

    mutating func pause(_ key: OutboxKey, _ subject: Subject, _ delay: Duration?, _ isAskedFor: Bool) {
        change(subject) { $0.phase = .pausing(delay ?? .zero, isAsked: isAskedFor) }
        pausing.updateOrAppend(OutboxSubject(id: subject))
    }

    /// Settles an entry whose outcome is unknown by what the server has been found to have, however that was asked.
    ///
    /// ```swift
    /// store.on(TodoRead.self) { state, read in
    ///     for entry in state.outbox.unknown where entry.edit.subject == read.todo.id {
    ///         state.outbox.settle(entry.key, as: entry.edit.isDone(in: read.todo) ? .saved(read.todo) : .refused("no room"))
    ///     }
    ///     return state.outbox.send(by: sender)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key of an entry whose outcome is unknown.
    ///   - answer: `.saved` if the server has it; `.refused` if it does not have it; `.conflict` with what it has instead;
    ///     `.keyInUse` if what it has under the key is another edit. By another one nothing is settled.
    /// - Returns: The entry as it is now, and was if the server has it; nil if there is none of this key whose outcome is
    ///   unknown, and then nothing has changed.
    /// - Complexity: O(log n).
    @discardableResult
    public mutating func settle(_ key: OutboxKey, as answer: OutboxAnswer<Edit.Reply>) -> OutboxEntry<Edit>? {
        guard let entry = content[id: key], entry.isUnknown else { return nil }
        let subject = entry.edit.subject
        switch answer {
        case .saved(_, let version):
            stopAsking(key, subject)
            finish(key, subject, version)
            return entry
        case .conflict(let theirs, let version):
            stopAsking(key, subject)
            note(.conflict(theirs: theirs, version: version), of: key)
        case .refused(let reason):
            stopAsking(key, subject)
            note(.refused(reason), of: key)
        case .keyInUse: return renew(entry)
        case .later, .notDone, .unknown, .prepared: return entry
        }
        // Whether it may be sent has changed.
        change(subject) { _ in }
        return content[id: key]
    }

    /// Forgets that the outcome of an entry is unknown, and an answer to the question for it.
    mutating func stopAsking(_ key: OutboxKey, _ subject: Subject) {
        unknowns.remove(id: key)
        flights.remove(id: key)
        pausing.remove(id: subject)
        change(subject) { $0.phase = .idle }
    }

    private mutating func endPause(of key: OutboxKey) {
        guard let subject = content[id: key]?.edit.subject, let line = lines[id: subject], line.keys.first == key,
            case .paused = line.phase
        else { return }
        change(subject) { $0.phase = .idle }
    }

    private mutating func note(_ problem: OutboxProblem<Edit.Reply>, of key: OutboxKey) {
        guard let entry = content[id: key] else { return }
        content[id: key]?.problem = problem
        if content[id: key]?.isUnknown == true {
            unknowns.append(key)
        } else {
            problems.append(key)
        }
        guard content[id: key]?.isAside == true else { return }
        let subject = entry.edit.subject
        change(subject) { line in
            line.keys.remove(id: key)
            line.aside.append(key)
        }
        passOn(entry.brought, to: subject)
    }

    /// Gives the first entry of a subject the version that the subject has now.
    mutating func passOn(_ version: String?, to subject: Subject) {
        guard let version, let first = lines[id: subject]?.keys.first.flatMap({ content[id: $0] }),
            first.isUnsent || first.isAssumed == true
        else { return }
        content[id: first.key]?.brought = version
    }
}
