import Millrace
import MillraceApp
import MillraceEntities
import MillraceNetwork

/// The state of the synchronisation with the homeserver.
public enum SyncStatus: Hashable, Sendable {
    /// Nobody is signed in.
    case off
    /// The first answer is awaited, of which so much has been received, or is being added.
    case starting(bytes: Int)
    /// What is shown is what the homeserver has.
    case upToDate
    /// The last request has failed, and is retried. With the reason.
    case failing(String)
}

/// The rooms, the people in them, and the token up to which they are known.
public struct RoomsState: Equatable, Sendable {
    /// The token for the next sync; nil before the first answer.
    public internal(set) var since: String?
    /// The rooms that the user is in, or is invited to.
    public internal(set) var rooms: Table<Room> = []
    /// Their identities. They are stored, so that nothing is compared while rooms neither come nor go.
    private(set) var roomIDs: [String] = []
    /// The people in them.
    public internal(set) var people = EntityTable(schema: Person.schema)
    /// The state of the synchronisation with the homeserver.
    public internal(set) var status = SyncStatus.off
    /// Why the homeserver could not say who somebody is.
    var profileProblem: String?
    /// Why a gap could not be filled, by its room.
    public internal(set) var gapProblems: [String: String] = [:]
    var account: Account?
    /// The room that is shown, and of which more events are kept than of others.
    var open: String?
    /// The event up to which the open room was read when something new came that was not read at once; nil where there
    /// is nothing of the kind. It stays while the room is open.
    var newAfter: String?
    /// The messages that are answered in the room that is shown and are not among its events. Nil for those that are
    /// asked for, and for those that could not be had.
    var answered: [String: TimelineEvent?] = [:]
    /// The search for the event of a link; nil for none.
    public internal(set) var search: EventSearch?
    /// The rooms whose read marker is being sent.
    var marking: Set<String> = []
    /// How often the read marker of a room has failed in a row.
    var markFailures: [String: Int] = [:]
    /// Who is in which room, as far as that was asked for.
    var memberLists: [String: MemberList] = [:]
    /// How many pages without anything new a room's homeserver has sent in a row.
    var emptyPages: [String: Int] = [:]
    /// The rooms that the user is not in any more since this run began, and why.
    var departures: [String: Departure] = [:]
    /// How many syncs have failed in a row.
    public internal(set) var failures = 0
}

/// A part of an answer of the sync. The token moves on with the last part, so that what was added is asked for again if
/// the others do not follow.
struct Synced: Action {
    let rooms: [RoomUpdate]
    /// The token that the request contained.
    let since: String?
    /// The whole answer, with its last part.
    let end: SyncAnswer?
}

/// A part of the first answer has been received.
struct SyncReceived: Action { let bytes: Int }

/// A sync has failed.
struct SyncFailed: Action { let problem: ChatProblem }

/// The process is about to be suspended or ended: nothing is asked for until it goes on.
struct SyncPaused: Action {}

/// The process goes on.
struct SyncResumed: Action {}

/// Makes the store of all rooms. It keeps one long poll going while somebody is signed in.
///
/// - Parameter route: Where the user is.
func makeRooms(
    _ initial: RoomsState,
    route: Store<Route<ChatPlace>>,
    with services: ChatServices,
    on dispatcher: Dispatcher
) -> Store<RoomsState> {
    Store(initial, on: dispatcher, name: "rooms") { rooms in
        rooms.on(SignedIn.self) { state, action in
            if let former = state.account, former.user != action.account.user { state = RoomsState() }
            state.account = action.account
            state.status = .starting(bytes: 0)
            state.failures = 0
            (state.marking, state.markFailures) = ([], [:])
            state.memberLists = [:]
            return state.poll(with: services)
        }
        rooms.on(SignedOut.self) { state, _ in
            state.status = .off
            let waiting = Set(state.gapProblems.keys).union(state.emptyPages.keys)
            (state.gapProblems, state.emptyPages) = ([:], [:])
            return Effect([.stopSync] + waiting.map { .cancel("fill \($0)") })
        }
        rooms.on(Synced.self) { state, action in
            // One poll at a time: an outdated answer is ignored.
            guard state.since == action.since else { return .none }
            state.take(action.rooms, limits: services.limits)
            let asking: Effect = [state.askForMembers(with: services), state.askForAnswered(with: services)]
            guard let answer = action.end else { return asking }
            state.end(answer)
            return [asking, state.poll(with: services), state.save(.answer(answer), with: services)]
        }
        // An answer of which a part has been added is asked for again.
        rooms.on(SyncPaused.self) { _, _ in .stopSync }
        rooms.on(SyncReceived.self) { state, action in
            if case .starting = state.status { state.status = .starting(bytes: action.bytes) }
        }
        rooms.on(SyncResumed.self) { state, _ in
            guard state.status != .off else { return .none }
            (state.status, state.failures) = (.starting(bytes: 0), 0)
            return state.poll(with: services)
        }
        rooms.on(SyncFailed.self) { state, action in
            state.failures += 1
            state.status = .failing(action.problem.message)
            return state.poll(with: services, after: action.problem.delay(after: state.failures) ?? .seconds(60))
        }
        rooms.on(Go.self, after: [route]) { state, _ in
            let former = state.open
            state.open = route.state.value.room
            if former != state.open {
                (state.newAfter, state.answered) = (nil, [:])
                state.noteNew()
            }
            if let former, former != state.open { state.rooms[id: former]?.timeline.trim(to: services.limits.kept) }
            // Those who could not be had before may be now.
            if let open = state.open, former != open, state.memberLists[open] == .failed {
                state.memberLists[open] = nil
            }
            return [state.askForMembers(with: services), state.askForAnswered(with: services)]
        }
        registerAnswered(rooms)
        registerGaps(rooms, with: services)
        registerSearch(rooms, route: route, with: services)
        registerMembers(rooms, with: services)
        registerReadMarkers(rooms, with: services)
        registerProfiles(rooms, route: route, with: services)
    }
}

