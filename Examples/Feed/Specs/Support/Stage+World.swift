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
        noting repetitions: Repetitions = Repetitions(),
        journal: ((Dispatcher) throws -> Journal)? = nil
    ) throws {
        let transport = network.transport { server.answer(to: $0) }
        try self.init(
            server,
            over: NotingTransport(base: transport, repetitions: repetitions),
            on: world.scheduler,
            // What is drawn decides when a star is sent again, and is in no store.
            change: { $0.random = RandomNumbers(SameNumber()) },
            journal: journal
        )
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

/// The pages that were asked for and have not come, and whether one was asked for again.
final class Repetitions: Sendable {
    private let content = Mutex<(pages: Set<String>, isAny: Bool)>(([], false))

    var pages: Set<String> { content.withLock { $0.pages } }
    var isAny: Bool { content.withLock { $0.isAny } }

    fileprivate func ask(for page: String) {
        content.withLock { content in
            // A list that is loaded anew asks for all of its pages.
            if !page.contains("_id=") { content.pages = [] }
            if !content.pages.insert(page).inserted { content.isAny = true }
        }
    }

    func forget() { content.withLock { $0 = ([], false) } }

    fileprivate func come(_ page: String) { content.withLock { _ = $0.pages.remove(page) } }
}

private struct NotingTransport<Base: Transport>: Transport {
    let base: Base
    let repetitions: Repetitions

    func send(_ request: HTTPRequest, to receiver: AnswerReceiver) async throws(RequestError.Reason) {
        let page = request.url.absoluteString
        if request.method == .get { repetitions.ask(for: page) }
        do throws(RequestError.Reason) {
            try await base.send(request, to: receiver)
        } catch {
            if !Task.isCancelled { repetitions.come(page) }
            throw error
        }
        repetitions.come(page)
    }
}

private struct Star: Decodable {
    var favourited: Bool?
    var favourites_count: Int?
}

private struct SameNumber: RandomNumberGenerator {
    func next() -> UInt64 { 0x9E37_79B9_7F4A_7C15 }
}
