import Foundation
import Millrace
import MillraceEntities
import MillraceNetwork

/// What is handed in: the server, and what a handler must not ask for by itself.
public struct FeedServices: Sendable {
    let client: Client
    /// Whether the server knows the reader.
    var isLoggedIn: Bool { login != nil }
    /// Tells the reader's login from others in what waits for the server; nil for a reader whom the server does not know.
    /// From its 32 bits nobody finds the token.
    let login: String?
    /// Where the stores belong.
    let clock: any Scheduler
    /// How often the server is asked for what is new; nil to ask only when the reader does.
    public var interval: Duration?
    /// Whether a list is loaded to its end by itself. It costs nothing where the posts are on this device.
    public var loadsAll = false
    /// The time zone in which times are shown: the reader's.
    public var zone = TimeZone.autoupdatingCurrent
    /// Where the random part of the time until a star is sent again comes from.
    public var random = RandomNumbers.system
    /// Distinguishes this device from all others.
    public var device = UUID().uuidString.lowercased()

    /// The services of a server.
    ///
    /// - Parameters:
    ///   - address: The address of the server.
    ///   - transport: Sends the requests.
    ///   - token: The reader's token; nil for a reader whom the server does not know.
    ///   - clock: Measures all times.
    ///   - retry: How often what has failed is asked for again by itself.
    public init(
        server address: URL,
        over transport: any Transport,
        token: Secret? = nil,
        clock: some Scheduler = .main,
        retry: RetryPolicy = RetryPolicy()
    ) {
        var settings = ClientSettings()
        settings.retry = retry
        settings.headers = token.map { [.secret("Authorization", Secret("Bearer \($0.text)"))] } ?? []
        client = Client(address, over: transport, settings: settings, clock: clock, seed: 0)
        // FNV-1a.
        let sum = token?.text.utf8.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 }
        (login, self.clock) = (sum.map { String($0, radix: 16) }, clock)
    }

    /// Loads a page of a list; with the first page of a thread or a profile also what that is about.
    func page(_ place: FeedPlace, _ ticket: EntityTicket) -> FeedList.Posts.Fetch<PostsAnswer> {
        { [client] link throws(RequestError) in
            var answer = try await client.send(PageRequest(place: place, link: link))
            switch place {
            case .thread(let id), .profile(let id):
                if link == nil { answer.others = [try await client.send(EntityRequest(id: id))] }
            case .timeline: break
            }
            answer.ticket = ticket
            return answer
        }
    }
}

extension FeedServices {
    /// The services of a server in memory, to which the reader is known. Lists are loaded to their ends by themselves.
    public init(server: PostServer, clock: some Scheduler = .main) {
        guard let address = URL(string: "http://posts.example") else { preconditionFailure("The address is one.") }
        self.init(server: address, over: server.transport, token: Secret("reader"), clock: clock)
        loadsAll = true
    }
}
