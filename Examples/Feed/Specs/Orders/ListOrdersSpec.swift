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
        it("have their posts, each once and without a gap, in any order of older, newer, anew, and faults") {
            let tried = try explore(faults: 1, steps: Programs.steps(40_000), time: .seconds(600)) { world in
                let server = try world.makeServer(Stage.postsOfTwoServers, coming: 2)
                let traffic = Traffic()
                let stage = try Stage(server, in: world, over: world.network(), traffic: traffic)
                let (dispatcher, home) = (stage.feed.dispatcher, FeedPlace.timeline(.home))
                world.compare("the pages on their way") { traffic.pages }
                world.always("no page is loaded twice, unless it could not be loaded") {
                    if stage.feed.status.value.problem != nil { traffic.forgetPages() }
                    return !traffic.hasRepeated
                }
                world.may("older", times: 2) { dispatcher.dispatch(LoadPosts(load: .older, place: home)) }
                world.may("newer", stage.feed.reload)
                world.may("anew") { dispatcher.dispatch(LoadPosts(load: .first, place: home)) }
                stage.sayOfLists(in: world)
                return stage.feed.inspection
            }
            if Programs.takeAllSteps { expect(tried.isComplete) == true }
        }
    }
}
