import Millrace
import MillraceApp
import MillraceEntities
import MillraceNetwork
import MillraceSpecs

@testable import FeedReader

/// A list that is loaded by the links of the server's answers.
final class PagingSpec: Spec {
    func testSpec() {
        describe("a list") {
            it("begins with the newest posts, and goes on by the server's links to its end") {
                let stage = Stage(.numbered(1...12)).begin()
                expect(stage.ids) == [12, 11, 10, 9, 8]
                stage.load(.older)
                stage.load(.older)
                expect(stage.ids) == Array((1...12).reversed())
                stage.load(.older)
                expect(stage.wire.requests) == [
                    "GET /api/v1/timelines/home?limit=40", "GET /api/v1/timelines/home?max_id=8",
                    "GET /api/v1/timelines/home?max_id=3",
                ]
                expect(stage.list?.posts.isAtEnd) == true
            }

            it("gets what is new in front, page by page, and counts what the reader has not seen") {
                let stage = Stage(.numbered(1...20), coming: 12).begin()
                expect(stage.ids) == [8, 7, 6, 5, 4]
                stage.load(.newer)
                expect(stage.ids) == Array((4...20).reversed())
                expect(stage.feed.status.value.newCount) == 12
                stage.dispatch(SeePost(post: EntityID(.post, 15), place: stage.place.screen))
                expect(stage.feed.status.value.newCount) == 5
                // Who reads on below has seen what is above.
                stage.dispatch(SeePost(post: EntityID(.post, 9), place: stage.place.screen))
                expect(stage.feed.status.value.newCount) == 5
            }

            it("asks for what is new now and then, in the list on top") {
                let stage = Stage(.numbered(1...9), coming: 2) { $0.interval = .seconds(30) }.begin()
                stage.scheduler.advance(by: .seconds(30))
                expect(stage.ids.first) == 9
                stage.dispatch(Go.select(.timeline(.local)))
                stage.scheduler.advance(by: .seconds(30))
                expect(stage.wire.requests.last) == "GET /api/v1/timelines/public?local=true&min_id=9"
            }

            it("is loaded to its end by itself where posts are on this device") {
                let stage = Stage(.numbered(1...33)) { $0.loadsAll = true }.begin()
                expect(stage.ids) == Array((1...33).reversed())
            }

            it("tells what could not be loaded, and loads it again") {
                let stage = Stage(.numbered(1...7)).begin()
                stage.wire.isDown = true
                stage.load(.older)
                expect(stage.feed.status.value.problem) == "There is no network."
                stage.load(.older)
                expect(stage.wire.requests).to(haveCount(2))
                stage.wire.isDown = false
                stage.feed.reload()
                stage.settle()
                expect(stage.ids) == Array((1...7).reversed())
                expect(stage.feed.status.value.problem).to(beNil())
                stage.wire.isDown = true
                stage.feed.reload()
                stage.settle()
                expect(stage.feed.status.value.problem) == "There is no network."
            }
        }

        describe("what no schema declares") {
            it("is kept, and told once") {
                let odd = #""mood":{"id":"7","name":"calm"}"#
                let posts = (1...9).reversed().map { Draft(id: $0, more: $0 % 2 == 0 ? [odd] : []) }
                let stage = Stage(posts).begin()
                stage.load(.older)
                expect(stage.ids).to(haveCount(9))
                expect(stage.feed.status.value.undeclared).to(haveCount(1))
                expect(stage.feed.status.value.undeclared.first).to(contain("mood"))
            }
        }

        describe("posts and accounts") {
            it("are kept once, whichever lists and boosts have them") {
                let stage = Stage([
                    Draft(id: 9, account: "zoe", boosted: 5), Draft(id: 8, account: "bo"), Draft(id: 7, account: "bo"),
                ])
                stage.begin()
                stage.dispatch(Go.select(.timeline(.local)))
                // 9, 8, 7 and the boosted 5; zoe and bo.
                expect(stage.state.entities.count) == 6
                stage.star(5)
                expect(stage.post(9).content?.favourites.isOwn) == true
            }
        }
    }
}
