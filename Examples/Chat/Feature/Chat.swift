import Foundation
import Millrace
import MillraceApp
import MillraceEntities
import MillraceHistory
import MillraceNetwork
import MillraceOffline

/// The chat: its stores, and what is derived from them.
///
/// - The session says who is signed in.
/// - The rooms are one state with the sync token: each answer of the homeserver is added in one turn.
/// - What the user sends is one state with an outbox, which a journal keeps.
/// - The conversations are a family, one store per room: what the user writes in it.
/// - What the screens show is derived from these, and is not state.
public final class Chat {
    /// Carries all actions.
    public let dispatcher: Dispatcher
    /// Who is signed in.
    public let session: Store<SessionState>
    /// The rooms and their events, as the homeserver has sent them.
    public let rooms: Store<RoomsState>
    /// What is sent and has not come back.
    public let sending: Store<SendingState>
    /// The drafts, by room.
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

    /// What of what was saved could not be read, until the user has seen it; nil as a rule.
    public let damage: Variable<String?>

    /// The rooms whose conversations have changed.
    private var written: Set<String> = []
    private let journal: Journal?

    let entities: Entities
    let services: ChatServices

    /// Makes a chat in which nobody is signed in.
    ///
    /// - Parameters:
    ///   - past: What was saved in the last run.
    ///   - journal: Keeps what the user writes and sends. Nil to keep it as long as the chat is there.
    public init(
        with services: ChatServices,
        on dispatcher: Dispatcher,
        past: ChatPast = ChatPast(),
        journal: Journal? = nil
    ) throws(JournalError) {
        (self.services, self.dispatcher, self.journal) = (services, dispatcher, journal)
        let damage = services.storage.damage ?? journal?.findings.damage
        self.damage = Variable(damage.map { "Some of what was kept could not be read: \($0)" })
        route = makeRoute(on: dispatcher)
        session = makeSession(with: services, on: dispatcher)
        rooms = makeRooms(past.rooms, route: route, with: services, on: dispatcher)
        liveRooms = rooms.state.live(\.rooms)
        opener = makeLinkOpener(session: session, rooms: rooms, on: dispatcher)
        memberships = makeMemberships(rooms: rooms, with: services, on: dispatcher)
        image = makeImage(with: services, on: dispatcher)
        let durability = journal?.durability ?? .immediate
        sending = makeSending(
            session: session,
            rooms: rooms,
            with: services,
            durability: durability,
            on: dispatcher
        )
        // Most rooms are never written to: their conversations are made when they are asked for.
        conversations = StoreFamily(of: rooms, \.roomIDs, name: "conversations", making: .whenAsked) { room in
            let conversation = makeConversation(room, with: services, on: dispatcher)
            journal?.keepMember(conversation) {
                $0.value(\.draft, as: "draft")
                $0.value(\.purpose, as: "purpose")
            }
            return conversation
        }
        entities = rooms.state.entities(\.people)
        try journal?.keep(sending) {
            $0.outbox(\.outbox, as: "outbox")
            $0.table(\.accepted, as: "accepted")
            $0.table(\.events, as: "events")
            $0.value(\.user, as: "user")
        }
        conversations.changes.observe(for: self) { chat, changes in chat.written.formUnion(changes.changed) }
    }
}

/// What the chat has saved in its last run.
public struct ChatPast: Sendable {
    var rooms = RoomsState()

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
    }
}

extension Chat {
    /// What the inspector sees of it.
    public var inspection: Inspection {
        Inspection(of: session, rooms, sending, conversations, route, memberships, image)
    }

    /// Takes over what an older version of the program has not sent, and removes the bytes of images that nobody sends.
    /// Call it before anything is sent.
    public nonisolated(nonsending) func takeOver() async throws {
        if let former = try await services.storage.formerOutbox() {
            dispatcher.dispatch(former)
            try journal?.synchronize()
            await services.storage.removeFormerOutbox()
        }
        await services.storage.removeUploads(but: Set(sending.state.value.outbox.entries.map(\.edit.id)))
    }

