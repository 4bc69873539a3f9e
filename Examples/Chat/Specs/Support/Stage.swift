import Foundation
import Millrace
import MillraceNetwork
import MillraceOffline
import MillraceSpecs
import MillraceStorage
import SampleHomeserver
import MillraceSimulation
import Synchronization

@testable import MatrixChat

/// A chat with a homeserver in memory, on virtual time.
final class Stage {
    let scheduler = TestScheduler()
    let server: SampleHomeserver
    let network: Network
    /// Where the chat is saved.
    let disk: SimulatedDisk
    /// Where the images are kept for the next run; nil to keep them in memory.
    private let imageFolder: URL?
    private var images: ImageCache
    private let limits: ChatLimits
    /// Transactions are never made twice, not even by two runs of the program.
    private let identifiers = Identifiers.inOrder()
    private(set) var chat: Chat
    private var watch: Subscription?

    /// A chat in which nobody is signed in. Each answer takes 10 ms.
    init(
        disk: SimulatedDisk = SimulatedDisk(seed: 1),
        limits: ChatLimits = ChatLimits(),
        imagesIn folder: URL? = nil,
        syncing: AppendLog.Syncing = .eachRecord,
        over transport: ((any Transport, TestScheduler) -> any Transport)? = nil
    ) {
        server = SampleHomeserver(latency: .milliseconds(10), clock: scheduler)
        let faulty = transport?(server.transport, scheduler) ?? server.transport
        network = Network(over: faulty, of: disk)
        (self.disk, self.limits, imageFolder) = (disk, limits, folder)
        images = ImageCache(folder: folder, clock: scheduler)
        let dispatcher = Dispatcher(on: scheduler)
        let (storage, journal) = try! Self.boot(disk, on: dispatcher, syncing)
        let services = makeServices(nil, network, storage, images, limits, identifiers, scheduler)
        chat = try! Chat(with: services, on: dispatcher, journal: journal)
    }

    /// Ends the process that uses a disk, and begins the next one.
    private static func boot(
        _ disk: SimulatedDisk,
        on dispatcher: Dispatcher,
        _ syncing: AppendLog.Syncing
    ) throws -> (ChatStorage, Journal) {
        let calls = disk.start()
        let storage = try ChatStorage(in: "/chat", syncing: .never, slack: 3_000, fileSystem: calls)
        let folder = URL(fileURLWithPath: "/chat/outbox")
        let journal = try Journal(
            folder,
            on: dispatcher,
            syncing: syncing,
            onDamage: .openSoundPart,
            fileSystem: calls
        )
        return (storage, journal)
    }

    /// Leaves nothing saved but the login, and what is written and sent.
    func loseRooms() throws {
        var saved = SavedRecords()
        _ = try AppendLog("/chat/log", syncing: .never, fileSystem: disk.start()) { entry in
            switch entry {
            case .snapshot(let data), .record(_, let data): saved.add(data)
            }
        }
        disk.files = disk.files.filter { !$0.key.hasPrefix("/chat/log/") }
        let log = try AppendLog("/chat/log", syncing: .never, fileSystem: disk.start()) { _ in }
        for record in saved.beginning { try log.append(JSONEncoder().encode(record)) }
    }

    /// Signs in, and waits for the first answer.
    func signIn() {
        chat.dispatcher.dispatch(SignIn(user: SampleHomeserver.user, password: Secret("sesame")))
        scheduler.advance(by: .milliseconds(100))
    }

    /// Ends the chat, at once, and makes another one of what was written down.
    func restart() async throws {
        let dispatcher = Dispatcher(on: scheduler)
        let (storage, journal) = try Self.boot(disk, on: dispatcher, .eachRecord)
        let login = await storage.keptLogin!
        let past = await ChatPast(of: login.account, from: storage)
        await images.close()
        images = ImageCache(folder: imageFolder, clock: scheduler)
        let services = makeServices(login, network, storage, images, limits, identifiers, scheduler)
        let former = chat.dispatcher
        chat = try Chat(with: services, on: dispatcher, past: past, journal: journal)
        try await chat.takeOver()
        // An asynchronous spec is not where the chat belongs. What is released there goes with the next dispatch.
        former.dispatch(Nudge())
        chat.dispatcher.onEffectFailure = { _ in }
        chat.dispatcher.dispatch(SignedIn(account: login.account))
    }

