import Millrace
import MillraceEntities

/// The state of the synchronisation with the homeserver.
public enum SyncStatus: Hashable, Sendable {
    /// Nobody is signed in.
    case off
    /// The first answer is awaited.
    case starting
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
    /// The people in them.
    public internal(set) var people = EntityStore(schema: Person.schema)
    /// The state of the synchronisation with the homeserver.
    public internal(set) var status = SyncStatus.off
    /// Rooms of answers that could not be read.
    public internal(set) var damagedRooms = 0
    /// Why a gap could not be filled, by its room.
    public internal(set) var gapProblems: [String: String] = [:]
    var account: Account?
    /// How many syncs have failed in a row.
    public internal(set) var failures = 0

    init() {}
}

/// A sync has succeeded.
struct Synced: Action {
    let answer: SyncAnswer
    /// The token that the request contained.
    let since: String?
}

/// A sync has failed.
struct SyncFailed: Action { let problem: ChatProblem }

/// Fetches one page of the missing events of a gap.
public struct FillGap: Action {
    let room: String
    let gap: TimelineEntry.ID

    /// Creates the action.
    public init(room: String, gap: TimelineEntry.ID) { (self.room, self.gap) = (room, gap) }
}

struct GapFilled: Action {
    let room: String
    let gap: TimelineEntry.ID
    let from: String
    let events: OlderEvents
}

struct GapNotFilled: Action {
    let room: String
    let problem: ChatProblem
}

/// The user sees the end of a room.
public struct RoomSeen: Action {
    let room: String

    /// Creates the action.
    public init(room: String) { self.room = room }
}

/// Makes the store of all rooms. It keeps one long poll going while somebody is signed in.
func makeRooms(_ initial: RoomsState, with services: ChatServices, on dispatcher: Dispatcher) -> Store<RoomsState> {
    Store(initial, on: dispatcher, name: "rooms") { rooms in
        rooms.on(SignedIn.self) { state, action in
            if let former = state.account, former.user != action.account.user { state = RoomsState() }
            state.account = action.account
            state.status = .starting
            state.failures = 0
            return state.poll(with: services)
        }
        rooms.on(SignedOut.self) { state, _ in
            state.status = .off
            return .cancel("sync")
        }
        rooms.on(Synced.self) { state, action in
            // One poll at a time: an outdated answer is ignored.
            guard state.since == action.since else { return .none }
            state.take(action.answer)
            return [state.poll(with: services), state.save(with: services)]
        }
        rooms.on(SyncFailed.self) { state, action in
            state.failures += 1
            state.status = .failing(action.problem.message)
            switch action.problem {
            case .signedOut: return .run { send in send.toAll(SignedOut()) }
            case .refused: return state.poll(with: services, after: .seconds(60))
            case .passing, .limited:
                return state.poll(with: services, after: action.problem.delay(after: state.failures) ?? .seconds(60))
            }
        }
        registerGaps(rooms, with: services)
    }
}

private func registerGaps(_ rooms: Store<RoomsState>, with services: ChatServices) {
    rooms.on(FillGap.self) { state, action in
        guard case .gap(let from) = state.rooms[id: action.room]?.timeline.entries[id: action.gap]?.content else {
            return .none
        }
        state.gapProblems[action.room] = nil
        return .run("fill \(action.room)", .first) {
            let events = try await services.older(action.room, from)
            return GapFilled(room: action.room, gap: action.gap, from: from, events: events)
        } catching: { error in
            GapNotFilled(room: action.room, problem: ChatProblem(caught: error))
        }
    }
    rooms.on(GapFilled.self) { state, action in
        // The gap may be another one by now.
        guard state.rooms[id: action.room]?.timeline.entries[id: action.gap]?.content == .gap(from: action.from) else {
            return .none
        }
        state.rooms[id: action.room]?.timeline.fill(action.gap, with: action.events)
        return state.save(with: services)
    }
    rooms.on(GapNotFilled.self) { state, action in
        // If the device was signed out, the sync learns it, too.
        state.gapProblems[action.room] = action.problem.message
    }
    rooms.on(RoomSeen.self) { state, action in
        guard let room = state.rooms[id: action.room], let last = room.timeline.entries.last?.event?.id,
            last != room.seen, !last.hasPrefix("damaged-")
        else { return .none }
        state.rooms[id: action.room]?.seen = last
        // A marker that does not arrive is followed by the next one.
        return .run("seen \(action.room)", .latest) { _ in _ = try? await services.markRead(action.room, last) }
    }
}

extension RoomsState {
    /// What is written down.
    var archive: RoomsArchive {
        RoomsArchive(user: account?.user ?? "", since: since, rooms: rooms, people: people)
    }

    /// Asks for what is new, and waits for it.
    fileprivate func poll(with services: ChatServices, after delay: Duration = .zero) -> Effect {
        // Until the state is up to date the server answers at once, so that the screen soon shows that it is.
        let (since, wait) = (since, status == .upToDate ? Duration.seconds(30) : .zero)
        return .run("sync", .latest, after: delay) {
            Synced(answer: try await services.sync(since, wait), since: since)
        } catching: { error in
            SyncFailed(problem: ChatProblem(caught: error))
        }
    }

    /// Saves the state from time to time. The homeserver sends again what is missing in the file.
    fileprivate func save(with services: ChatServices) -> Effect {
        let archive = archive
        return .run("save", .first, after: .seconds(5)) { _ in try await services.storage.save(archive) }
    }

    fileprivate mutating func take(_ answer: SyncAnswer) {
        let isFirst = since == nil
        for update in answer.rooms { take(update) }
        since = answer.next
        damagedRooms += answer.damagedRooms
        // A homeserver may answer the first request from a cache (Synapse does, for two minutes), so only the answer to
        // the next request is up to date.
        status = isFirst ? .starting : .upToDate
        failures = 0
    }

    private mutating func take(_ update: RoomUpdate) {
        let people = update.facts.compactMap { if case .person(let person) = $0 { person } else { nil } }
        // What a fact tells are texts, so that merging cannot fail; a person without a name would be the only loss.
        if !people.isEmpty { _ = try? self.people.merge(encoding: people, as: .many(Person.kind)) }
        guard update.membership != .left else {
            rooms[id: update.id] = nil
            return
        }
        if !rooms.contains(id: update.id) { rooms.append(Room(id: update.id, membership: update.membership)) }
        rooms[id: update.id]?.take(update)
    }
}
