import Foundation
import Millrace
import MillraceNetwork
import MillraceOffline

/// The dependencies of the chat: the homeserver, and what is saved. The requests are values, which the client sends.
public struct ChatServices: Sendable {
    let client: Client
    private let authentication: Authentication
    let storage: ChatStorage
    let images: ImageCache
    /// The clock of the stores, by which they hear of the progress.
    let clock: any Scheduler
    let identifiers: Identifiers
    /// How much is done at once, and how much is kept.
    public var limits = ChatLimits()
    /// The time zone in which times are shown: the user's.
    public var timeZone = TimeZone.autoupdatingCurrent

    /// Returns the current date, for messages that the server does not have yet.
    var date: @Sendable () -> Date = { Date() }

    /// The time in milliseconds since 1970.
    func time() -> Int { Int(date().timeIntervalSince1970 * 1_000) }
}

/// How much is done at once, and how much is kept.
public struct ChatLimits: Sendable {
    /// How many events and facts of an answer are added in one turn. A thousand take a few milliseconds.
    public var part = 1_000
    /// How many events of a room are kept, apart from the one that is shown.
    public var kept = 100
    /// How many events are kept of the room that is shown, while its end is.
    public var keptOfOpen = 300
}

extension ChatServices {
    /// The services of a homeserver.
    ///
    /// - Parameters:
    ///   - address: The address of the homeserver.
    ///   - transport: Sends the requests.
    ///   - login: The saved token. Nil if there is none.
    ///   - storage: Saves the state for the next run.
    ///   - images: The images that were fetched. Nil for a cache in memory.
    ///   - clock: Measures all times.
    ///   - identifiers: Makes the transaction ids.
    public init(
        homeserver address: URL,
        over transport: any Transport,
        login: KeptLogin? = nil,
        storage: ChatStorage,
        images: ImageCache? = nil,
        clock: some Scheduler = .main,
        identifiers: Identifiers = .random
    ) {
        authentication = Authentication(login?.token.map { Secret($0) }) { _ in throw ChatProblem.signedOut }
        var settings = ClientSettings()
        // When to try again is shown to the user, and therefore state: see `SyncFailed` and `SendingState`.
        settings.retry = .never
        client = Client(
            address,
            over: transport,
            settings: settings,
            authentication: authentication,
            clock: clock,
            seed: 0
        )
        (self.storage, self.clock, self.identifiers) = (storage, clock, identifiers)
        self.images = images ?? ImageCache(folder: nil, clock: clock)
    }

    /// Signs in, as the device that was signed in before, and saves the login.
    func signIn(_ user: String, _ password: Secret) async throws -> Account {
        let known = await storage.keptLogin
        let answer = try await client.send(SignInRequest(user: user, password: password, device: known?.account.device))
        authentication.token = Secret(answer.access_token)
        let account = Account(user: answer.user_id, device: answer.device_id)
        do {
            try await storage.save(KeptLogin(account: account, token: answer.access_token))
        } catch {
            let reason = error.localizedDescription.oneLine
            throw ChatProblem.refused("The login cannot be saved: \(reason) To fix: pass another --state.")
        }
        return account
    }

    /// Sends an entry of the outbox, and returns the id of the event; nil for a reaction that is there already, because
    /// the user has reacted so in another program.
    func send(_ entry: OutboxEntry<Outgoing>) async throws -> String? {
        let (room, transaction, content) = (entry.edit.room, entry.key.text, entry.edit.content)
        let prepared = entry.prepared ?? entry.edit.target ?? ""
        switch content {
        case .redaction:
            return try await client.send(RedactRequest(room: room, event: prepared, transaction: transaction)).event_id
        // What was uploaded is not needed any more: where it is was noted before this was called.
        case .image: await storage.removeUpload(entry.edit.id)
        case .text, .reply, .edit, .reaction: break
        }
        let event = content.event(prepared)
        let request = SendRequest(room: room, transaction: transaction, kind: content.kind, content: event)
        do {
            return try await client.send(request).event_id
        } catch {
            if error.reason.isDuplicateReaction { return nil }
            throw error
        }
    }

    /// Looks for the event of an entry whose answer was lost, and returns its id; nil if the homeserver does not have it.
    /// What is older than the entry, by an hour more than clocks differ, is not looked at.
    func event(of entry: OutboxEntry<Outgoing>) async throws -> String? {
        var from: String?
        for _ in 0..<100 {
            let page = try await client.send(MessagesRequest(room: entry.edit.room, from: from, limit: 100))
            if let event = page.events.first(where: { $0.transaction == entry.key.text }) { return event.id }
            let isOlder = page.events.last.map { $0.time < entry.edit.time - 3_600_000 } ?? false
            guard let end = page.end, !isOlder else { return nil }
            from = end
        }
        throw ChatProblem.passing("The room has more events than can be looked through.")
    }
}

extension RequestError.Reason {
    /// Whether the user has reacted so already.
    fileprivate var isDuplicateReaction: Bool {
        guard case .status(let status) = self else { return false }
        let body = try? JSONValue(document: Data(status.body.utf8))
        return body?["errcode"]?.string == "M_DUPLICATE_ANNOTATION"
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
