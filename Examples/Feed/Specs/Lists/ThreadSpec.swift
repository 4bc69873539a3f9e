import Millrace
import MillraceApp
import MillraceEntities
import MillraceSpecs

@testable import FeedReader

final class ThreadSpec: Spec {
    func testSpec() {
        func thread(of focus: Int, _ others: [Int], _ answered: [Int: Int]) -> Thread {
            Thread(of: EntityID(.post, focus), among: others.map { EntityID(.post, $0) }) { post in
                Int(post.key).flatMap { answered[$0] }.map { EntityID(.post, $0) }
            }
        }

        describe("a thread") {
            it("has what a post answers above it, and what answers it below, each deeper than what it answers") {
                let thread = thread(of: 3, [1, 2, 4, 5, 6], [2: 1, 3: 2, 4: 3, 5: 4, 6: 3])
                expect(thread.posts.map(\.key)) == ["1", "2", "3", "4", "5", "6"]
                expect(thread.levels) == ["4": 1, "5": 2, "6": 1]
            }

            it("has all posts once, whatever they answer") {
                let thread = thread(of: 3, [1, 2, 9], [3: 2, 2: 1, 1: 2, 9: 77])
                expect(thread.posts.map(\.key)) == ["1", "2", "3", "9"]
                expect(thread.levels) == ["9": 1]
            }
        }

        describe("the screen of a thread") {
            @TestState var stage = Stage([
                Draft(id: 9, text: "nine", answered: 7), Draft(id: 8, text: "eight", answered: 6),
                Draft(id: 7, answered: 6),
                Draft(id: 6, answered: 5), Draft(id: 5, text: "five"), Draft(id: 4),
            ])

            it("is loaded with the post, and forgotten when it is left") {
                stage.begin()
                stage.feed.showThread(of: stage.post(6))
                stage.settle()
                expect(stage.ids) == [5, 6, 7, 9, 8]
                expect(stage.list?.levels) == ["7": 1, "9": 2, "8": 1]
                expect(stage.wire.requests.suffix(2)) == ["GET /api/v1/statuses/6/context", "GET /api/v1/statuses/6"]
                expect(stage.feed.status.value.title) == "thread"
                stage.dispatch(Go.back)
                expect(stage.state.lists.count) == 1
            }

            it("that is left while it is loaded is not loaded any more") {
                stage.begin()
                stage.feed.showThread(of: stage.post(6))
                expect(stage.feed.posts.effectsInFlight.value) == 1
                stage.feed.dispatcher.dispatch(Go.back)
                expect(stage.feed.posts.effectsInFlight.value) == 0
                stage.settle()
                expect(stage.state.lists.count) == 1
            }
        }

        describe("the screen of a profile") {
            it("has the account, and its posts page by page") {
                let posts = (1...9).reversed().map { Draft(id: $0, account: $0 % 3 == 0 ? "ada" : "kim") }
                let stage = Stage(posts, pageSize: 2).begin()
                stage.feed.showProfile(of: stage.post(9))
                stage.settle()
                expect(stage.ids) == [9, 6]
                expect(stage.feed.status.value.title) == "Ada @ada"
                expect(stage.feed.profile(at: stage.place.screen).map(\.id.name)) == [.profile, .text, .divider]
                stage.load(.older)
                expect(stage.ids) == [9, 6, 3]
                // Who is on a screen does not go there again.
                stage.feed.showProfile(of: stage.post(6))
                expect(stage.place.depth) == 1
            }
        }
    }
}
