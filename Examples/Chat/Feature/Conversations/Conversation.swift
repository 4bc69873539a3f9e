import Millrace

/// The draft and the outbox of one room, in a store that lives as long as the room.
///
/// It is not a part of the rooms' state, because it has effects of its own: each room sends its messages in order, and
/// different rooms send concurrently.
public struct Conversation: Equatable, Sendable {
    /// The text that the user is writing.
    public internal(set) var draft = ""
    /// The messages whose events have not come back from the homeserver yet, in order.
    public internal(set) var outbox: [Outgoing] = []
    /// Whether the room is encrypted: nothing is sent to it, since this program cannot encrypt.
    var isEncrypted = false
    /// How often sending has failed in a row.
    var failures = 0
    /// Whether the homeserver has asked for a pause that is not over.
    var isLimited = false
    /// The events that have arrived while a request was in progress: one of them may be the message that is sent.
    var arrived: Set<String> = []
    /// The transactions that were accepted before the present sync was asked for. If it does not bring their events,
    /// these lie in a gap.
    var expected: Set<String> = []
    /// How much of the image that is sent is uploaded, in percent; nil while none is.
    public internal(set) var uploadPercent: Int?
    /// Why the file of an image could not be sent.
    public internal(set) var fileProblem: String?
}

/// Something that the user sends.
public struct Outgoing: Identifiable, Equatable, Codable, Sendable {
    /// What can be sent.
    public enum Kind: Equatable, Codable, Sendable {
        case text(String)
        case image(OutgoingImage)
        case redaction(of: String)
    }

    /// The state of the delivery.
    public enum Delivery: Equatable, Codable, Sendable {
        /// It waits for those before it, or for the network.
        case waiting
        case sending
        /// The homeserver has accepted it, but its event has not arrived here yet. A deletion stays so while its event
        /// lies in a gap.
        case accepted(event: String)
        /// The homeserver has refused it, for this reason.
        case refused(String)
    }

    /// The transaction id, by which the homeserver recognises a repetition.
    public let id: String
    /// What is sent.
    public internal(set) var kind: Kind
    /// When the user has sent it, in milliseconds since 1970.
    public let time: Int
    /// The state of the delivery.
    public internal(set) var delivery = Delivery.waiting

    /// Whether it has not come back from the homeserver. A deletion is over when it is accepted.
    var isOnItsWay: Bool {
        switch delivery {
        case .waiting, .sending: true
        case .accepted: !isDeletion
        case .refused: false
        }
    }

    /// Its event; nil until the homeserver has accepted it.
    var acceptedEvent: String? { if case .accepted(let event) = delivery { event } else { nil } }

    var isDeletion: Bool { if case .redaction = kind { true } else { false } }
}

/// The user writes.
struct Draft: Action { let text: String }

/// The user sends something. The transaction id and the time are created with the action, so that handlers stay pure
/// functions of their arguments.
public struct Post: Action {
    let outgoing: Outgoing

    init(outgoing: Outgoing) { self.outgoing = outgoing }

    init(_ kind: Outgoing.Kind, with services: ChatServices) {
        outgoing = Outgoing(id: services.identifiers().uuidString.lowercased(), kind: kind, time: services.time())
    }
}

/// The user tries again to send what was refused.
struct Resend: Action {}

/// The user discards what was refused.
struct Discard: Action {}

struct Accepted: Action {
    let transaction: String
    let event: String
}

struct SendFailed: Action {
    let transaction: String
    let problem: ChatProblem
}

/// Sends what waits, after a pause.
struct SendNext: Action {}

/// Makes the store of one room's conversation.
func makeConversation(
    _ room: String,
    outbox: [Outgoing],
    rooms: Store<RoomsState>,
    with services: ChatServices,
    on dispatcher: Dispatcher
) -> Store<Conversation> {
    // The state alone: the handlers do not keep the store.
    let known = rooms.state
    var initial = Conversation()
    initial.outbox = outbox
    initial.isEncrypted = known.value.rooms[id: room]?.isEncrypted ?? false
    initial.expectAccepted()
    return Store(initial, on: dispatcher, name: "conversation") { store in
        store.on(Draft.self) { state, action in state.draft = action.text }
        registerSending(store, room, services)
        registerImages(store, room, services)
        store.on(Synced.self, after: [rooms]) { state, action in
            if known.value.rooms[id: room]?.isEncrypted == true { state.isEncrypted = true }
            var effects: [Effect] = []
            if !state.outbox.isEmpty, let update = action.rooms.first(where: { $0.id == room }) {
                effects.append(state.confirm(by: update.events, room, services))
            }
            if action.end != nil { effects.append(state.leaveToGap(room, services)) }
            // An answer shows that the network works again, so that a pause after a failure is over.
            if !state.isLimited { effects.append(state.sendNext(room, services)) }
            return Effect(effects)
        }
        store.on(SyncFailed.self) { state, _ in state.expectAccepted() }
        store.on(SyncResumed.self) { state, _ in state.expectAccepted() }
        store.on(GapFilled.self) { state, action in
            action.room == room ? state.confirm(by: action.events.events, room, services) : .none
        }
        store.on(SignedIn.self) { state, _ in
            state.expectAccepted()
            return state.sendNext(room, services)
        }
        store.on(SignedOut.self) { state, _ in
            for index in state.outbox.indices where state.outbox[index].delivery == .sending {
                state.outbox[index].delivery = .waiting
            }
            state.isLimited = false
            state.uploadPercent = nil
            return [.cancel("send"), .cancel("pause"), .cancel("progress")]
        }
    }
}

