import Millrace
import MillraceApp
import MillraceEntities
import MillraceSpecs

@testable import FeedReader

final class ScreensSpec: Spec {
    func testSpec() {
        describe("the tabs") {
            it("are the timelines that the server shows to the reader") {
                func tabs(_ token: String?) -> [String] {
                    Stage([], token: token).feed.status.value.tabs.map(\.timeline.rawValue)
                }
                expect(tabs("x")) == ["home", "local", "federated", "favourites"]
                expect(tabs(nil)) == ["local", "federated"]
            }

            it("are loaded when they are first shown, and keep what they have") {
                let stage = Stage([Draft(id: 2, hasStar: true), Draft(id: 1, account: "bo@far.example")]).begin()
                stage.feed.selectTab(by: 1)
                stage.settle()
                expect(stage.ids) == [2]
                stage.feed.selectTab(by: 2)
                stage.settle()
                expect(stage.ids) == [2]
                expect(stage.wire.requests.map { $0.split(separator: "?")[0] }) == [
                    "GET /api/v1/timelines/home", "GET /api/v1/timelines/public", "GET /api/v1/favourites",
                ]
                stage.feed.selectTab(by: 1)
                stage.settle()
                expect(stage.ids) == [2, 1]
                expect(stage.wire.requests).to(haveCount(3))
                expect(stage.feed.status.value.tabs.map(\.isSelected)) == [true, false, false, false]
            }
        }

        describe("a filter") {
            @TestState var stage = Stage(
                [
                    Draft(id: 9, text: "Zoë's mill", media: ["image"]), Draft(id: 8, warning: "mill", media: ["video"]),
                    Draft(id: 7, answered: 9, media: ["audio", "gifv"]), Draft(id: 6, boosted: 3),
                    Draft(
                        id: 5,
                        more: [#""poll":{"options":[{"title":"a"}]}"#, #""card":{"url":"https://a.example"}"#]
                    ),
                    Draft(id: 4, account: "miller", more: [#""quote":{"state":"deleted"}"#]),
                ],
                pageSize: 20
            ).begin()

            it("shows the posts with something of a kind") {
                let kinds = Dictionary(
                    uniqueKeysWithValues: PostFilter.Kind.allCases.map { kind in
                        stage.feed.filter(PostFilter(kind: kind))
                        return (kind.rawValue, stage.shownIDs)
                    }
                )
                expect(kinds) == [
                    "image": [9, 7], "video": [8], "audio": [7], "poll": [5], "link": [5], "quote": [4], "boost": [6],
                    "reply": [7],
                ]
            }

            it("shows the posts that say something, whatever the accents are") {
                stage.feed.filter(PostFilter(text: "zoe"))
                expect(stage.shownIDs) == [9]
                stage.feed.filter(PostFilter(text: "MILL"))
                expect(stage.shownIDs) == [9, 8, 4]
                stage.feed.filter(PostFilter(kind: .video, text: "mill"))
                expect(stage.shownIDs) == [8]
                expect(stage.feed.status.value.summary) == "6 posts, filtered by video, “mill”, that is all"
            }

            it("is that of one screen, and is gone with it") {
                stage.feed.filter(PostFilter(kind: .video))
                stage.feed.showThread(of: stage.post(9))
                stage.settle()
                expect(stage.shownIDs) == [9, 7]
                stage.feed.filter(PostFilter(kind: .poll))
                stage.dispatch(Go.back)
                expect(stage.shownIDs) == [8]
                stage.feed.showThread(of: stage.post(9))
                stage.settle()
                expect(stage.shownIDs) == [9, 7]
            }
        }

        describe("what is opened") {
            it("is opened on this screen only, and closed again") {
                let stage = Stage([Draft(id: 1, warning: "spoiler")]).begin()
                func isOpen() -> [Bool] { stage.feed.posts(at: stage.place).value.map { $0.right != nil } }
                stage.feed.toggleOpen(stage.post(1))
                expect(isOpen()) == [true]
                stage.feed.showThread(of: stage.post(1))
                stage.settle()
                expect(isOpen()) == [false]
                stage.dispatch(Go.back)
                stage.feed.toggleOpen(stage.post(1))
                expect(isOpen()) == [false]
            }
        }
    }
}
