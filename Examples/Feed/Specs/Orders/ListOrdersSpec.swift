import Millrace
import MillraceApp
import MillraceEntities
import MillraceSimulation
import MillraceSpecs
import TestSupport

@testable import FeedReader

/// Lists, in every order of what the reader asks for and of what comes.
final class ListOrdersSpec: Spec {
    func testSpec() {
        // Those with even numbers are of another server.
        let posts = [Draft].numbered(1...5).map { post in
            var post = post
            if post.id.isMultiple(of: 2) { post.account = "bo@far.example" }
            return post
        }

        /// The posts that belong on a screen, the newest first.
        func all(of place: FeedPlace) -> [Int] {
            switch place {
            case .timeline(.local): posts.map(\.id).filter { !$0.isMultiple(of: 2) }
            case .timeline(.favourites): []
            default: posts.map(\.id)
            }
        }

        /// What the reader says of the lists.
        func say(of stage: Stage, in world: World) {
            var newest: [FeedPlace: Int] = [:]
            world.compare("the reader") { newest }
            world.always("each list has posts of its own, none twice, and none is missing between two") {
                stage.lists.allSatisfy { place, ids in
                    let all = all(of: place)
                    guard let first = ids.first.flatMap(all.firstIndex) else { return ids.isEmpty }
                    return Array(all[first...].prefix(ids.count)) == ids
                }
            }
            world.always("the newest post that I have seen does not go away") {
                stage.lists.allSatisfy { place, ids in
                    defer { newest[place] = ids.first ?? newest[place] }
                    return newest[place].map { $0 <= ids.first ?? 0 } ?? true
                }
            }
            world.always("nothing is loaded that nobody waits for") {
                stage.feed.posts.effectsInFlight.value == stage.loads
            }
            world.atRest("nothing is loaded for ever") { stage.loads == 0 }
            world.atRest("there are the posts of the screen, or I read why not") {
                let place = stage.place.screen
                return stage.lists[place]?.isEmpty == all(of: place).isEmpty || stage.feed.status.value.problem != nil
            }
        }

        it("have their posts, each once and without a gap, in any order of older, newer, anew, and faults") {
            let tried = try explore(faults: 1, steps: Programs.steps(400_000), time: .seconds(900)) { world in
                let server = try world.makeServer(posts, coming: 2)
                let repetitions = Repetitions()
                let stage = try Stage(server, in: world, over: world.network(), noting: repetitions)
                let (dispatcher, home) = (stage.feed.dispatcher, FeedPlace.timeline(.home))
                world.compare("the pages on their way") { repetitions.pages }
                world.always("no page is loaded twice, unless it could not be loaded") {
                    if stage.feed.status.value.problem != nil { repetitions.forget() }
                    return !repetitions.isAny
                }
                world.may("older", times: 2) { dispatcher.dispatch(LoadPosts(load: .older, place: home)) }
                world.may("newer", stage.feed.reload)
                world.may("anew") { dispatcher.dispatch(LoadPosts(load: .first, place: home)) }
                say(of: stage, in: world)
                return stage.feed.inspection
            }
            if Programs.areAll { expect(tried.isComplete) == true }
        }

        it("of two tabs do not mix, whichever is on top when an answer comes") {
            let tried = try explore(faults: 1, steps: Programs.steps(400_000), time: .seconds(900)) { world in
                let server = try world.makeServer(posts, coming: 2)
                let stage = try Stage(server, in: world, over: world.network())
                let dispatcher = stage.feed.dispatcher
                world.may("to the next tab") { stage.feed.selectTab(by: 1) }
                world.may("and back") { stage.feed.selectTab(by: -1) }
                world.may("older") {
                    dispatcher.dispatch(LoadPosts(load: .older, place: stage.place.screen))
                }
                world.may("newer", stage.feed.reload)
                say(of: stage, in: world)
                return stage.feed.inspection
            }
            if Programs.areAll { expect(tried.isComplete) == true }
        }
    }
}