extension Effect {
    fileprivate static var stopSync: Effect { [.cancel("sync"), .cancel("sync progress")] }
}

extension RoomsState {
    /// Asks for what is new, and waits for it. The answer is decoded elsewhere, and added here part by part: what the
    /// user does meanwhile comes in between.
    fileprivate func poll(with services: ChatServices, after delay: Duration = .zero) -> Effect {
        // Until the state is up to date the server answers at once, so that the screen soon shows that it is.
        let (since, wait) = (since, status == .upToDate ? Duration.seconds(30) : .zero)
        let meter = TransferMeter()
        let poll = Effect.asking("sync", .latest, after: delay) { send in
            let (clock, start) = (services.clock, services.clock.now)
            let answer = try await services.client.send(SyncRequest(since: since, wait: wait), meter: meter)
            // A homeserver that does not wait, and has nothing, would be asked all the time.
            if wait > .zero, answer.next == since, clock.now - start < .seconds(1) {
                try await clock.sleep(for: .seconds(1))
            }
            let parts = answer.rooms.parts(of: services.limits.part)
            for part in parts.dropLast() {
                send.toAll(Synced(rooms: part, since: since, end: nil))
                await Task.yield()
            }
            send.toAll(Synced(rooms: parts.last ?? [], since: since, end: answer))
        } failing: {
            SyncFailed(problem: $0)
        }
        guard case .starting = status else { return [poll, .cancel("sync progress")] }
        let received = meter.progress(on: services.clock).select { $0.received / 100_000 * 100_000 }
        // Without the present value: that nothing has come yet is no news.
        return [poll, .observe(received.changes, as: "sync progress", .latest) { SyncReceived(bytes: $0) }]
    }

    /// Saves what has been added.
    func save(_ record: JournalRecord, with services: ChatServices) -> Effect {
        let state = self
        return .run("save", .concat) { _ in try await services.storage.save(record, state) }
    }

    /// Takes what is new in some rooms.
    mutating func take(_ updates: [RoomUpdate], limits: ChatLimits) {
        for update in updates { take(update, limits) }
        noteMemberLists(updates)
        takeMembers(updates)
        noteFound()
    }

    private mutating func take(_ update: RoomUpdate, _ limits: ChatLimits) {
        guard update.membership != .left else {
            noteDeparture(update)
            remove(update.id)
            return
        }
        departures[update.id] = nil
        if !rooms.contains(id: update.id) { put(Room(id: update.id, membership: update.membership)) }
        rooms[id: update.id]?.take(update)
        if update.id != open { rooms[id: update.id]?.timeline.trim(to: limits.kept) }
    }

    /// Adds a room, or puts it in the place of that which has its identity.
    mutating func put(_ room: Room) {
        if rooms.updateOrAppend(room) == nil { roomIDs.append(room.id) }
    }

    /// Removes a room, if it is there.
    mutating func remove(_ room: Room.ID) {
        if rooms.remove(id: room) != nil { roomIDs.removeAll { $0 == room } }
    }

    /// Notes that the whole of an answer has been taken.
    mutating func end(_ answer: SyncAnswer) {
        let isFirst = since == nil
        since = answer.next
        // A homeserver may answer the first request from a cache (Synapse does, for two minutes), so only the answer to
        // the next request is up to date.
        if !isFirst { status = .upToDate }
        failures = 0
    }
}
