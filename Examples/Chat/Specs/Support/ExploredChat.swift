import Foundation
import Millrace
import MillraceHistory
import MillraceNetwork
import MillraceOffline
import MillraceSimulation
import MillraceSpecs
import MillraceStorage
import Synchronization
import TestSupport

@testable import MatrixChat
@testable import SampleHomeserver

/// A chat of somebody who has signed in before, for explorations.
final class ExploredChat {
    let chat: Chat
    private let view: Observable<RoomView?>
    private let requests: WatchedTransport

    /// Makes a chat whose user looks at the server's room, and which begins to ask what is new.
    ///
    /// - Parameters:
    ///   - world: Where it is explored.
    ///   - server: The homeserver.
    ///   - network: Decides what becomes of the requests.
    ///   - statuses: The statuses with which what changes something may be refused.
    ///   - exploresSync: Whether the syncs that wait for news are explored, too, once there is some. Otherwise their
    ///     answers come at once then.
    ///   - first: The number of the first identity that it makes.
    ///   - disk: Where it is saved; nil to keep it in memory.
    init(
        in world: World,
        at server: NewsServer,
        over network: SimulatedNetwork,
        refusing statuses: [Int] = [403],
        exploresSync: Bool = false,
        from first: UInt64 = 1,
        on disk: SimulatedDisk? = nil
    ) throws {
        let explored = network.transport(refusing: statuses, over: server.transport)
        let direct = server.transport
        let requests = WatchedTransport { request in
            await server.waitForNews(request)
            let isSync = request.url.path.hasSuffix("/sync")
            let isFirst = request.url.query?.contains("timeout=0") == true
            return if isSync, !exploresSync || isFirst { direct } else { explored }
        }
        self.requests = requests
        let account = Account(user: SampleHomeserver.user, device: "SAMPLE")
        let dispatcher = Dispatcher(on: world.scheduler)
        let login = KeptLogin(account: account, token: NewsServer.token)
        var (storage, journal, past) = (ChatStorage.memory(), Journal?.none, ChatPast())
        if let calls = disk?.start(in: world) {
            let saved = try ChatStorage(in: "/chat", syncing: .never, slack: 3_000, fileSystem: calls)
            journal = try Journal(
                URL(fileURLWithPath: "/chat/outbox"),
                on: dispatcher,
                syncing: .eachRecord,
                onDamage: .openSoundPart,
                fileSystem: calls
            )
            past = try finished(on: world.scheduler) { await ChatPast(of: account, from: saved) }
            storage = saved
        }
        var services = ChatServices(
            homeserver: URL(string: "http://sample.example")!,
            over: requests,
            login: login,
            storage: storage,
            clock: PatientClock(world.scheduler),
            identifiers: .inOrder(from: first)
        )
        services.timeZone = .gmt
        // Two messages that are sent at different times do not differ in that.
        services.date = { Date(timeIntervalSince1970: 1_795_000_000) }
        let chat = try Chat(with: services, on: dispatcher, past: past, journal: journal)
        self.chat = chat
        view = chat.view(of: server.room)
        chat.dispatcher.onEffectFailure = { _ in }
        if disk != nil { try finished(on: world.scheduler) { try await chat.takeOver() } }
        chat.session.state.observe(for: self) { me, state in me.requests.note(isSignedIn: state.account != nil) }
        // The sync never ends.
        world.mayStayInFlight("sync")
        chat.dispatcher.dispatch(SignedIn(account: account))
    }

    /// The rows of the room.
    var messages: [MessageRow] { view.value?.rows ?? [] }

    /// The rows, each in a few words.
    var rows: [String] { messages.map(\.words) }

    /// The rows that the user has written.
    var own: [MessageRow] { messages.filter { $0.sender == SampleHomeserver.user } }

    /// How many messages wait to be sent, or were accepted.
    var writtenCount: Int {
        let sending = chat.sending.state.value
        return Set(sending.events.map(\.id) + sending.outbox.entries.map(\.edit.id)).count
    }

    /// Whether older messages are being fetched.
    var isFilling: Bool { view.value?.isFilling == true }

    /// How many requests were begun while nobody was signed in.
    var strayRequests: Int { requests.state.withLock(\.stray) }

    /// How many uploads were answered with an address.
    var uploads: Int { requests.state.withLock(\.uploads) }
}

/// Carries each request by a transport that is chosen for it.
private final class WatchedTransport: Transport {
    struct State {
        var isSignedIn = false
        var stray = 0
        var uploads = 0
    }

    let state = Mutex(State())
    private let choose: @Sendable (HTTPRequest) async -> any Transport

    init(_ choose: @escaping @Sendable (HTTPRequest) async -> any Transport) { self.choose = choose }

    func note(isSignedIn: Bool) { state.withLock { $0.isSignedIn = isSignedIn } }

    func send(_ request: HTTPRequest, to receiver: AnswerReceiver) async throws(RequestError.Reason) {
        state.withLock { if !$0.isSignedIn, !request.url.path.hasSuffix("/login") { $0.stray += 1 } }
        let isUpload = request.url.path.hasSuffix("/upload")
        let watched = AnswerReceiver { [self] head in
            if isUpload, head.status == 200 { state.withLock { $0.uploads += 1 } }
            return receiver.receive(head: head)
        } onPiece: { piece in
            receiver.receive(piece)
        }
        try await choose(request).send(request, to: isUpload ? watched : receiver)
    }
}

private struct Unfinished: Error {}

/// Runs an asynchronous function to its end, for which no time passes.
@discardableResult
func finished<Result>(
    on scheduler: TestScheduler,
    _ body: nonisolated(nonsending) @escaping () async throws -> Result
) throws -> Result {
    var result: Swift.Result<Result, any Error>?
    scheduler.start {
        do { result = .success(try await body()) } catch { result = .failure(error) }
    }
    scheduler.advance()
    guard let result else { throw Unfinished() }
    return try result.get()
}

/// How many steps an exploration takes at most: all that it needs in the gate, some otherwise.
func orders(_ steps: Int) -> Int { Programs.steps(steps, plain: 60) }

/// Expects that an exploration has tried every order, in the gate.
func isAll(_ result: Exploration, file: StaticString = #filePath, line: UInt = #line) {
    if Programs.takeAllSteps {
        expect(file: file, line: line, result.isComplete).to(beTrue(), description: "\(result)")
    }
}
