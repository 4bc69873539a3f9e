import Millrace
import MillraceOffline

/// What the user sends, to all rooms: what has not reached the homeserver, and what has not come back from it.
///
/// It is not a part of the rooms' state, because it is kept in another way: a journal writes what changes in it, in the
/// turn in which it changes.
public struct SendingState: Equatable, Sendable {
    /// What was not accepted yet.
    public internal(set) var outbox: Outbox<Outgoing>
    /// What was accepted and whose events have not come back, in order.
    var accepted: Table<Sent> = []
    /// The events of what was accepted last. What is about one of these may have been written before it had an event.
    var events: Table<SentEvent> = []
    /// Those that were accepted before the present sync was asked for. If it does not bring their events, these lie in a
    /// gap.
    var expected: Set<Sent.ID> = []
    /// How much of the images is uploaded, in percent.
    var percents: [OutboxKey: Int] = [:]
    /// Who has written all this.
    var user: String?
}

/// The event of something that was sent here.
struct SentEvent: Identifiable, Equatable, Codable, Sendable {
    let id: Outgoing.ID
    let event: String
}

extension String {
    /// Whether it is the identity of an event, and not that of something that was sent here.
    var isEvent: Bool { hasPrefix("$") }
}

/// The user sends something. Identity and time are created with the action, so that handlers stay pure functions of
/// their arguments.
struct Post: Action { let outgoing: Outgoing }

/// The user tries again to send what was refused.
struct Resend: Action { let room: String }

/// The user discards what was refused.
struct Discard: Action { let room: String }

struct UploadProgressed: Action {
    let key: OutboxKey
    let percent: Int
}

/// Makes the store of what is sent. Its handlers say what has happened. Whatever they change, what may be sent is sent.
func makeSending(
    session: Store<SessionState>,
    rooms: Store<RoomsState>,
    with services: ChatServices,
    durability: Durability,
    on dispatcher: Dispatcher
) -> Store<SendingState> {
    // The states alone: the handlers do not keep the stores.
    let (known, login) = (rooms.state, session.state)
    let outbox = Outbox<Outgoing>(device: services.identifiers().uuidString.lowercased())
    return Store(SendingState(outbox: outbox), on: dispatcher, name: "sending") { store in
        let sender = OutboxSender(store.state, to: known, with: services, durability: durability, on: dispatcher)
        store.onChange(of: \.outbox) { state, _ in
            login.value.account == nil ? .none : state.outbox.send(by: sender)
        }
        store.on(Post.self) { state, action in
            if known.value.rooms.contains(id: action.outgoing.room) { state.post(action.outgoing) }
        }
        store.on(Resend.self) { state, action in
            for entry in state.outbox.entries(of: action.room) { state.outbox.retry(entry.key) }
        }
        store.on(Discard.self) { state, action in
            for entry in state.outbox.entries(of: action.room) where entry.problem != nil {
                state.outbox.discard(entry.key)
            }
        }
        store.on(UploadProgressed.self) { state, action in state.percents[action.key] = action.percent }
        store.on(OutboxAnswered<Outgoing>.self) { state, answered in
            state.percents[answered.key] = nil
            guard let entry = state.outbox.take(answered), case .saved(let event?, _) = answered.answer else { return }
            state.note(event, of: entry.edit.id)
            guard known.value.rooms[id: entry.edit.room]?.timeline.contains(event) == false else { return }
            var sent = Sent(entry)
            // Of one whose outcome was unknown the entry still says so.
            (sent.event, sent.refusal) = (event, nil)
            state.accepted.updateOrAppend(sent)
        }
        store.on(Synced.self) { state, action in
            for update in action.rooms {
                if update.membership == .left { state.discardAll(of: update.id) }
                state.confirm(by: update.events)
            }
            if action.end != nil { state.leaveToGap() }
            // An answer shows that the network works again, so that a pause after a failure is over.
            state.outbox.hurry()
        }
        store.on(GapFilled.self) { state, action in state.confirm(by: action.events.events) }
        store.on(SyncFailed.self) { state, _ in state.expectAccepted() }
        store.on(SyncResumed.self) { state, _ in state.expectAccepted() }
        store.on(SignedIn.self, after: [rooms]) { state, action in
            if let user = state.user, user != action.account.user { state.leave() }
            state.outbox.account = action.account.user
            for room in state.rooms {
                // What has come back may still be here, if the program was ended in between.
                state.confirm(by: known.value.rooms[id: room]?.timeline.entries.compactMap(\.event) ?? [])
            }
            state.user = action.account.user
            state.expectAccepted()
            state.outbox.hurry()
            // Also what was written while nobody was logged in.
            return state.outbox.send(by: sender)
        }
        store.on(FormerOutbox.self) { state, former in
            for entry in former.entries { state.outbox.add(entry) }
        }
    }
}

