import Foundation
import Millrace
import MillraceNetwork

/// The dependencies of the chat. The app creates them from a homeserver's address, specs from functions.
public struct ChatServices: Sendable {
    var signIn: @Sendable (_ user: String, _ password: Secret) async throws -> Account
    /// The changes since a token. If there are none, the server waits so long before it answers.
    var sync: @Sendable (_ since: String?, _ wait: Duration, _ meter: TransferMeter) async throws -> SyncAnswer
    /// A page of the events of a room before a token.
    var older: @Sendable (_ room: String, _ from: String) async throws -> OlderEvents
    /// Throws a ``ChatProblem`` if an event is not in a room.
    var find: @Sendable (_ room: String, _ event: String) async throws -> Void
    /// Sends to a room, and returns the id of the event.
    var send: @Sendable (_ room: String, _ outgoing: Outgoing) async throws -> String
    var markRead: @Sendable (_ room: String, _ event: String) async throws -> Void
    var media: MediaServices
    var membership: MembershipServices
    var storage: ChatStorage
    var identifiers = Identifiers.random
    /// How much is done at once, and how much is kept.
    public var limits = ChatLimits()
    /// The time in milliseconds since 1970, for messages that the server does not have yet.
    var time: @Sendable () -> Int = { Int(Date().timeIntervalSince1970 * 1_000) }
}

/// How much is done at once, and how much is kept.
public struct ChatLimits: Sendable {
    /// How many events and facts of an answer are added in one turn. A thousand take a few milliseconds.
    public var part = 1_000
    /// How many events of a room are kept, apart from the one that is shown.
    public var kept = 100
    /// How many events are kept of the room that is shown, while its end is.
    public var keptOfOpen = 300

    /// Creates limits.
    public init() {}
}

extension ChatServices {
    /// The services of a homeserver.
    ///
    /// - Parameters:
    ///   - address: The address of the homeserver.
    ///   - transport: Sends the requests.
    ///   - login: The saved token. Nil if there is none.
    ///   - storage: Saves the state for the next run.
    ///   - uploads: Keeps the images that are not uploaded yet, for the next run.
    ///   - images: The images that were fetched. Nil for a cache in memory.
    ///   - clock: Measures all times.
    ///   - identifiers: Makes the transaction ids.
    public init(
        homeserver address: URL,
        over transport: any Transport,
        login: KeptLogin? = nil,
        storage: ChatStorage,
        uploads: UploadStorage = .memory(),
        images: ImageCache? = nil,
        clock: some Scheduler = .main,
        identifiers: Identifiers = .random
    ) {
        let authentication = Authentication(login?.token.map { Secret($0) }) { _ in throw ChatProblem.signedOut }
        var settings = ClientSettings()
        // When to try again is shown to the user, and therefore state: see `SyncFailed` and `SendFailed`.
        settings.retry = .never
        let client = Client(
            address,
            over: transport,
            settings: settings,
            authentication: authentication,
            clock: clock,
            seed: 0
        )
        self.init(
            signIn: { user, password in
                let known = try? await storage.keptLogin()
                let request = SignInRequest(user: user, password: password, device: known?.account.device)
                let answer = try await client.send(request)
                authentication.token = Secret(answer.access_token)
                let account = Account(user: answer.user_id, device: answer.device_id)
                do {
                    try await storage.save(KeptLogin(account: account, token: answer.access_token))
                } catch {
                    let reason = error.localizedDescription.oneLine
                    throw ChatProblem.refused("The login cannot be saved: \(reason) To fix: pass another --state.")
                }
                return account
            },
            sync: { since, wait, meter in
                try await client.send(SyncRequest(since: since, wait: wait), meter: meter)
            },
            older: { room, from in try await client.send(MessagesRequest(room: room, from: from, limit: 50)) },
            find: { room, event in try await client.send(ContextRequest(room: room, event: event)) },
            send: { room, outgoing in try await client.send(outgoing, to: room) },
            markRead: { room, event in try await client.send(ReadMarkerRequest(room: room, event: event)) },
            media: MediaServices(
                of: client,
                uploads: uploads,
                cache: images ?? ImageCache(folder: nil, clock: clock),
                clock: clock
            ),
            membership: MembershipServices(of: client),
            storage: storage,
            identifiers: identifiers
        )
    }
}

extension Client {
    fileprivate func send(_ outgoing: Outgoing, to room: String) async throws -> String {
        switch outgoing.kind {
        case .text(let text):
            let content: JSONValue = ["msgtype": "m.text", "body": .string(text)]
            return try await send(SendRequest(room: room, transaction: outgoing.id, content: content)).event_id
        case .image(let image):
            return try await send(SendRequest(room: room, transaction: outgoing.id, content: image.content)).event_id
        case .redaction(let event):
            return try await send(RedactRequest(room: room, event: event, transaction: outgoing.id)).event_id
        }
    }
}

extension ChatProblem {
    /// The problem that an effect has caught.
    init(caught error: any Error) {
        switch error {
        case let error as RequestError: self.init(error)
        case let problem as ChatProblem: self = problem
        default: self = .refused("\(error)")
        }
    }
}
