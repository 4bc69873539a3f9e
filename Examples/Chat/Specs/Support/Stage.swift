import Foundation
import Millrace
import MillraceNetwork
import MillraceOffline
import MillraceSpecs
import MillraceStorage
import SampleHomeserver
import Synchronization

@testable import MatrixChat

/// A chat with a homeserver in memory, on virtual time.
final class Stage {
    let scheduler = TestScheduler()
    let server: SampleHomeserver
    let network: Network
    let files: FaultyFiles
    /// Where the images are kept for the next run; nil to keep them in memory.
    private let imageFolder: URL?
    /// What the chat keeps of what is written and sent.
    private(set) var journal = JournalFolder()
    private var images: ImageCache
    private let limits: ChatLimits
    /// Transactions are never made twice, not even by two runs of the program.
    private let identifiers = Identifiers.inOrder()
    private(set) var chat: Chat
    private var watch: Subscription?

    /// A chat in which nobody is signed in. Each answer takes 10 ms.
    init(
        files: FaultyFiles = FaultyFiles(),
        limits: ChatLimits = ChatLimits(),
        imagesIn folder: URL? = nil,
        syncing: AppendLog.Syncing = .eachRecord,
        over transport: ((any Transport, TestScheduler) -> any Transport)? = nil
    ) {
        server = SampleHomeserver(latency: .milliseconds(10), clock: scheduler)
        let faulty = transport?(server.transport, scheduler) ?? server.transport
        network = Network(over: faulty)
        (self.files, self.limits, imageFolder) = (files, limits, folder)
        images = ImageCache(folder: folder, clock: scheduler)
        let services = makeServices(nil, network, files, images, limits, identifiers, scheduler)
        let dispatcher = Dispatcher(on: scheduler)
        chat = try! Chat(with: services, on: dispatcher, journal: journal.open(on: dispatcher, syncing: syncing))
    }

    /// Signs in, and waits for the first answer.
    func signIn() {
        chat.dispatcher.dispatch(SignIn(user: SampleHomeserver.user, password: Secret("sesame")))
        scheduler.advance(by: .milliseconds(100))
    }

    /// Ends the chat, at once, and makes another one of what was written down.
    func restart() async throws {
        let storage = ChatStorage(in: files)
        let login = try await storage.keptLogin()!
        let past = try await ChatPast(of: login.account, from: storage)
        await images.close()
        images = ImageCache(folder: imageFolder, clock: scheduler)
        let services = makeServices(login, network, files, images, limits, identifiers, scheduler)
        let former = chat.dispatcher
        let dispatcher = Dispatcher(on: scheduler)
        journal = journal.killed ?? journal.copy()
        chat = try Chat(with: services, on: dispatcher, past: past, journal: journal.open(on: dispatcher))
        try await chat.takeOver()
        // An asynchronous spec is not where the chat belongs. What is released there goes with the next dispatch.
        former.dispatch(Nudge())
        chat.dispatcher.onEffectFailure = { _ in }
        chat.dispatcher.dispatch(SignedIn(account: login.account))
    }

    /// Ends the chat in the turn in which the rooms have changed so many times: from then on nothing is written down
    /// and nothing sent. It is to be started again.
    func crash(afterTurns count: Int) {
        prepareCrash()
        var left = count
        watch = chat.rooms.state.observe { [journal] _ in
            left -= 1
            if left < 0 { journal.kill() }
        }
    }

    /// Ends the chat in the midst of a write of its journal that comes after some others, unless it ends before.
    func crash(afterWrites count: Int, _ part: Double) {
        prepareCrash()
        journal.kill(afterWrites: count, inTheNext: part)
    }

    private func prepareCrash() {
        journal.onKill = { [files, network] in (files.isOn, network.isUp) = (false, false) }
    }

    /// Starts the chat again if it has crashed.
    func restartIfCrashed() async throws {
        watch = nil
        guard !files.isOn else { return }
        files.isOn = true
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
    _ files: FaultyFiles,
    _ images: ImageCache,
    _ limits: ChatLimits,
    _ identifiers: Identifiers,
    _ scheduler: TestScheduler
) -> ChatServices {
    var services = ChatServices(
        homeserver: URL(string: "http://sample.example")!,
        over: network,
        login: login,
        storage: ChatStorage(in: files, slack: 3_000),
        images: images,
        clock: scheduler,
        identifiers: identifiers
    )
    services.limits = limits
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
        let marks = reactions.sorted { $0.key < $1.key }.map { " \($0.key)\($0.value)" }.joined()
        switch delivery {
        case .told: return text + marks
        case .onItsWay: return "\(text)\(marks) …"
        case .refused: return "\(text)\(marks) !"
        }
    }
}

/// A network that can be switched off, and notes what it carries.
final class Network: Transport {
    private struct State {
        var isUp = true
        var requests: [String] = []
        var syncs = 0
        var mostSyncs = 0
        var tokens: [String] = []
    }

    private let transport: any Transport
    private let state = Mutex(State())

    init(over transport: any Transport) { self.transport = transport }

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
        guard isUp else { throw .noNetwork }
        try await transport.send(request, to: receiver)
        guard state.withLock({ $0.isUp }) else { throw .brokenAnswer }
    }
}
