import Foundation
import Millrace
import MillraceEntities
import MillraceOffline
import MillraceSimulation
import MillraceSpecs
import TestSupport

@testable import FeedReader

/// A star, in every order of what the reader, the network, the server and the system do.
final class StarOrdersSpec: Spec {
    func testSpec() {
        let posts = [Draft(id: 2, stars: 4)]

        /// A feed with one post. Returns it, with its server.
        func begin(in world: World, taps: Int = 2, mayGo: Bool = false) throws -> (stage: Stage, server: PostServer) {
            let server = try world.makeServer(posts)
            let stage = try Stage(server, in: world, over: world.network(mayGo: mayGo))
            var wish: Bool?
            world.compare("the reader") { wish }
            world.may("tap the star", times: taps, if: { stage.hasStar(2) != nil }) {
                wish = stage.hasStar(2) == false
                stage.feed.toggleStar(of: stage.post(2))
            }
            world.always("who counts the stars counts mine") {
                stage.hasStar(2).map { stage.starCount(2) == ($0 ? 5 : 4) } ?? true
            }
            world.always("what I tapped last is shown until it is answered") {
                stage.state.outbox.entries.isEmpty || stage.hasStar(2) == wish
            }
            world.atRest("what I tapped last is done, or I read why it is not") {
                wish == nil || stage.hasStar(2) == wish || stage.state.refusal != nil
            }
            sayHowItEnds(stage, server, in: world)
            return (stage, server)
        }

        func sayHowItEnds(_ stage: Stage, _ server: PostServer, in world: World) {
            world.atRest("a post that is shown has my star if the server has it, and not if it has not") {
                stage.hasStar(2)
            } equals: {
                stage.hasStar(2).map { _ in server.present.favourites.contains("2") }
            }
            world.atRest("no star waits") { stage.feed.status.value.waitingStars == 0 }
        }

        func mayLoadAnew(_ stage: Stage, in world: World) {
            world.may("load anew") {
                stage.feed.dispatcher.dispatch(LoadPosts(load: .first, place: stage.place.screen))
            }
        }

        for (taps, faults, words) in [(2, 1, "two taps and a fault"), (1, 2, "a tap and two faults")] {
            it("is in the end as the server has it, in any order of loads and answers, with \(words)") {
                let tried = try explore(faults: faults, steps: Programs.steps(40_000), time: .seconds(600)) { world in
                    let stage = try begin(in: world, taps: taps).stage
                    mayLoadAnew(stage, in: world)
                    return stage.feed.inspection
                }
                if Programs.takeAllSteps { expect(tried.isComplete) == true }
            }
        }

        it("whose first answer was lost, and whose second attempt is refused, ends as the server has it") {
            for (loss, isDone) in [("done, and its answer is lost", true), ("not done", false)] {
                var end: (stage: Stage, server: PostServer)?
                try explore(following: [
                    "GET /api/v1/timelines/home?limit=40: done",
                    "tap the star",
                    "POST /api/v1/statuses/2/favourite: \(loss)",
                    // What has come shows that the network works: the star is sent again.
                    "load anew",
                    "GET /api/v1/timelines/home?limit=40: done",
                    "POST /api/v1/statuses/2/favourite: refused with 403",
                    "GET /api/v1/statuses/2: done",
                ]) { world in
                    let (stage, server) = try begin(in: world)
                    mayLoadAnew(stage, in: world)
                    end = (stage, server)
                    return stage.feed.inspection
                }
                expect(end?.server.present.favourites) == (isDone ? ["2"] : [])
                expect(end?.stage.hasStar(2)) == isDone
                expect(end?.stage.state.refusal == nil) == isDone
            }
        }

        it("is sent when the network is back") {
            let tried = try explore(faults: 1, steps: Programs.steps(40_000), time: .seconds(600)) { world in
                try begin(in: world, mayGo: true).stage.feed.inspection
            }
            if Programs.takeAllSteps { expect(tried.isComplete) == true }
        }

        it("that was tapped is not forgotten where the program ends") {
            let steps = Programs.steps(40_000)
            let tried = try explorePrograms(faults: 1, ends: 1, steps: steps, time: .seconds(600)) { world in
                let server = try world.makeServer(posts)
                let disk = SimulatedDisk(seed: 1)
                var (wish, seen): (Bool?, Bool?)
                world.compare("the reader") { [wish, seen] }
                try world.program("feed") {
                    // Where the program ends in the midst of a tap, that may have been kept.
                    if wish != seen { (wish, seen) = (nil, nil) }
                    let stage = try Stage(
                        server,
                        in: world,
                        over: world.network(),
                        refusing: [],
                        journal: { dispatcher in
                            try Journal(
                                URL(fileURLWithPath: "/feed"),
                                on: dispatcher,
                                syncing: .eachRecord,
                                fileSystem: disk.start(in: world)
                            )
                        }
                    )
                    world.may("tap the star", times: 2, if: { stage.hasStar(2) != nil }) {
                        wish = stage.hasStar(2) == false
                        stage.feed.toggleStar(of: stage.post(2))
                    }
                    world.always("a star that I see stays in my mind") {
                        seen = wish
                        return true
                    }
                    world.atRest("the star that I have seen is at the server") {
                        seen == nil || server.present.favourites.contains("2") == seen
                    }
                    sayHowItEnds(stage, server, in: world)
                    return stage.feed.inspection
                }
            }
            if Programs.takeAllSteps { expect(tried.isComplete) == true }
        }
    }
}
