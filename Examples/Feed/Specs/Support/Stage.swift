import Foundation
import Millrace
import MillraceApp
import MillraceEntities
import MillraceNetwork
import MillraceOffline
import MillraceSpecs
import MillraceTerminal
import Synchronization

@testable import FeedReader

/// What is between the feed and the server, and may fail.
final class Wire: Sendable {
    struct State {
        var isDown = false
        /// The status with which stars are refused.
        var refusal: Int?
        var requests: [String] = []
        /// The headers of the last request.
        var headers: [HTTPHeader] = []
    }

    private let content = Mutex(State())

    var isDown: Bool {
        get { content.withLock { $0.isDown } }
        set { content.withLock { $0.isDown = newValue } }
    }

    var refusal: Int? {
        get { content.withLock { $0.refusal } }
        set { content.withLock { $0.refusal = newValue } }
    }

    var requests: [String] { content.withLock { $0.requests } }
    var headers: [HTTPHeader] { content.withLock { $0.headers } }

    func transport(to server: PostServer, on clock: some Scheduler) -> FunctionTransport {
        FunctionTransport { [self] request in
            let state = content.withLock { state in
                let query = request.url.query.map { "?\($0)" } ?? ""
                state.requests.append("\(request.method) \(request.url.path)\(query)")
                state.headers = request.headers
                return state
            }
            try await clock.sleep(for: .milliseconds(10))
            if state.isDown { throw RequestError.Reason.noNetwork }
            if let refusal = state.refusal, request.method == .post {
                return Response(refusal, json: #"{"error":"This action is not allowed"}"#)
            }
            return server.answer(to: request)
        }
    }
}

/// A feed with a server in memory, on virtual time; with a screen on it, if one is asked for.
final class Stage {
    let scheduler: TestScheduler
    let wire: Wire
    let server: PostServer
    let feed: Feed
    let size = Variable(TerminalSize(columns: 60, rows: 20))
    private(set) lazy var screen = FeedScreen(of: feed, size: size.observable)
    private(set) lazy var canvas = screen.canvas
    private var watch: Subscription?

    /// - Parameter coming: How many of the newest posts come later.
    convenience init(
        _ posts: [Draft],
        coming: Int = 0,
        pageSize: Int = 5,
        token: String? = "secret",
        change: (inout FeedServices) -> Void = { _ in },
        journal: ((Dispatcher) throws -> Journal)? = nil
    ) {
        self.init(posts.data, coming: coming, pageSize: pageSize, token: token, change: change, journal: journal)
    }

    convenience init(
        _ posts: Data,
        coming: Int = 0,
        pageSize: Int = 5,
        token: String? = "secret",
        change: (inout FeedServices) -> Void = { _ in },
        journal: ((Dispatcher) throws -> Journal)? = nil
    ) {
        let server = try! PostServer([posts], coming: coming, pageSize: pageSize)
        let (scheduler, wire) = (TestScheduler(), Wire())
        let transport = wire.transport(to: server, on: scheduler)
        try! self.init(
            server,
            over: transport,
            on: scheduler,
            wire: wire,
            token: token,
            change: change,
            journal: journal
        )
    }

    /// A feed with a server, on any scheduler.
    init(
        _ server: PostServer,
        over transport: some Transport,
        on scheduler: TestScheduler,
        wire: Wire = Wire(),
        token: String? = "secret",
        change: (inout FeedServices) -> Void = { _ in },
        journal: ((Dispatcher) throws -> Journal)? = nil
    ) throws {
        (self.server, self.scheduler, self.wire) = (server, scheduler, wire)
        var services = FeedServices(
            server: URL(string: "https://posts.example")!,
            over: transport,
            token: token.map { Secret($0) },
            clock: scheduler,
            retry: .never
        )
        services.zone = TimeZone(identifier: "GMT")!
        services.device = "spec"
        change(&services)
        let dispatcher = Dispatcher(on: scheduler)
        feed = try Feed(with: services, on: dispatcher, journal: journal?(dispatcher))
    }

    /// Begins, and waits for what is loaded.
    @discardableResult
    func begin() -> Stage {
        feed.begin()
        settle()
        return self
    }

    /// Lets a second pass, in which all answers arrive.
    func settle() { scheduler.advance(by: .seconds(1)) }

    // MARK: State

    var state: FeedState { feed.posts.state.value }
    var place: Route<FeedPlace>.Place { feed.route.state.value.topPlace }
    var list: FeedList? { state.lists[place.screen] }
    /// The identities of the list on top.
    var ids: [Int] { (list?.posts.elements ?? []).compactMap { Int($0.key) } }
    /// Those that the filter lets through.
    var shownIDs: [Int] {
        let filter = feed.screen(at: place).value.filter
        return feed.posts(at: place).value.filter { $0.isShown(by: filter) }.compactMap { Int($0.id.key) }
    }

    func post(_ id: Int) -> Post { feed.post(EntityID(.post, id))! }

    func dispatch(_ action: some Action) {
        feed.dispatcher.dispatch(action)
        settle()
    }

    func load(_ load: FeedState.Load) { dispatch(LoadPosts(load: load, place: place.screen)) }

    func star(_ id: Int, isOn: Bool = true) { dispatch(MarkFavourite(post: EntityID(.post, id), isOn: isOn)) }

    /// Whether a post has a star, and how many others have given it.
    func stars(_ id: Int) -> String {
        "\(post(id).content!.favourites.isOwn) \(post(id).content!.favourites.count ?? -1)"
    }

    // MARK: The screen

    /// What is to be read, without the blanks at the ends of the lines.
    var text: [String] {
        if watch == nil { watch = canvas.observe { _ in } }
        settle()
        return canvas.value.text.map { $0.replacing(/[ ]+$/, with: "") }
    }

    /// The posts on the screen.
    var body: [String] { text.dropFirst().dropLast(2).filter { !$0.isEmpty } }

    @discardableResult
    func press(_ keys: TerminalKey...) -> TerminalApplication.Continuation {
        if watch == nil { watch = canvas.observe { _ in } }
        settle()
        let answer = keys.map { screen.press($0) }.last ?? .goOn
        settle()
        return answer
    }

    func type(_ text: String) { for character in text { press(.character(character)) } }

    // MARK: The script

    /// Does what lines say. Returns what is answered, and at last why it went no further.
    func run(_ lines: String..., json: Bool = false) -> [String] {
        var answers: [String] = []
        let script = FeedScript(of: feed, patience: .seconds(5), asJSON: json) { answers.append($0) }
        scheduler.start {
            do throws(ProgramExit) {
                try await script.begin()
                for line in lines { try await script.run(line) }
            } catch {
                answers.append("\(error.exitCode): \(error)")
            }
        }
        scheduler.advance(by: .seconds(30))
        return answers
    }
}
