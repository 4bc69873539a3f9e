import Millrace
import MillraceSimulation
import MillraceSpecs
import TestSupport

@testable import FeedReader

/// Tabs, in every order of going from one to another and of answers that come.
final class TabOrdersSpec: Spec {
    func testSpec() {
        it("have posts of their own, whichever is on top when an answer comes") {
            let tried = try explore(faults: 1, steps: Programs.steps(40_000), time: .seconds(600)) { world in
                let server = try world.makeServer(Stage.postsOfTwoServers, coming: 2)
                let stage = try Stage(server, in: world, over: world.network())
                world.may("to the next tab") { stage.feed.selectTab(by: 1) }
                world.may("and back") { stage.feed.selectTab(by: -1) }
                world.may("newer", stage.feed.reload)
                stage.sayOfLists(in: world)
                return stage.feed.inspection
            }
            if Programs.takeAllSteps { expect(tried.isComplete) == true }
        }
    }
}
