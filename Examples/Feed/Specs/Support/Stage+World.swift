import Foundation
import Millrace
import MillraceBase
import MillraceEntities
import MillraceOffline
import MillraceSimulation
import MillraceSpecs
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
        change: (inout FeedServices) -> Void = { _ in },
        journal: ((Dispatcher) throws -> Journal)? = nil
    ) {
        self.init(
            server,
            over: network.transport { server.answer(to: $0) },
            on: world.scheduler,
            change: { services in
                // What is drawn decides when a star is sent again, and is in no store.
                services.random = RandomNumbers(SameNumber())
                change(&services)
            },
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

    /// The posts of each list, by its screen.
    var lists: [FeedPlace: [Int]] { state.lists.mapValues { $0.posts.elements.compactMap { Int($0.key) } } }

    /// Whether posts of any list are being loaded, whether its screen is on top or not.
    var isLoading: Bool { state.lists.values.contains { $0.posts.loading != nil || $0.posts.isLoadingPrevious } }
}

private struct Star: Decodable {
    var favourited: Bool?
    var favourites_count: Int?
}

private struct SameNumber: RandomNumberGenerator {
    func next() -> UInt64 { 0x9E37_79B9_7F4A_7C15 }
}
