import Foundation
import Millrace
import MillraceSpecs

@testable import FeedReader

final class FeedScriptSpec: Spec {
    func testSpec() {
        @TestState var stage = Stage(
            [
                Draft(id: 9, account: "zoe", text: "Two<br>lines", answered: 8), Draft(id: 8, warning: "spoiler"),
                Draft(id: 7, account: "zoe", boosted: 3), Draft(id: 6, text: "Six", media: ["image"]),
            ],
            pageSize: 3
        )

        describe("a script") {
            beforeEach { stage.feed.begin() }

            it("lists posts, and what is known of the list") {
                expect(stage.run("# a remark", "", "posts", "posts 1", "older", "posts 9")) == [
                    "9 | 2026-11-28 10:09 | zoe | Two lines | reply", "8 | 2026-11-28 10:08 | kim | [spoiler]",
                    "7 | 2026-11-28 10:03 | zoe boosts | bo | Boosted 3 | boost",
                    "9 | 2026-11-28 10:09 | zoe | Two lines | reply", "home | 4 posts, that is all",
                    "9 | 2026-11-28 10:09 | zoe | Two lines | reply", "8 | 2026-11-28 10:08 | kim | [spoiler]",
                    "7 | 2026-11-28 10:03 | zoe boosts | bo | Boosted 3 | boost",
                    "6 | 2026-11-28 10:06 | kim | Six | image",
                ]
            }

            it("answers JSON") {
                let answers = stage.run("posts 1", "status", "star 9", "rows 30", json: true)
                let objects = try answers.map {
                    try JSONSerialization.jsonObject(with: Data($0.utf8)) as! [String: Any]
                }
                expect(objects[0]["text"] as? String) == "Two\nlines"
                expect(objects[0]["has"] as? [String]) == ["reply"]
                expect(objects[1]["posts"] as? Int) == 3
                expect(objects[2]["starred"] as? String) == "9"
                expect(objects.dropFirst(3).allSatisfy { $0["row"] is String }) == true
            }

            it("goes to threads, profiles and timelines, and back") {
                expect(stage.run("thread 8", "posts", "back", "profile 9", "back", "tab federated", "tab home")) == [
                    "home | thread | 2 posts, that is all", "8 | 2026-11-28 10:08 | kim | [spoiler]",
                    "9 | 2026-11-28 10:09 | zoe | Two lines | reply", "home | 3 posts",
                    "home | Zoe @zoe | 2 posts, that is all", "home | 3 posts", "federated | 3 posts", "home | 3 posts",
                ]
            }

            it("opens warnings, filters, and shows the rows of a screen") {
                expect(stage.run("only boost", "posts", "only all", "find spoiler", "posts")).to(haveCount(2))
                let closed = stage.run("rows 40")
                let open = stage.run("open 8", "rows 40")
                expect(closed.contains { $0.contains("Tea") }) == false
                expect(open.contains { $0.contains("Tea") }) == true
            }

            it("leaves the blanks at the end of a row out") {
                let answers = ScriptAnswers(asJSON: false, setting: RecipeSetting())
                expect(["a b  ", "   ", "", "é"].map(answers.row)) == ["a b", "", "", "é"]
            }

            it("marks posts, and waits for the server") {
                expect(stage.run("star 9", "unstar 9")) == ["starred 9", "unstarred 9"]
                stage.wire.refusal = 403
                expect(stage.run("star 9").last).to(beginWith("77: Not marked: "))
                (stage.wire.refusal, stage.wire.isDown) = (nil, true)
                expect(stage.run("star 9").last).to(beginWith("75: "))
            }

            it("says what it cannot do, and ends") {
                for (line, exit) in [
                    ("frobnicate", "65: there is no command frobnicate"),
                    ("posts x", "65: posts needs a number, from 1"),
                    ("posts 0", "65: posts needs a number"), ("thread 77", "65: there is no post 77"),
                    ("tab nowhere", "65: there is no list nowhere"), ("only tea", "65: there is no kind tea"),
                ] {
                    expect(stage.run(line, "status")).to(haveCount(1))
                    expect(stage.run(line).first).to(beginWith(exit), description: line)
                }
            }
        }

        it("ends where the server cannot be reached") {
            stage.wire.isDown = true
            stage.feed.begin()
            expect(stage.run("status")) == ["69: There is no network."]
        }
    }
}
