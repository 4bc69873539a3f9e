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

        /// What the reader says of a star.
        func say(of stage: Stage, _ server: PostServer, in world: World, wish: @escaping () -> Bool?) {
            world.always("who counts the stars counts mine") {
                stage.hasStar(2).map { stage.starCount(2) == ($0 ? 5 : 4) } ?? true
            }
            world.always("what I tapped last is shown until it is answered") {
                stage.state.outbox.entries.isEmpty || stage.hasStar(2) == wish()
            }
            world.atRest("my star is shown if the server has it, and not if it has not") {
                stage.hasStar(2) ?? false
            } equals: {
                server.present.favourites.contains("2")
            }
            world.atRest("what I tapped last is done, or I read why it is not") {
                wish() == nil || stage.hasStar(2) == wish() || stage.state.refusal != nil
            }
            world.atRest("no star waits") { stage.feed.status.value.waitingStars == 0 }
        }

        it("is in the end as the server has it, in any order of taps, reloads, answers and faults") {
            let tried = try explore(faults: 2, steps: Programs.steps(400_000)) { world in
                let server = try world.makeServer(posts)
                let stage = Stage(server, in: world, over: world.network())
                var wish: Bool?
                world.may("tap the star", times: 2, if: { stage.hasStar(2) != nil }) {
                    wish = stage.hasStar(2) == false
                    stage.feed.toggleStar(of: stage.post(2))
                }
                world.may("reload", stage.feed.reload)
                world.compare("the reader") { wish }
                say(of: stage, server, in: world) { wish }
                return stage.feed.inspection
            }
            print(tried, tried.duration, "depth", tried.depth)
            if Programs.areAll { expect(tried.isComplete) == true }
        }

        it("is sent when the network is back, however long it was away") {
            let tried = try explore(faults: 1, steps: Programs.steps(20_000)) { world in
                let server = try world.makeServer(posts)
                let stage = Stage(server, in: world, over: world.network(mayGo: true))
                var wish: Bool?
                world.may("tap the star", times: 2, if: { stage.hasStar(2) != nil }) {
                    wish = stage.hasStar(2) == false
                    stage.feed.toggleStar(of: stage.post(2))
                }
                world.compare("the reader") { wish }
                say(of: stage, server, in: world) { wish }
                world.inTheEnd("the star is as I tapped it last") {
                    wish == nil || wish == server.present.favourites.contains("2") || stage.state.refusal != nil
                }
                return stage.feed.inspection
            }
            print(tried, tried.duration, "depth", tried.depth)
        }

        it("that was tapped is not forgotten where the program ends") {
            let tried = try explorePrograms(faults: 1, ends: 1, steps: Programs.steps(400_000)) { world in
                let server = try world.makeServer(posts)
                let disk = SimulatedDisk(seed: 1)
                var (wish, kept): (Bool?, Bool?)
                world.compare("the reader") { [wish, kept] }
                try world.program("feed") {
                    // Where the program ends in the midst of a tap, the reader does not know whether it was heard.
                    let stage = Stage(
                        server,
                        in: world,
                        over: world.network(),
                        journal: { dispatcher in
                            try Journal(
                                URL(fileURLWithPath: "/feed"),
                                on: dispatcher,
                                syncing: .eachRecord,
                                fileSystem: disk.start(in: world)
                            )
                        }
                    )
                    wish = kept
                    world.may("tap the star", times: 2, if: { stage.hasStar(2) != nil }) {
                        wish = stage.hasStar(2) == false
                        stage.feed.toggleStar(of: stage.post(2))
                    }
                    world.always("what I see was kept") {
                        kept = stage.state.refusal == nil ? wish : nil
                        return true
                    }
                    world.atRest("the star that I saw is at the server") {
                        kept == nil || server.present.favourites.contains("2") == kept
                    }
                    world.atRest("my star is shown if the server has it, and not if it has not") {
                        stage.hasStar(2) ?? false
                    } equals: {
                        server.present.favourites.contains("2")
                    }
                    world.atRest("no star waits") { stage.feed.status.value.waitingStars == 0 }
                    return stage.feed.inspection
                }
            }
            print(tried, tried.duration, "depth", tried.depth)
            if Programs.areAll { expect(tried.isComplete) == true }
        }
    }
}
