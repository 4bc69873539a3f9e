import Foundation
import MillraceNetwork

// The requests of the Matrix client-server protocol, version 3, that the chat sends. Each is a value.

/// Where the requests about rooms begin.
let roomsPath = "/_matrix/client/v3/rooms"

/// Signs in with a password.
struct SignInRequest: Request {
    /// Who has signed in, and the token that the other requests carry.
    struct Answer: Decodable, Sendable {
        let user_id: String
        let access_token: String
        let device_id: String
    }

    let user: String
    let password: Secret
    /// The device that signs in again; nil for a new one.
    let device: String?

    var method: HTTPMethod { .post }
    var path: String { "/_matrix/client/v3/login" }
    var isAuthenticated: Bool { false }
    var body: RequestBody? {
        get throws {
            var members: [String: JSONValue] = [
                "type": "m.login.password", "identifier": ["type": "m.id.user", "user": .string(user)],
                "password": .string(password.text), "initial_device_display_name": "Millrace chat",
            ]
            if let device { members["device_id"] = .string(device) }
            return try .json(JSONValue.object(members), secrets: [password])
        }
    }
}

/// Asks for what is new since a token, and waits for it.
struct SyncRequest: Request {
    /// The token of the last answer; nil for the first one.
    let since: String?
    /// How long the server holds the request back while nothing is new.
    let wait: Duration

    var path: String { "/_matrix/client/v3/sync" }
    var query: [QueryItem] {
        [
            QueryItem("since", since), QueryItem("timeout", "\(wait.components.seconds * 1_000)"),
            QueryItem("filter", #"{"room":{"timeline":{"limit":30},"state":{"lazy_load_members":true}}}"#),
        ]
    }
    /// The server is silent while it waits, and while it collects a first answer. A large answer may take any time, as
    /// long as bytes arrive.
    var limits: RequestLimits? {
        let collecting = Duration.seconds(since == nil ? 120 : 30)
        return RequestLimits(attempt: nil, silence: wait + collecting, total: nil, answerSize: 200_000_000)
    }

    func decode(_ response: Response) throws -> SyncAnswer { try SyncAnswer(received: response.body) }
}

/// Asks for the events before a place in a room, the newest first.
struct MessagesRequest: Request {
    let room: String
    /// The token of the place; nil for the end of the room.
    let from: String?
    let limit: Int

    var path: String { "\(roomsPath)/\(room.pathComponent)/messages" }
    var query: [QueryItem] {
        [
            QueryItem("dir", "b"), QueryItem("from", from), QueryItem("limit", "\(limit)"),
            // With the senders of the events, whom the sync may not have told of.
            QueryItem("filter", #"{"lazy_load_members":true}"#),
        ]
    }

    func decode(_ response: Response) throws -> OlderEvents { try OlderEvents(JSONValue(bounded: response.body)) }
}

/// Asks whether an event is in a room, and may be seen.
struct ContextRequest: Request {
    typealias Answer = Void

    let room: String
    let event: String

    var path: String { "\(roomsPath)/\(room.pathComponent)/context/\(event.pathComponent)" }
    var query: [QueryItem] { [QueryItem("limit", "0")] }
}

/// Asks for an event.
struct EventRequest: Request {
    let room: String
    let event: String

    var path: String { "\(roomsPath)/\(room.pathComponent)/event/\(event.pathComponent)" }
    var priority: RequestPriority { .low }

    func decode(_ response: Response) throws -> TimelineEvent { try TimelineEvent(JSONValue(bounded: response.body)) }
}

/// Sends an event. The server knows it again by its transaction, so it may be sent twice.
struct SendRequest: Request {
    /// The id of the event that was created.
    struct Answer: Decodable, Sendable { let event_id: String }

    let room: String
    let transaction: String
    let kind: String
    let content: JSONValue

    var method: HTTPMethod { .put }
    var path: String { "\(roomsPath)/\(room.pathComponent)/send/\(kind)/\(transaction.pathComponent)" }
    var body: RequestBody? { get throws { try .json(content) } }
    var priority: RequestPriority { .high }
}

/// Takes the content out of an event.
struct RedactRequest: Request {
    typealias Answer = SendRequest.Answer

    let room: String
    let event: String
    let transaction: String

    var method: HTTPMethod { .put }
    var path: String { "\(roomsPath)/\(room.pathComponent)/redact/\(event.pathComponent)/\(transaction.pathComponent)" }
    var body: RequestBody? { get throws { try .json(JSONValue.object([:])) } }
    var priority: RequestPriority { .high }
}

/// Tells how far a room has been read.
struct ReadMarkerRequest: Request {
    typealias Answer = Void

    let room: String
    let event: String

    var method: HTTPMethod { .post }
    var path: String { "\(roomsPath)/\(room.pathComponent)/read_markers" }
    var body: RequestBody? {
        get throws { try .json(["m.fully_read": event, "m.read": event]) }
    }
    var priority: RequestPriority { .low }
}