    /// Ends the chat in the turn in which the rooms have changed so many times: from then on nothing is written down
    /// and nothing sent. It is to be started again.
    func crash(afterTurns count: Int) {
        var left = count
        watch = chat.rooms.state.observe { [disk] _ in
            left -= 1
            if left < 0 { disk.stop() }
        }
    }

    /// Ends the chat within a call of the system that comes after some others, unless it ends before.
    func crash(afterCalls count: Int) { disk.behaviour = .init(callsLeft: count) }

    /// Starts the chat again if it has crashed.
    func restartIfCrashed() async throws {
        watch = nil
        guard disk.isStopped else { return }
        try await restart()
        network.isUp = true
    }

    /// The rows of a room, each in a few words.
    func rows(_ room: String) -> [String] {
        chat.view(of: room).value?.rows.map(\.words) ?? []
    }

    /// Fills the gaps of a room, as far as its server has older events.
    func fillGaps(of room: String) {
        for _ in 0..<100 where chat.rooms.state.value.rooms[id: room]?.lastGap != nil {
            chat.fillLastGap(of: room)
            scheduler.advance(by: .milliseconds(100))
        }
    }
}

/// An action that nobody handles.
private struct Nudge: Action {}

private func makeServices(
    _ login: KeptLogin?,
    _ network: Network,
    _ storage: ChatStorage,
    _ images: ImageCache,
    _ limits: ChatLimits,
    _ identifiers: Identifiers,
    _ scheduler: TestScheduler
) -> ChatServices {
    var services = ChatServices(
        homeserver: URL(string: "http://sample.example")!,
        over: network,
        login: login,
        storage: storage,
        images: images,
        clock: scheduler,
        identifiers: identifiers
    )
    (services.limits, services.timeZone) = (limits, .gmt)
    return services
}

extension MessageRow {
    /// The row in a few words: its text, with "…" where it is on its way, "!" where it was refused.
    var words: String {
        let text =
            switch content {
            case .message(let message, let isEdited): message.body + (isEdited ? " (edited)" : "")
            case .happening(let words): words
            case .encrypted: "(encrypted)"
            case .deleted: "(deleted)"
            case .unknown(let kind): "(\(kind))"
            case .damaged(let problem): "(damaged: \(problem))"
            case .gap: "(gap)"
            }
        let marks = reactions.sorted { $0.key < $1.key }.map {
            " \($0.key)\($0.value.count)\($0.value.isOwn ? "*" : "")"
        }.joined()
        switch delivery {
        case .told: return text + marks
        case .onItsWay: return "\(text)\(marks) …"
        case .refused: return "\(text)\(marks) !"
        }
    }
}

/// A network that can be switched off, and notes what it carries. What a process sends that has ended reaches nobody.
final class Network: Transport {
    private struct State {
        var isUp = true
        var requests: [String] = []
        var syncs = 0
        var mostSyncs = 0
        var tokens: [String] = []
    }

    private let transport: any Transport
    private let disk: SimulatedDisk
    private let state = Mutex(State())

    init(over transport: any Transport, of disk: SimulatedDisk) { (self.transport, self.disk) = (transport, disk) }

    var isUp: Bool {
        get { state.withLock { $0.isUp } }
        set { state.withLock { $0.isUp = newValue } }
    }

    /// The requests, each as its method and its path; without the syncs.
    var requests: [String] { state.withLock { $0.requests } }
    /// The most syncs that were on their way at once.
    var mostSyncs: Int { state.withLock { $0.mostSyncs } }
    /// The tokens that the syncs have asked with.
    var syncTokens: [String] { state.withLock { $0.tokens } }
    /// How many syncs there have been.
    var syncCount: Int { syncTokens.count }

    func send(_ request: HTTPRequest, to receiver: AnswerReceiver) async throws(RequestError.Reason) {
        let isSync = request.url.path.hasSuffix("/sync")
        let items = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        let isUp = state.withLock { state in
            if isSync {
                state.syncs += 1
                state.mostSyncs = max(state.mostSyncs, state.syncs)
                state.tokens.append(items.first { $0.name == "since" }?.value ?? "none")
            } else {
                state.requests.append("\(request.method) \(request.url.path)")
            }
            return state.isUp
        }
        defer { if isSync { state.withLock { $0.syncs -= 1 } } }
        guard isUp, !disk.isStopped else { throw .noNetwork }
        try await transport.send(request, to: receiver)
        guard self.isUp, !disk.isStopped else { throw .brokenAnswer }
    }
}