extension SendingState {
    /// What was sent to a room, in order: what was accepted, and then what was not yet.
    func sent(to room: String) -> [Sent] {
        let waiting = outbox.entries(of: room).map { entry in
            var sent = Sent(entry)
            sent.percent = percents[entry.key]
            if let target = sent.target { sent.prepared = event(of: target) }
            return sent
        }
        return accepted.filter { $0.outgoing.room == room } + waiting
    }

    /// The event that something is about; nil if it is not known yet, or any more.
    func event(of target: String) -> String? { target.isEvent ? target : events[id: target]?.event }

    /// Adds what the user sends; or changes what nobody has seen yet, and what was refused.
    fileprivate mutating func post(_ outgoing: Outgoing) {
        if let entry = outbox.entries(of: outgoing.room).first(where: { $0.edit.id == outgoing.target }) {
            switch outgoing.content {
            case .redaction where !entry.mayBeSaved:
                outbox.discard(entry.key)
                return
            case .edit(let text, _):
                if outbox.retry(entry.key, as: entry.edit.saying(text)) != nil { return }
            default: break
            }
        }
        outbox.add(outgoing, folding: Outgoing.fold)
    }

    /// Notes the event of something that was sent, for what is about it: for as long as that waits, and some time for
    /// what is being written.
    fileprivate mutating func note(_ event: String, of id: Outgoing.ID) {
        events.updateOrAppend(SentEvent(id: id, event: event))
        while events.count > 100, let first = events.first,
            !outbox.entries.contains(where: { $0.edit.target == first.id })
        {
            events.remove(id: first.id)
        }
    }

    /// The rooms to which something was sent.
    fileprivate var rooms: Set<String> { Set(outbox.entries.map(\.edit.room) + accepted.map(\.outgoing.room)) }

    /// Removes what has come back from the homeserver.
    fileprivate mutating func confirm(by events: [TimelineEvent]) {
        guard !outbox.entries.isEmpty || !accepted.isEmpty else { return }
        for event in events {
            if let transaction = event.transaction, let entry = outbox.discard(OutboxKey(transaction)) {
                note(event.id, of: entry.edit.id)
            }
            forget { $0.event == event.id || $0.transaction == event.transaction }
        }
    }

    /// Notes that a sync is asked for, which tells of all that is accepted now.
    fileprivate mutating func expectAccepted() { expected = Set(accepted.map(\.id)) }

    /// Handles the end of an answer: what it should have brought and has not lies in a gap, which stands for it.
    fileprivate mutating func leaveToGap() {
        let expected = expected
        forget { expected.contains($0.id) && !$0.outgoing.isChange }
        expectAccepted()
    }

    /// Gives up what was not sent to a room that the user has left: if the user joins again, nobody wants it any more.
    fileprivate mutating func discardAll(of room: String) {
        outbox.discardAll(of: room)
        forget { $0.outgoing.room == room }
    }

    /// Another user is here. What the former one has written waits, but for what says nothing of its author, as older
    /// versions have written it.
    fileprivate mutating func leave() {
        for entry in outbox.entries where entry.account == nil { outbox.discard(entry.key) }
        forget { _ in true }
    }

    private mutating func forget(where isOver: (Sent) -> Bool) {
        for sent in accepted where isOver(sent) { accepted.remove(id: sent.id) }
    }
}
