import Foundation
import Millrace
import MillraceBase
import MillraceEntities
import MillraceNetwork
import MillraceOffline
import MillraceSimulation
import MillraceSpecs
import Synchronization
import TestSupport

@testable import FeedReader

extension World {
    /// A server in memory, which this world's feeds speak to.
    ///
    /// - Parameter coming: How many of the newest posts come when somebody asks for what is new.
    func makeServer(_ posts: [Draft], coming: Int = 0) throws -> PostServer {
        let server = try PostServer([posts.data], coming: coming, pageSize: 2)
        compare("the server") { server.present }
        return server
    }
}

extension Stage {
    /// A feed that has begun, whose requests are answered when an exploration says so.
    convenience init(
        _ server: PostServer,
        in world: World,
        over network: SimulatedNetwork,
        refusing statuses: [Int] = [403],
        traffic: Traffic = Traffic(),
        journal: ((Dispatcher) throws -> Journal)? = nil
    ) throws {
        let transport = network.transport(refusing: statuses) { server.answer(to: $0) }
        try self.init(
            server,
            over: WatchedTransport(base: transport, traffic: traffic),
            on: world.scheduler,
            // What is drawn decides when a star is sent again, and is in no store.
            change: { $0.random = RandomNumbers(SameNumber()) },
            journal: journal
        )
        world.compare("the requests that wait") { traffic.waiting }
        feed.begin()
    }

    /// Whether a post has the reader's star; nil while nothing is known of it.
    func hasStar(_ id: Int) -> Bool? {
        (try? state.entities.read(Star.self, EntityID(.post, "\(id)"))).map { $0.favourited ?? false }
    }

    /// How many stars a post has.
    func starCount(_ id: Int) -> Int? {
        try? state.entities.read(Star.self, EntityID(.post, "\(id)")).favourites_count
    }

    /// How many pages are shown as being loaded.
    var loads: Int {
        state.lists.values.map { ($0.posts.loading == nil ? 0 : 1) + ($0.posts.isLoadingPrevious ? 1 : 0) }.reduce(0, +)
    }

    /// The posts of each list, by its screen.
    var lists: [FeedPlace: [Int]] { state.lists.mapValues { $0.posts.elements.compactMap { Int($0.key) } } }
}

/// What is on its way between a feed and its server.
final class Traffic: Sendable {
    /// A request that waits, and what has come since it was asked for: an older answer is not taken for a newer one.
    struct Waiting: Sendable {
        let number: Int
        let url: String
        var passed: [String] = []
    }

    private struct State {
        var count = 0
        var waiting: [Waiting] = []
        /// The pages that were asked for and have not come.
        var pages: Set<String> = []
        var hasRepeated = false
    }

    private let state = Mutex(State())

    /// The requests that wait, without their numbers.
    var waiting: [[String]] { state.withLock { state in state.waiting.map { [$0.url] + $0.passed } } }
    var pages: Set<String> { state.withLock { $0.pages } }

    /// Whether a page was asked for again before it had come.
    var hasRepeated: Bool { state.withLock { $0.hasRepeated } }

    /// Forgets the pages: what could not be loaded is asked for again.
    func forgetPages() { state.withLock { ($0.pages, $0.hasRepeated) = ([], false) } }

    fileprivate func ask(for url: String, isPage: Bool) -> Int {
        state.withLock { state in
            state.count += 1
            state.waiting.append(Waiting(number: state.count, url: url))
            if !isPage { return state.count }
            // A list that is loaded anew asks for all of its pages.
            if !url.contains("_id=") { state.pages = [] }
            if !state.pages.insert(url).inserted { state.hasRepeated = true }
            return state.count
        }
    }

    fileprivate func end(_ number: Int, _ url: String, hasCome: Bool) {
        state.withLock { state in
            state.waiting.removeAll { $0.number == number }
            if !hasCome { return }
            state.pages.remove(url)
            for index in state.waiting.indices { state.waiting[index].passed.append(url) }
        }
    }
}

private struct WatchedTransport<Base: Transport>: Transport {
    let base: Base
    let traffic: Traffic

    func send(_ request: HTTPRequest, to receiver: AnswerReceiver) async throws(RequestError.Reason) {
        let url = request.url.absoluteString
        let number = traffic.ask(for: url, isPage: request.method == .get)
        do throws(RequestError.Reason) {
            try await base.send(request, to: receiver)
        } catch {
            traffic.end(number, url, hasCome: !Task.isCancelled)
            throw error
        }
        traffic.end(number, url, hasCome: true)
    }
}

private struct Star: Decodable {
    var favourited: Bool?
    var favourites_count: Int?
}

private struct SameNumber: RandomNumberGenerator {
    func next() -> UInt64 { 0x9E37_79B9_7F4A_7C15 }
}
