import Millrace
import MillraceApp
import MillraceEntities
import MillraceSimulation
import MillraceSpecs
import TestSupport

@testable import FeedReader

/// Threads and profiles that are opened and left, in every order of that and of what comes.
final class ScreenOrdersSpec: Spec {
    func testSpec() {
        let posts = [
            Draft(id: 5, account: "ada", warning: "spoiler", answered: 4), Draft(id: 4), Draft(id: 3, account: "ada"),
        ]

        it("show what they are about, and are gone when they are left") {
            let tried = try explore(faults: 1, steps: Programs.steps(40_000), time: .seconds(600)) { world in
                let server = try world.makeServer(posts)
                let stage = try Stage(server, in: world, over: world.network())
                let (feed, home) = (stage.feed, FeedPlace.timeline(.home))
                let hasPost = { stage.hasStar(5) != nil }
                var opened = false
                world.may("open the thread", if: hasPost) { feed.showThread(of: stage.post(5)) }
                world.may("open the profile", if: hasPost) { feed.showProfile(of: stage.post(5)) }
                world.may("open the post", if: { hasPost() && stage.place.screen == home }) {
                    opened = true
                    feed.toggleOpen(stage.post(5))
                }
                world.may("back", times: 2, if: { stage.place.depth > 0 }) { feed.dispatcher.dispatch(Go.back) }
                world.always("each screen has its own posts") {
                    stage.lists.allSatisfy { place, ids in
                        switch place {
                        case .timeline: ids.isEmpty || [5, 4, 3].starts(with: ids)
                        case .thread: ids.isEmpty || ids == [4, 5]
                        case .profile: ids.isEmpty || ids == [5, 3]
                        }
                    }
                }
                world.always("nothing is kept of a screen that I have left, and nothing is loaded for it") {
                    let shown = Set(feed.route.state.value.places.map(\.screen))
                    return Set(stage.lists.keys).isSubset(of: shown)
                        && feed.posts.effectsInFlight.value == stage.loads
                }
                world.always("a post that I open is open there, and nowhere else") {
                    feed.route.state.value.places.allSatisfy { place in
                        let isOpen = feed.screen(at: place).value.open.contains { $0.key == "5" }
                        return isOpen == (opened && place.screen == home)
                    }
                }
                world.atRest("nothing is loaded for ever") { stage.loads == 0 }
                world.atRest("the screen shows what it is about, or says why not") {
                    let status = feed.status.value
                    if status.problem != nil { return true }
                    return switch stage.place.screen {
                    case .timeline: status.count > 0
                    case .thread: stage.ids == [4, 5]
                    case .profile: stage.ids == [5, 3] && status.title == "Ada @ada"
                    }
                }
                return feed.inspection
            }
            if Programs.takeAllSteps { expect(tried.isComplete) == true }
        }
    }
}
