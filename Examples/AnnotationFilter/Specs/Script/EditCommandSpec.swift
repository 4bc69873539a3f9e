import Foundation
import MillraceSpecs

@testable import AnnotationFilter

/// How lines that edit are read, and what is written of an edit.
final class EditCommandSpec: Spec {
    func testSpec() {
        func parse(_ line: String) throws -> ScriptCommand? { try ScriptCommand.parse(line) }

        describe("a line that edits") {
            it("names an annotation, in quotes if its name has blanks") {
                let lines: [(String, EditCommand)] = [
                    ("status a accepted", .status("a", .accepted)), ("status \"a b\" NONE", .status("a b", nil)),
                    ("mark \"a \\\"b\\\"\"", .mark("a \"b\"", true)), ("unmark a", .mark("a", false)),
                    ("reply a  Why?  Because. ", .reply("a", "Why?  Because.")),
                    ("reply \"a b\" \" say \\\"yes\\\"\"", .reply("a b", " say \"yes\"")),
                    ("reply a say \"yes\"", .reply("a", "say \"yes\"")), ("reword r x y", .reword("r", "x y")),
                    ("takeback r", .takeBack("r")), ("decide a mine", .decide("a", isMine: true)),
                    ("decide \"a b\" theirs", .decide("a b", isMine: false)),
                ]
                for (line, command) in lines {
                    expect(try parse(line)).to(equal(.edit(command)), description: line)
                }
                expect(try parse("save")).to(equal(.save(as: nil)))
                expect(try parse("save \"my plan.XFDF\"")).to(equal(.save(as: "my plan.XFDF")))
                expect(try parse("merge my plan.xfdf")).to(equal(.merge("my plan.xfdf")))
                expect(try parse("keep mine")).to(equal(.keep("mine")))
            }

            it("is reported where it says too little, too much, or what is not there") {
                let lines = [
                    "status", "status a", "status a accepted now", "status a fine", "status \"\" accepted", "mark",
                    "mark a b", "unmark", "reply", "reply a", "reply a \"\"", "reply a \"x\" y", "reply \"a",
                    "reword r",
                    "takeback", "takeback a b", "decide a", "decide a yours", "edits a", "conflicts a", "save mine",
                    "merge",
                    "keep",
                ]
                for line in lines { expect(try parse(line)).to(throwError(ScriptError.self), description: line) }
                expect(try parse("status a fine")).to(
                    throwError(ScriptError.self) { error in
                        expect(error.description).to(contain("accepted, rejected, cancelled, completed, none"))
                    }
                )
            }
        }

        describe("an answer for programs") {
            it("has all of an edit, and what is in its way") {
                let file = xfdf("<text name='a' page='0'/><ink name='b' page='0'/>")
                let scene = try EditingScene(Data(file.utf8))
                scene.edit("a", .status(.accepted))
                scene.edit("b", .mark(true))
                scene.edit("a", .reply("Why?"))
                let newer = xfdf(
                    "<text name='a' page='0'/><text inreplyto='a' state='Rejected' title='Zoë' date='D:2026'/>"
                )
                try scene.renew(Data(newer.utf8))
                expect(ScriptAnswer(to: .edits, in: scene.state)?.json).to(
                    equal([
                        #"{"annotation":"a","author":"Ada","date":"2027-01-01T00:00:01Z","id":"new1","problem":"conflict","status":"Accepted","theirAuthor":"Zoë","theirDate":"2026-01-01T00:00:00","theirs":"Rejected"}"#,
                        #"{"annotation":"b","author":"Ada","date":"2027-01-01T00:00:02Z","id":"new2","mark":"Marked","problem":"gone"}"#,
                        #"{"annotation":"a","author":"Ada","date":"2027-01-01T00:00:03Z","id":"new3","reply":"Why?"}"#,
                    ])
                )
                expect(ScriptAnswer(to: .conflicts, in: scene.state)?.text).to(
                    equal(["a | status: Accepted | conflict: Rejected by Zoë, 2026-01-01 00:00"])
                )
            }
        }

        describe("the date of an edit") {
            it("is that of the clock where it is made") {
                func date(_ zone: Int) -> String {
                    let moment = Date(timeIntervalSince1970: 1_709_251_199.9)
                    return PDFDate(moment, in: TimeZone(secondsFromGMT: zone) ?? .gmt).text
                }
                expect(date(0)).to(equal("D:20240229235959Z"))
                expect(date(5 * 3_600 + 1_800)).to(equal("D:20240301052959+05'30'"))
                expect(date(-9 * 3_600 - 1_800)).to(equal("D:20240229142959-09'30'"))
                for zone in [0, 19_800, -34_200] {
                    expect(PDFDate(date(zone)).components?.secondsSince1970).to(equal(1_709_251_199))
                }
            }
        }
    }
}