    /// Sends a text to a room, which shows it at once. Returns its identity.
    @discardableResult
    public func send(_ text: String, to room: String) -> String { post(.text(text), to: room) }

    /// Answers a message. Returns the identity of the answer.
    @discardableResult
    public func reply(_ text: String, to message: String, in room: String) -> String {
        post(.reply(text, to: message), to: room)
    }

    /// Gives a message of the user's another text, which it has at once. Returns the identity of the edit.
    @discardableResult
    public func edit(_ message: String, _ text: String, in room: String) -> String {
        post(.edit(text, of: message), to: room)
    }

    /// Reacts to a message. Returns the identity of the reaction.
    @discardableResult
    public func react(_ key: String, to message: String, in room: String) -> String {
        post(.reaction(key, to: message), to: room)
    }

    /// Takes back what the user has reacted with to a message. Returns the identity of that; nil if there is nothing.
    @discardableResult
    public func unreact(_ key: String, to message: String, in room: String) -> String? {
        let (state, relations) = (sending.state.value, rooms.state.value.rooms[id: room]?.timeline.relations)
        let target = state.event(of: message) ?? message
        let user = session.state.value.account?.user ?? ""
        return SentChanges(state.sent(to: room), by: user).reaction(key, to: target, relations?[target])
            .map { redact($0, in: room) }
    }

    /// Deletes an event, which disappears at once, and comes back if the homeserver refuses. Returns its identity.
    @discardableResult
    public func redact(_ event: String, in room: String) -> String { post(.redaction(of: event), to: room) }

    /// Whether something is written in a room that was not sent.
    var hasDrafts: Bool { written.contains { conversations[$0]?.state.value.draft.isEmpty == false } }

    /// Whether something is being saved. The program waits for it before it ends.
    public var isSaving: Bool { saving.contains { $0.value } }

    private var saving: [Observable<Bool>] {
        let journal = journal?.progress.map { !$0.isAllDurable && $0.failure == nil }
        return [session.isInFlight("save"), rooms.isInFlight("save")] + (journal.map { [$0] } ?? [])
    }

    /// Waits until everything is saved, so that the next run continues from there.
    public nonisolated(nonsending) func close() async {
        await services.images.close()
        // What was dispatched last may be about to begin.
        await Task.yield()
        try? journal?.synchronize()
        for isSaving in saving { _ = try? await isSaving.wait { !$0 } }
    }

    private func post(_ content: Outgoing.Content, to room: String) -> Outgoing.ID {
        let id = services.identifiers().uuidString.lowercased()
        let outgoing = Outgoing(id: id, room: room, content: content, time: services.time())
        dispatcher.dispatch(Post(outgoing: outgoing))
        return id
    }

    /// The action that sends the image in a file, to be dispatched to a room's conversation. The room shows it as soon as
    /// the file is read. The bytes are kept until it is sent, also if the program ends.
    public func sendingFile(_ file: URL) -> SendFile { SendFile(file, with: services) }

    /// Fetches one page of older events for the newest gap of a room.
    public func fillLastGap(of room: String) { dispatcher.dispatch(FillGap(room: room)) }
}

extension Chat {
    /// Reports, once, that something could not be saved. Saving is tried again with whatever comes next.
    public func reportUnsaved(to report: @escaping (String) -> Void) {
        var hasReported = false
        func reportOnce(_ reason: String) {
            if hasReported { return }
            hasReported = true
            report("what is new cannot be saved: \(reason) To fix: give the disk room, or pass another --state.")
        }
        dispatcher.onEffectFailure = { reportOnce($0.error.localizedDescription.oneLine) }
        journal?.progress.observe(for: self) { _, progress in
            if let failure = progress.failure { reportOnce(failure.reason.oneLine) }
        }
    }
}
