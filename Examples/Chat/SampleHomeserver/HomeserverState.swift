import Foundation
import MatrixChat
import Millrace
import MillraceNetwork

/// What a ``SampleHomeserver`` knows: its rooms and their events, in one order.
public struct HomeserverState: Sendable {

    /// A room as the server has it.
    public struct Room: Sendable {
        /// The events, the oldest first.
        public internal(set) var events: [HomeserverEvent] = []
        /// The events that a member sees before it comes in; not empty in a room to which the user is invited.
        public var invitation: [JSONValue] = []
        /// The first members but the user.
        var heroes: [String] = []
        var highlights = 0
        var readTo = 0
        /// Whether the user is not in it.
        var isOutside = false
        /// The position at which the user has joined: all events are new from there.
        var joined = 0
        /// The position at which something changed that is no event.
        var changed = 0

        /// The events behind a position.
        func events(after position: Int) -> ArraySlice<HomeserverEvent> {
            events.drop { $0.position <= position }
        }
    }

    /// The rooms, by their identities.
    public internal(set) var rooms: [String: Room] = [:]
    /// How many events of a room a sync has at most.
    public var limit = 30
    /// The requests that are answered with `M_LIMIT_EXCEEDED` from now on, and how long they are to wait.
    public var refusals = 0
    /// How long they are to wait.
    public var refusalDelay = Duration.seconds(2)
    /// Rooms in which nothing can be sent.
    public var closedRooms: Set<String> = []
    /// The time that each 8,000 bytes of an answer take, apart from those of files.
    public var pace = Duration.zero
    /// Whether a client that wants it so is told only of the members whose events it is sent.
    public var loadsMembersLazily = false
    /// Whether it tells who is in a room.
    public var tellsMembers = true
    /// Whether the pages of older events are empty, each with the token of another one.
    public var hasEmptyPages = false
    private var emptyPageCount = 0
    /// The files.
    public var media = HomeserverMedia()
    var tokens: Set<String> = []
    /// What people are called, where that is not what their rooms say.
    public var profiles: [String: JSONValue] = [:]
    /// The rooms of addresses.
    var aliases: [String: String] = [:]
    var position = 0
    private var eventCount = 0
    /// The time of the last event, in milliseconds since 1970.
    private var time = 1_795_000_000_000
    private var loginCount = 0
    /// What was sent, by its transaction.
    private var transactions: [String: String] = [:]
    /// Events that are to come, and the time between them.
    var arrivals: [(room: String, event: JSONValue)] = []
    /// How many of them have come.
    private var arrivedCount = 0
    var interval: Duration?
    private var nextArrival: Duration?

    /// Puts an event into a room, as if somebody had sent it. Returns its identity.
    ///
    /// - Parameter event: The event. Without an identity, unless it is damaged in that, it gets one.
    @discardableResult
    public mutating func add(_ event: JSONValue, to room: String) -> String {
        position += 1
        eventCount += 1
        var event = event
        if event["event_id"] == nil {
            event = event.replacing("event_id", .string("$\(eventCount)"))
            if event["origin_server_ts"] == nil {
                event = event.replacing("origin_server_ts", .number(Double(time + 60_000)))
            }
        }
        time = max(time, event["origin_server_ts"]?.int ?? 0)
        rooms[room, default: Room()].append(HomeserverEvent(position: position, event: event))
        if event["type"]?.string == "m.room.redaction", let target = event["redacts"]?.string {
            redact(target, because: event, in: room)
        }
        return event["event_id"]?.string ?? ""
    }

    /// Puts a text into a room.
    @discardableResult
    public mutating func say(_ text: String, by sender: String = "@ada:sample.example", in room: String) -> String {
        add(.event("m.room.message", by: sender, ["msgtype": "m.text", "body": .string(text)]), to: room)
    }

    private mutating func redact(_ target: String, because redaction: JSONValue, in room: String) {
        guard let index = rooms[room]?.events.lastIndex(where: { $0.id == target }),
            let event = rooms[room]?.events[index].event
        else { return }
        let unsigned = (event["unsigned"] ?? [:]).replacing("redacted_because", redaction)
        rooms[room]?.events[index].event = event.replacing("content", [:]).replacing("unsigned", unsigned)
    }

    /// Lets come what is due. Returns when the next event is; nil if none is to come.
    mutating func arrive(at now: Duration) -> Duration? {
        guard let interval, arrivedCount < arrivals.count else { return nil }
        let due = nextArrival ?? now + interval
        nextArrival = due
        guard now >= due else { return due }
        let arrival = arrivals[arrivedCount]
        arrivedCount += 1
        add(arrival.event, to: arrival.room)
        nextArrival = now + interval
        return nextArrival
    }
}

// MARK: - Requests

extension HomeserverState {
    /// Why a request is not answered.
    mutating func problem(with call: HomeserverCall) -> Response? {
        if refusals > 0 {
            refusals -= 1
            let delay = Double(refusalDelay / .milliseconds(1))
            return .problem(429, "M_LIMIT_EXCEEDED", ["retry_after_ms": .number(delay)])
        }
        guard call.parts != ["login"] else { return nil }
        return call.token.map(tokens.contains) == true ? nil : .problem(401, "M_UNKNOWN_TOKEN")
    }