private func registerSending(_ store: Store<Conversation>, _ room: String, _ services: ChatServices) {
    store.on(Post.self) { state, action in
        state.outbox.append(action.outgoing)
        if case .text = action.outgoing.kind { state.draft = "" }
        return [state.keep(room, services), state.sendNext(room, services)]
    }
    store.on(Resend.self) { state, _ in
        for index in state.outbox.indices where state.outbox[index].isRefused {
            state.outbox[index].delivery = .waiting
        }
        return [state.keep(room, services), state.sendNext(room, services)]
    }
    store.on(Discard.self) { state, _ in
        let discarded = state.outbox.filter(\.isRefused).map(\.id)
        state.outbox.removeAll(where: \.isRefused)
        state.fileProblem = nil
        return state.keep(room, services, forgetting: discarded)
    }
    store.on(Accepted.self) { state, action in
        state.failures = 0
        if state.arrived.contains(action.event) {
            state.outbox.removeAll { $0.id == action.transaction }
        } else {
            state.set(.accepted(event: action.event), of: action.transaction)
        }
        state.arrived = []
        return [state.keep(room, services), state.sendNext(room, services)]
    }
    store.on(SendFailed.self) { state, action in
        state.uploadPercent = nil
        guard let delay = action.problem.delay(after: state.failures + 1) else {
            state.set(.refused(action.problem.message), of: action.transaction)
            return [state.keep(room, services), state.sendNext(room, services)]
        }
        state.failures += 1
        if case .limited = action.problem { state.isLimited = true }
        state.set(.waiting, of: action.transaction)
        return .run("pause", .latest, after: delay) { SendNext() }
    }
    store.on(SendNext.self) { state, _ in
        state.isLimited = false
        return state.sendNext(room, services)
    }
}

extension Outgoing {
    /// Whether an event is this, come back from the homeserver.
    func isConfirmed(by event: TimelineEvent) -> Bool {
        event.transaction == id || delivery == .accepted(event: event.id)
    }

    fileprivate var isRefused: Bool { if case .refused = delivery { true } else { false } }
}

extension Conversation {
    /// Sends the first that waits, unless something is on its way.
    mutating func sendNext(_ room: String, _ services: ChatServices) -> Effect {
        refuseUnencrypted() ? [keep(room, services), sendFirst(room, services)] : sendFirst(room, services)
    }

    /// Refuses what waits for an encrypted room, where it would stand for everybody to read. The room may have become
    /// encrypted since it was written. A deletion has no content.
    private mutating func refuseUnencrypted() -> Bool {
        guard isEncrypted else { return false }
        let waiting = outbox.indices.filter { outbox[$0].delivery == .waiting && !outbox[$0].isDeletion }
        for index in waiting { outbox[index].delivery = .refused(Room.encryptionNote) }
        return !waiting.isEmpty
    }

    private mutating func sendFirst(_ room: String, _ services: ChatServices) -> Effect {
        guard !outbox.contains(where: { $0.delivery == .sending }),
            let index = outbox.firstIndex(where: { $0.delivery == .waiting })
        else { return .none }
        outbox[index].delivery = .sending
        let outgoing = outbox[index]
        if case .image(let image) = outgoing.kind, image.address == nil {
            return [.cancel("pause"), upload(image, outgoing.id, services)]
        }
        // The one before may still wait for its answer, although its event is there already.
        let send = Effect.asking("send", .concat) { send in
            send(Accepted(transaction: outgoing.id, event: try await services.send(outgoing, to: room)))
        } failing: {
            SendFailed(transaction: outgoing.id, problem: $0)
        }
        return [.cancel("pause"), send]
    }

    /// Removes from the outbox what has come back from the homeserver.
    fileprivate mutating func confirm(by events: [TimelineEvent], _ room: String, _ services: ChatServices) -> Effect {
        if outbox.contains(where: { $0.delivery == .sending }) { arrived.formUnion(events.map(\.id)) }
        let count = outbox.count
        outbox.removeAll { outgoing in
            events.contains { outgoing.isConfirmed(by: $0) }
        }
        return outbox.count == count ? .none : keep(room, services)
    }

    /// Notes that a sync is asked for, which tells of all that is accepted now.
    fileprivate mutating func expectAccepted() {
        expected = Set(outbox.filter { $0.acceptedEvent != nil }.map(\.id))
    }

    /// Handles the end of an answer: what it should have brought and has not lies in a gap, which stands for it.
    fileprivate mutating func leaveToGap(_ room: String, _ services: ChatServices) -> Effect {
        let count = outbox.count
        outbox.removeAll { expected.contains($0.id) && !$0.isDeletion }
        expectAccepted()
        return outbox.count == count ? .none : keep(room, services)
    }

    fileprivate mutating func set(_ delivery: Outgoing.Delivery, of transaction: String) {
        guard let index = outbox.firstIndex(where: { $0.id == transaction }) else { return }
        outbox[index].delivery = delivery
    }

    /// Saves the outbox. When that is done, the bytes of images are removed that are uploaded or discarded.
    func keep(_ room: String, _ services: ChatServices, forgetting transactions: [String] = []) -> Effect {
        let outbox = outbox
        return .run("keep", .concat) { _ in
            try await services.storage.save(outbox: outbox, room)
            for transaction in transactions { await services.storage.removeUpload(transaction) }
        }
    }
}
