import Millrace
import MillraceApp
import MillraceEntities
import MillraceNetwork

/// The chat: its stores, and what is derived from them.
///
/// - The session says who is signed in.
/// - The rooms are one state with the sync token: each answer of the homeserver is added in one turn.
/// - The conversations are a family, one store per room: the draft, and the messages that are being sent.
/// - What the screens show is derived from these, and is not state.
public final class Chat {
    /// Carries all actions.
    public let dispatcher: Dispatcher
    /// Who is signed in.
    public let session: Store<SessionState>
    /// The rooms and their events, as the homeserver has sent them.
    public let rooms: Store<RoomsState>
    /// The drafts and the outboxes, by room.
    public let conversations: StoreFamily<String, Conversation>
    /// Where the user is.
    public let route: Store<Route<ChatPlace>>
    /// Opens links.
    public let opener: DeepLinkOpener<Route<ChatPlace>>
    /// What the user joins and leaves.
    public let memberships: Store<MembershipsState>
    /// The image that is shown.
    public let image: Store<ShownImage?>
    /// The rooms, from which all that the lists show is derived: so what has changed in them is found once.
    let liveRooms: LiveView<Room>
    /// The text that the names of the listed rooms contain.
    public let search = Variable("")

    /// The rooms whose conversations have changed.
    private var written: Set<String> = []

    let entities: Entities
    let services: ChatServices

    /// Makes a chat in which nobody is signed in.
    ///
    /// - Parameter past: What was saved in the last run.
    public init(with services: ChatServices, on dispatcher: Dispatcher, past: ChatPast = ChatPast()) {
        (self.services, self.dispatcher) = (services, dispatcher)
        route = makeRoute(on: dispatcher)
        session = makeSession(with: services, on: dispatcher)
        rooms = makeRooms(past.rooms, route: route, with: services, on: dispatcher)
        liveRooms = rooms.state.live(\.rooms)
        opener = makeLinkOpener(session: session, rooms: rooms, on: dispatcher)
        memberships = makeMemberships(rooms: rooms, with: services, on: dispatcher)
        image = makeImage(with: services, on: dispatcher)
        var outboxes = past.outboxes
        let rooms = rooms
        // Most rooms are never written to: their conversations are made when they are asked for.
        conversations = StoreFamily(of: rooms, \.roomIDs, name: "conversations", making: .whenAsked) { room in
            let outbox = outboxes.removeValue(forKey: room) ?? []
            return makeConversation(room, outbox: outbox, rooms: rooms, with: services, on: dispatcher)
        }
        entities = rooms.state.entities(\.people)
        conversations.changes.observe(for: self) { chat, changes in chat.written.formUnion(changes.changed) }
        // What was not sent in the last run is sent in this one, as soon as its room is here.
        let waiting = Set(past.outboxes.keys)
        guard !waiting.isEmpty else { return }
        rooms.state.select(\.roomIDs).observe(for: self) { chat, rooms in
            for room in rooms where waiting.contains(room) { _ = chat.conversations[room] }
        }
    }
}

/// What the chat has saved in its last run.
public struct ChatPast: Sendable {
    var rooms = RoomsState()
    var outboxes: [String: [Outgoing]] = [:]

    /// Nothing.
    public init() {}

    /// Reads what was saved for a user. What was saved for another user is ignored.
    public init(of account: Account, from storage: ChatStorage) async {
        let records = await storage.records()
        guard records.isEmpty || records.user == account.user else {
            rooms.account = account
            return
        }
        rooms = RoomsState(of: account, from: records)
        for (room, outbox) in await storage.outboxes {
            let timeline = rooms.rooms[id: room]?.timeline
            // What was sent and has come back may still be in the file, if the program was ended in between.
            outboxes[room] = outbox.filter { outgoing in
                !(timeline?.entries.contains { $0.event.map(outgoing.isConfirmed) ?? false } ?? false)
            }
            .map { outgoing in
                var outgoing = outgoing
                if outgoing.delivery == .sending { outgoing.delivery = .waiting }
                return outgoing
            }
        }
        await storage.removeUploads(but: Set(outboxes.values.joined().map(\.id)))
    }
}

extension Chat {
    /// Sends a text to a room, which shows it at once. Returns the transaction id.
    @discardableResult
    public func send(_ text: String, to room: String) -> String { post(.text(text), to: room) }

    /// Deletes an event, which disappears at once, and comes back if the homeserver refuses. Returns the transaction
    /// id.
    @discardableResult
    public func redact(_ event: String, in room: String) -> String { post(.redaction(of: event), to: room) }

    /// Whether something is written in a room that was not sent.
    var hasDrafts: Bool { written.contains { conversations[$0]?.state.value.draft.isEmpty == false } }

    /// Whether something is being saved. The program waits for it before it ends.
    public var isSaving: Bool { saving.contains { $0.value } }

    private var saving: [Observable<Bool>] {
        let kept = written.sorted().compactMap { conversations[$0]?.isInFlight("keep") }
        return [session.isInFlight("save"), rooms.isInFlight("save")] + kept
    }

    /// Waits until everything is saved, so that the next run continues from there.
    public nonisolated(nonsending) func close() async {
        await services.images.close()
        // What was dispatched last may be about to begin.
        await Task.yield()
        for isSaving in saving { _ = try? await isSaving.wait { !$0 } }
    }

    private func post(_ kind: Outgoing.Kind, to room: String) -> String {
        let post = Post(kind, with: services)
        conversations.dispatch(post, to: room)
        return post.outgoing.id
    }

    /// Fetches one page of older events for the newest gap of a room.
    public func fillLastGap(of room: String) { dispatcher.dispatch(FillGap(room: room)) }
}

extension Chat {
    /// Reports, once, that something could not be saved. Saving is tried again with whatever comes next.
    public func reportUnsaved(to report: @escaping (String) -> Void) {
        var hasReported = false
        dispatcher.onEffectFailure = { failure in
            if hasReported { return }
            hasReported = true
            let reason = failure.error.localizedDescription.oneLine
            report("what is new cannot be saved: \(reason) To fix: give the disk room, or pass another --state.")
        }
    }
}