    /// Answers anything but a sync.
    mutating func answer(to call: HomeserverCall) -> Response {
        if let answer = media.answer(to: call) { return answer }
        guard call.api == ["client", "v3"] else { return .problem(404, "M_UNRECOGNIZED") }
        switch (call.parts.first, call.parts.dropFirst(2).first) {
        case ("login", _): return signIn(call)
        case ("join", nil) where call.parts.count == 2: return join(aliases[call.parts[1]] ?? call.parts[1])
        case ("profile", nil) where call.parts.count == 2: return profile(call.parts[1])
        case ("rooms", "leave"): return leave(call.parts[1])
        case ("rooms", "members"): return members(of: call.parts[1])
        case ("rooms", "messages"): return messages(call)
        case ("rooms", "context"): return event(call).map { .json(["event": $0]) } ?? .problem(404, "M_NOT_FOUND")
        case ("rooms", "event"): return event(call).map { .json($0) } ?? .problem(404, "M_NOT_FOUND")
        case ("rooms", "send"): return send(call)
        case ("rooms", "redact"): return redact(call)
        case ("rooms", "read_markers"): return markRead(call)
        default: return .problem(404, "M_UNRECOGNIZED")
        }
    }

    private mutating func signIn(_ call: HomeserverCall) -> Response {
        guard call.body["password"]?.string != "wrong" else { return .problem(403, "M_FORBIDDEN") }
        loginCount += 1
        let token = "sample-token-\(loginCount)"
        tokens.insert(token)
        return .json([
            "user_id": .string(SampleHomeserver.user), "access_token": .string(token),
            "device_id": call.body["device_id"] ?? "SAMPLE",
        ])
    }

    private mutating func messages(_ call: HomeserverCall) -> Response {
        let token = call.query["from"]?.dropFirst().prefix { $0 != "." } ?? ""
        let place = call.query["from"] == nil ? .max : Int(token)
        guard let room = rooms[call.parts[1]], let from = place else { return .problem(404, "M_NOT_FOUND") }
        if hasEmptyPages {
            emptyPageCount += 1
            return .json(["chunk": [], "end": .string("p\(from).\(emptyPageCount)")])
        }
        let older = room.events.prefix { $0.position < from }
        let page = older.suffix(Int(call.query["limit"] ?? "") ?? 10)
        var answer: [String: JSONValue] = ["chunk": .array(page.reversed().map(\.event))]
        if let first = page.first, page.count < older.count { answer["end"] = .string("p\(first.position)") }
        if loadsMembersLazily, call.query["filter"]?.contains(#""lazy_load_members":true"#) == true {
            answer["state"] = .array(room.members(sending: page, before: page.last?.position ?? 0))
        }
        return .json(.object(answer))
    }

    private func event(_ call: HomeserverCall) -> JSONValue? {
        guard call.parts.count == 4 else { return nil }
        return rooms[call.parts[1]]?.events.last { $0.id == call.parts[3] }?.event
    }

    private mutating func send(_ call: HomeserverCall) -> Response {
        let (room, kind, transaction) = (call.parts[1], call.parts[3], call.parts[4])
        let event = JSONValue.event(kind, by: SampleHomeserver.user, call.body)
        let isKnown = transactions[transaction] != nil
        if kind == "m.reaction", !isKnown, rooms[room]?.events.contains(where: { $0.isLike(event) }) == true {
            return .problem(400, "M_DUPLICATE_ANNOTATION")
        }
        return once(transaction, in: room) { event }
    }

    private mutating func redact(_ call: HomeserverCall) -> Response {
        let (room, event, transaction) = (call.parts[1], call.parts[3], call.parts[4])
        return once(transaction, in: room) {
            .event("m.room.redaction", by: SampleHomeserver.user, [:]).replacing("redacts", .string(event))
        }
    }

    /// Adds an event of the user's, unless the transaction is known.
    private mutating func once(_ transaction: String, in room: String, _ event: () -> JSONValue) -> Response {
        if closedRooms.contains(room) { return .problem(403, "M_FORBIDDEN") }
        if let known = transactions[transaction] { return .json(["event_id": .string(known)]) }
        let id = add(event().replacing("unsigned", ["transaction_id": .string(transaction)]), to: room)
        transactions[transaction] = id
        return .json(["event_id": .string(id)])
    }

    private mutating func markRead(_ call: HomeserverCall) -> Response {
        let event = call.body["m.read"]?.string
        guard let seen = rooms[call.parts[1]]?.events.last(where: { $0.id == event }) else {
            return .json([:])
        }
        if seen.position > rooms[call.parts[1]]?.readTo ?? 0 {
            position += 1
            rooms[call.parts[1]]?.readTo = seen.position
            rooms[call.parts[1]]?.highlights = 0
            rooms[call.parts[1]]?.changed = position
        }
        return .json([:])
    }
}

extension HomeserverState.Room {
    mutating func append(_ event: HomeserverEvent) {
        events.append(event)
        guard heroes.count < 3, event.isState, event.event["type"]?.string == "m.room.member",
            let user = event.event["state_key"]?.string, user != SampleHomeserver.user, !heroes.contains(user)
        else { return }
        heroes.append(user)
    }
}
