import Millrace
import MillraceApp
import MillraceSpecs

@testable import FeedReader

extension Stage {
    /// Posts of which those with even numbers are of another server.
    static let postsOfTwoServers = [Draft].numbered(1...5).map { post in
        var post = post
        if post.id.isMultiple(of: 2) { post.account = "bo@far.example" }
        return post
    }

    /// The posts that belong on a screen, the newest first.
    private static func posts(of place: FeedPlace) -> [Int] {
        switch place {
        case .timeline(.local): postsOfTwoServers.map(\.id).filter { !$0.isMultiple(of: 2) }
        case .timeline(.favourites): []
        default: postsOfTwoServers.map(\.id)
        }
    }

    /// Says what the reader expects of lists that have posts of two servers.
    func sayOfLists(in world: World) {
        var newest: [FeedPlace: Int] = [:]
        world.compare("the reader") { newest }
        world.always("each list has posts of its own, none twice, and none is missing between two") {
            self.lists.allSatisfy { place, ids in
                let all = Self.posts(of: place)
                guard let first = ids.first.flatMap(all.firstIndex) else { return ids.isEmpty }
                return Array(all[first...].prefix(ids.count)) == ids
            }
        }
        world.always("the newest post that I have seen does not go away") {
            self.lists.allSatisfy { place, ids in
                defer { newest[place] = ids.first ?? newest[place] }
                return newest[place].map { $0 <= ids.first ?? 0 } ?? true
            }
        }
        world.always("nothing is loaded that nobody waits for") {
            self.feed.posts.effectsInFlight.value == self.loads
        }
        world.atRest("nothing is loaded for ever") { self.loads == 0 }
        world.atRest("there are the posts of the screen, or I read why not") {
            let place = self.place.screen
            return self.lists[place]?.isEmpty == Self.posts(of: place).isEmpty || self.feed.status.value.problem != nil
        }
    }
}
