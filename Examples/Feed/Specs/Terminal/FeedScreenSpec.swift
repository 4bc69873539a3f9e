import Foundation
import Millrace
import MillraceApp
import MillraceEntities
import MillraceSpecs
import MillraceTerminal

@testable import FeedReader

final class FeedScreenSpec: Spec {
    func testSpec() {
        @TestState var stage = Stage(.numbered(1...12)).begin()

        describe("the list") {
            it("shows the tabs, the posts, what is loaded and the keys") {
                expect(stage.text[0]) == " home  local  federated  favourites"
                expect(stage.body.first).to(contain("Kim"))
                expect(stage.body).to(contain(" Post 12"))
                expect(stage.text[18]) == "5 posts"
                expect(stage.text[19]).to(contain("thread"))
            }

            it("shows a key on the smallest screen") {
                stage.size.value = TerminalSize(columns: 20, rows: 5)
                stage.settle()
                expect(stage.text[4]).to(contain("help"))
            }

            it("moves by row and by page, and loads older posts near its end") {
                stage.press(.down, .character("j"))
                expect(stage.cursor?.name) == .counters
                stage.press(.character("k"))
                expect(stage.cursor?.name) == .text
                // The end is less than a screen away.
                expect(stage.ids).to(haveCount(10))
                stage.press(.end)
                expect(stage.text[18]) == "12 posts, that is all"
                stage.press(.end)
                expect(stage.cursor) == PostRow.ID(post: "1", name: .divider)
                stage.press(.home)
                expect(stage.cursor?.post) == "12"
            }

            it("is not pushed by what is new, which is counted, until the reader goes there") {
                stage = Stage(.numbered(1...20), coming: 9, pageSize: 20).begin()
                let before = stage.body
                stage.press(.character("r"))
                expect(stage.text[0]).to(endWith("9 new ↑"))
                expect(stage.body) == before
                stage.press(.up)
                expect(stage.text[0]).to(endWith("8 new ↑"))
                stage.press(.character("n"))
                expect(stage.cursor?.post) == "20"
                expect(stage.text[0]).toNot(contain("new"))
            }

            it("has other rows on another screen, and stays where it is") {
                stage.press(.down, .down, .down, .down, .down)
                let cursor = stage.cursor
                stage.size.value = TerminalSize(columns: 30, rows: 12)
                stage.settle()
                expect(stage.cursor) == cursor
                expect(stage.canvas.value.size.columns) == 30
                expect(stage.text.allSatisfy { TerminalText($0).columns <= 30 }) == true
                for (columns, rows) in [(1, 1), (3, 2), (0, 0), (9, 4), (60, 20)] {
                    stage.size.value = TerminalSize(columns: columns, rows: rows)
                    stage.settle()
                    expect(stage.canvas.value.size.rows) == rows
                }
                expect(stage.cursor) == cursor
            }

            it("says so where there is nothing") {
                stage = Stage([]).begin()
                expect(stage.body) == [" There are no posts."]
                stage.wire.isDown = true
                stage.press(.tab)
                expect(stage.body) == [" Press r to try again."]
                expect(stage.text[18]) == "There is no network."
            }
        }

        describe("the keys") {
            it("open a thread and a profile, and lead back to the same row") {
                stage.press(.down, .down, .down, .down, .down)
                let cursor = stage.cursor
                stage.press(.enter)
                expect(stage.text[0]) == "‹ thread"
                stage.press(.character("p"))
                expect(stage.text[0]) == "‹ Kim @kim"
                expect(stage.body.first).to(contain("Kim @kim"))
                stage.press(.escape, .escape)
                expect(stage.text[0]).to(beginWith(" home"))
                expect(stage.cursor) == cursor
                expect(stage.press(.escape)) == .quit
            }

            it("begin a thread at its post, below what that answers") {
                stage = Stage([Draft(id: 3, answered: 2), Draft(id: 2, answered: 1), Draft(id: 1)]).begin()
                stage.press(.enter)
                expect(stage.cursor) == PostRow.ID(post: "3", name: .header)
                stage.press(.home)
                expect(stage.cursor?.post) == "1"
            }

            it("mark a post with a star; what is refused is told until the next key") {
                stage.press(.character("f"))
                expect(stage.stars(12)) == "true 1"
                stage.wire.refusal = 403
                stage.press(.character("f"))
                expect(stage.text[18]).to(beginWith("Still marked: "))
                stage.press(.down)
                expect(stage.text[18]) == "10 posts"
            }

            it("open what is behind a warning") {
                stage = Stage([Draft(id: 1, text: "secret", warning: "spoiler")]).begin()
                expect(stage.body.contains { $0.contains("secret") }) == false
                stage.press(.character("x"))
                expect(stage.body.contains { $0.contains("secret") }) == true
                stage.press(.character("x"))
                expect(stage.body.contains { $0.contains("secret") }) == false
            }

            it("filter by a text, and by what is in posts") {
                stage.press(.character("/"))
                stage.type("post 9")
                expect(stage.text[18]) == "Find: post 9"
                expect(stage.shownIDs) == [9]
                stage.press(.enter)
                expect(stage.text[18]) == "5 posts, filtered by “post 9”"
                stage.press(.escape, .character("t"))
                expect(stage.text[18]) == "5 posts, filtered by image"
                expect(stage.body) == [" No post that is loaded is like that."]
                for _ in PostFilter.Kind.allCases { stage.press(.character("t")) }
                expect(stage.text[18]) == "5 posts"
                stage.press(.character("/"), .character("z"), .escape)
                expect(stage.shownIDs).to(haveCount(5))
            }

            it("go from tab to tab, show the help, and quit") {
                stage.press(.tab, .tab)
                expect(stage.place.screen) == .timeline(.federated)
                stage.press(.tab, .right)
                expect(stage.place.screen) == .timeline(.home)
                stage.press(.left)
                expect(stage.place.screen) == .timeline(.favourites)
                stage.press(.character("?"))
                expect(stage.text.first).to(contain("Posts"))
                stage.press(.escape)
                expect(stage.text[0]).to(beginWith(" home"))
                expect(stage.press(.character("q"))) == .quit
            }
        }

        describe("the sample") {
            func stage(_ columns: Int) -> Stage {
                let stage = Stage(Data(Sample.posts(count: 60)), pageSize: 60) { $0.zone = .gmt }.begin()
                stage.size.value = TerminalSize(columns: columns, rows: 30)
                stage.press(.down)
                return stage
            }

            it("is a timeline, a thread and a profile, on narrow and wide screens") {
                let narrow = stage(40)
                expect(narrow.canvas.value).to(matchSnapshot("timeline 40"))
                let medium = stage(80)
                medium.feed.showThread(
                    of: medium.post(medium.ids.first { medium.post($0).content?.answeredID != nil }!)
                )
                expect(medium.text).toNot(beEmpty())
                expect(medium.canvas.value).to(matchSnapshot("thread 80"))
                let wide = stage(120)
                wide.press(.character("p"))
                expect(wide.text).toNot(beEmpty())
                expect(wide.canvas.value).to(matchSnapshot("profile 120"))
            }
        }

        it("leaves nothing behind") {
            expect {
                let stage = Stage(.numbered(1...3)).begin()
                stage.press(.enter, .escape)
            }
            .to(leakNothing())
        }
    }
}

extension Stage {
    /// The row under the cursor.
    fileprivate var cursor: PostRow.ID? { screen.cursor }
}
