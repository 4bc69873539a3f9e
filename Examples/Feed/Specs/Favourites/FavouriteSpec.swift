import Foundation
import Millrace
import MillraceEntities
import MillraceNetwork
import MillraceSpecs
import MillraceSimulation

@testable import FeedReader
@testable import MillraceOffline

final class FavouriteSpec: Spec {
    func testSpec() {
        describe("a star") {
            @TestState var stage = Stage([Draft(id: 2, stars: 4), Draft(id: 1)]).begin()

            it("is shown at once, and stands when the server has it") {
                stage.feed.toggleStar(of: stage.post(2))
                expect(stage.stars(2)) == "true 5"
                expect(stage.feed.status.value.waitingStars) == 1
                stage.settle()
                expect(stage.stars(2)) == "true 5"
                expect(stage.feed.status.value.waitingStars) == 0
                expect(stage.wire.requests.last) == "POST /api/v1/statuses/2/favourite"
                stage.feed.toggleStar(of: stage.post(2))
                stage.settle()
                expect(stage.stars(2)) == "false 4"
                expect(stage.wire.requests.last) == "POST /api/v1/statuses/2/unfavourite"
            }

            it("waits while there is no network, and is sent when something else was answered") {
                stage.wire.isDown = true
                stage.star(2)
                expect(stage.stars(2)) == "true 5"
                expect(stage.feed.status.value.summary) == "2 posts, a star waits, that is all"
                stage.wire.isDown = false
                stage.feed.reload()
                stage.settle()
                expect(stage.feed.status.value.waitingStars) == 0
                expect(stage.stars(2)) == "true 5"
            }

            it("that the server refuses is taken back, and the reader is told") {
                stage.wire.refusal = 403
                stage.star(2)
                expect(stage.stars(2)) == "false 4"
                expect(stage.feed.status.value.problem).to(beginWith("Not marked: "))
                expect(stage.state.outbox.entries).to(beEmpty())
                // What comes next is not held up.
                stage.wire.refusal = nil
                stage.star(2)
                expect(stage.stars(2)) == "true 5"
                expect(stage.feed.status.value.problem).to(beNil())
                stage.wire.refusal = 403
                stage.star(2, isOn: false)
                expect(stage.feed.status.value.problem).to(beginWith("Still marked: "))
                expect(stage.stars(2)) == "true 5"
            }

            it("stays on top of what the server says meanwhile") {
                stage.wire.isDown = true
                stage.star(2)
                stage.feed.posts.on(Told.self) { state, told in
                    _ = try? state.entities.merge(told.json.utf8, as: .one(.post))
                }
                stage.feed.dispatcher.dispatch(Told(json: #"{"id":"2","favourites_count":10,"favourited":false}"#))
                expect(stage.stars(2)) == "true 11"
            }

            it("that was set and taken back before it was sent is one change") {
                stage.wire.isDown = true
                stage.star(1)
                stage.feed.dispatcher.dispatch(MarkFavourite(post: EntityID(.post, 2), isOn: true))
                stage.feed.dispatcher.dispatch(MarkFavourite(post: EntityID(.post, 2), isOn: false))
                expect(stage.state.outbox.entries(of: EntityID(.post, 2)).count).to(beLessThanOrEqualTo(2))
                expect(stage.stars(2)) == "false 4"
            }

            it("of a post whose number of stars is not told has no number") {
                stage = Stage([Draft(id: 3, boosted: 1)]).begin()
                stage.feed.toggleStar(of: stage.post(3))
                expect(stage.stars(1)) == "true 1"
            }
        }

        describe("stars that wait") {
            @TestState var disk = SimulatedDisk(seed: 1)

            func stage(_ token: String = "ann") -> Stage {
                Stage(
                    [Draft(id: 2, stars: 4)],
                    token: token,
                    journal: { dispatcher in
                        try Journal(
                            URL(fileURLWithPath: "/feed"),
                            on: dispatcher,
                            syncing: .eachRecord,
                            fileSystem: disk.start()
                        )
                    }
                )
            }
            /// A star that waits when the program ends.
            func wait() {
                let first = stage()
                first.wire.isDown = true
                first.begin()
                first.star(2)
                first.feed.close()
            }

            it("are there in the next run, and are sent") {
                wait()
                let second = stage()
                expect(second.feed.status.value.waitingStars) == 1
                second.begin()
                expect(second.stars(2)) == "true 5"
                expect(second.wire.requests).to(contain("POST /api/v1/statuses/2/favourite"))
                expect(second.feed.status.value.waitingStars) == 0
            }

            it("are neither sent nor shown under another login") {
                wait()
                let other = stage("ben")
                other.begin()
                expect(other.stars(2)) == "false 4"
                expect(other.wire.requests.filter { $0.hasPrefix("POST") }).to(beEmpty())
                expect(other.state.outbox.counts) == OutboxCounts(held: 1)
                other.feed.close()
                let third = stage()
                third.begin()
                expect(third.stars(2)) == "true 5"
                expect(third.state.outbox.counts.isAllSaved) == true
            }
        }

        describe("the token") {
            it("goes with each request, and into no error") {
                let stage = Stage([Draft(id: 1)], token: "t0ken").begin()
                expect(stage.wire.headers["Authorization"]) == "Bearer t0ken"
                stage.wire.isDown = true
                stage.load(.newer)
                expect("\(stage.state)").toNot(contain("t0ken"))
            }
        }
    }
}

/// The server tells something of a post.
private struct Told: Action { let json: String }
