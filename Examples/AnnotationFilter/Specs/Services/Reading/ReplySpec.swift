@testable import AnnotationFilter
import MillraceSpecs

final class ReplySpec: Spec {
    func testSpec() {
        describe("a reply") {
            it("is a row below what it answers, wherever it stands in the file") {
                let sheet = try sheet(
                    """
                    <text name="r2" page="0" inreplyto="a"/><text name="a" page="0"/><text name="b" page="0"/>
                    <text name="r1" page="0" inreplyto="b"/><text name="r3" page="0" inreplyto="a"/>
                    """
                )
                expect(sheet.ids).to(equal(["a", "r2", "r3", "b", "r1"]))
                expect(sheet.annotations.map { $0.answer?.parent }).to(equal([nil, 0, 0, nil, 0]))
            }

            it("to a reply stands below that, one level deeper") {
                let sheet = try sheet(
                    """
                    <text name="a" page="0"/><text name="b" page="0" inreplyto="a"/>
                    <text name="d" page="0" inreplyto="a"/><text name="c" page="0" inreplyto="b"/>
                    """
                )
                expect(sheet.ids).to(equal(["a", "b", "c", "d"]))
                expect(sheet.annotations.map { $0.answer?.depth }).to(equal([nil, 1, 2, 1]))
            }

            it("stays with its thread, whatever its page") {
                let sheet = try sheet(
                    """
                    <text name="late" page="7"/><text name="r" page="9" inreplyto="early"/>
                    <text name="early" page="1"/><text name="late2" page="7"/>
                    """
                )
                expect(sheet.ids).to(equal(["early", "r", "late", "late2"]))
            }

            it("to a name that repeats answers its first bearer") {
                let sheet = try sheet(
                    "<text name='a' page='0'/><text name='a' page='0'/><text name='r' page='0' inreplyto='a'/>"
                )
                expect(sheet.ids).to(equal(["a", "r", "a-2"]))
            }

            it("to a review state answers what the state speaks of") {
                let sheet = try sheet(
                    """
                    <text name="a" page="0"/><text name="s" page="0" inreplyto="a" state="Accepted"/>
                    <text name="r" page="0" inreplyto="s"/>
                    """
                )
                expect(sheet.parent(of: "r")).to(equal("a"))
            }

            it("whose parent is not in the file stands alone, which is noted") {
                let sheet = try sheet("<text page='0' inreplyto='gone'/>\n<text page='0' inreplyto='x'/>")
                expect(sheet.annotations.map(\.answer)).to(equal([nil, nil]))
                expect(sheet.notices.map(\.problem)).to(equal([.replyWithoutParent]))
                expect(sheet.notices.first?.count).to(equal(2))
                expect(sheet.notices.first?.description).to(
                    equal(
                        "replies to annotations that are not in the file, which stand alone: 2, "
                            + "for example \"gone\" (lines 2, 3)"
                    )
                )
            }

            it("that answers itself starts a thread, which is noted") {
                let sheet = try sheet("<text name='a' page='0' inreplyto='a'/>")
                expect(sheet.annotations.map(\.answer)).to(equal([nil]))
                expect(sheet.notices.map(\.problem)).to(equal([.replyCycle]))
            }

            it("in a cycle loses its parent where it is the first of the cycle") {
                let links = ["tail": "c", "b": "c", "c": "d", "d": "b"]
                func thread(_ names: String...) throws -> Sheet {
                    try sheet(
                        names.map { "<text name='\($0)' page='0' inreplyto='\(links[$0] ?? "")'/>" }.joined()
                    )
                }
                expect(try thread("tail", "b", "c", "d").ids).to(equal(["b", "d", "c", "tail"]))
                expect(try thread("tail", "c", "b", "d").ids).to(equal(["c", "tail", "b", "d"]))
                expect(try thread("tail", "d", "c", "b").notices.map(\.count)).to(equal([1]))
            }

            it("may be the last of a very long thread") {
                let replies = (1..<20_000).map { "<text name='\($0)' page='0' inreplyto='\($0 - 1)'/>" }
                let sheet = try sheet("<text name='0' page='0'/>" + replies.reversed().joined())
                expect(sheet.annotations.last?.answer?.depth).to(equal(19_999))
            }
        }

        describe("a member of a group") {
            it("is a row below what it belongs to") {
                let sheet = try sheet(
                    "<strikeout name='a' page='0'/><caret name='b' page='0' inreplyto='a' replyType='group'/>"
                )
                expect(sheet.annotation("b")?.answer).to(equal(.init(parent: 0, relation: .groupMember)))
                for (type, relation) in [("Group", .groupMember), ("R", .reply), ("", .reply)]
                    as [(String, Annotation.Answer.Relation)]
                {
                    let other = "<ink name='a' page='0'/><ink name='b' page='0' inreplyto='a' replyType='\(type)'/>"
                    expect(try read(xfdf(other)).annotation("b")?.answer?.relation).to(equal(relation))
                }
            }
        }
    }
}
