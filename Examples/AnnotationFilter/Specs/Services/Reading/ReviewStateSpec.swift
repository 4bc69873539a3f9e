@testable import AnnotationFilter
import MillraceSpecs

final class ReviewStateSpec: Spec {
    func testSpec() {
        /// A sheet with the annotation `a` and states of it: attributes each.
        func reviewed(_ states: String...) throws -> Sheet {
            try sheet(
                "<square name='a' page='0'/>"
                    + states.map { "<text page='0' inreplyto='a' \($0)/>" }.joined(separator: "\n")
            )
        }

        describe("an annotation with a state") {
            it("is no row: it sets the review status of what it replies to") {
                let sheet = try reviewed("state='Accepted' statemodel='Review'")
                expect(sheet.ids).to(equal(["a"]))
                expect(sheet.annotation("a")?.status).to(equal(.accepted))
                expect(sheet.notices).to(beEmpty())
            }

            it("needs no page") {
                let sheet = try sheet("<text name='a' page='0'/><text inreplyto='a' state='Rejected'/>")
                expect(sheet.annotation("a")?.status).to(equal(.rejected))
            }

            it("sets the mark in the model Marked, without touching the status") {
                let sheet = try reviewed(
                    "state='Completed' statemodel='Review' date='D:2024'",
                    "state='Marked' statemodel='Marked' date='D:2025'"
                )
                expect(sheet.annotation("a")?.status).to(equal(.completed))
                expect(sheet.annotation("a")?.isMarked).to(beTrue())
            }

            it("may be in any case, and lack its model") {
                let sheet = try reviewed("state='accepted'", "state='marked'")
                expect(sheet.annotation("a")?.status).to(equal(.accepted))
                expect(sheet.annotation("a")?.isMarked).to(beTrue())
            }

            it("takes a mark back, also without its model") {
                let sheet = try reviewed("state='Marked'", "state='Unmarked'", "state='Accepted'")
                expect(sheet.annotation("a")?.isMarked).to(beFalse())
                expect(sheet.annotation("a")?.status).to(equal(.accepted))
            }

            it("counts by when it was changed, and by when it was made only where that is not said") {
                let sheet = try reviewed(
                    "state='Accepted' date='D:2024' creationdate='D:2020'",
                    "state='Rejected' date='D:2023' creationdate='D:2025'"
                )
                expect(sheet.annotation("a")?.status).to(equal(.accepted))
                let other = try reviewed("state='Accepted' date='D:2024'", "state='Rejected' creationdate='D:2025'")
                expect(other.annotation("a")?.status).to(equal(.rejected))
            }

            it("keeps a review state of which the model does not know") {
                let sheet = try reviewed("state='Deferred' statemodel='Review'")
                expect(sheet.annotation("a")?.status?.rawValue).to(equal("Deferred"))
            }

            it("of another model is left out, which is noted") {
                let sheet = try reviewed("state='Hold' statemodel='Site'")
                expect(sheet.annotation("a")?.status).to(beNil())
                expect(sheet.notices.map(\.problem)).to(equal([.unknownStateModel]))
            }

            it("whose parent is not in the file is counted in a notice") {
                let sheet = try sheet(
                    "<text page='0' inreplyto='gone' state='Accepted'/><text page='0' state='Rejected'/>"
                )
                expect(sheet.annotations).to(beEmpty())
                expect(sheet.notices.map(\.problem)).to(equal([.stateWithoutParent]))
                expect(sheet.notices.first?.count).to(equal(2))
            }

            it("that is empty is none: the annotation is a row") {
                expect(try sheet("<text name='n' page='0' state='' statemodel='Review'/>").ids).to(equal(["n"]))
            }

            it("may speak of a reply") {
                let sheet = try sheet(
                    """
                    <text name="a" page="0"/><text name="r" page="0" inreplyto="a"/>
                    <text page="0" inreplyto="r" state="Completed" statemodel="Review"/>
                    """
                )
                expect(sheet.annotations.map(\.status)).to(equal([nil, .completed]))
            }
        }

        describe("several states") {
            it("leave the one with the latest date, whoever set it and wherever it stands") {
                let sheet = try reviewed(
                    "title='B' date='D:20240302' state='Rejected' statemodel='Review'",
                    "title='C' date='D:20240303' state='Completed' statemodel='Review'",
                    "title='A' date='D:20240301' state='Accepted' statemodel='Review'"
                )
                expect(sheet.annotation("a")?.status).to(equal(.completed))
            }

            it("are compared in universal time") {
                let sheet = try reviewed(
                    "date=\"D:20240301120000+09'00'\" state='Rejected'",
                    "date=\"D:20240301040000-01'00'\" state='Accepted'",
                    "date='D:20240301043000Z' state='Cancelled'"
                )
                expect(sheet.annotation("a")?.status).to(equal(.accepted))
            }

            it("of one date leave the last in the file") {
                let sheet = try reviewed("date='D:2024' state='Accepted'", "date='D:2024' state='Rejected'")
                expect(sheet.annotation("a")?.status).to(equal(.rejected))
            }

            it("without a usable date give way to any with one") {
                let sheet = try reviewed(
                    "date='D:2001' state='Accepted'",
                    "state='Rejected'",
                    "date='soon' state='Cancelled'"
                )
                expect(sheet.annotation("a")?.status).to(equal(.accepted))
                expect(sheet.notices.map(\.problem)).to(equal([.noDate]))
            }

            it("without a date of change are as old as they were made") {
                let sheet = try reviewed("creationdate='D:2024' state='Accepted'", "date='D:2023' state='Rejected'")
                expect(sheet.annotation("a")?.status).to(equal(.accepted))
            }

            it("are taken back by None") {
                let sheet = try reviewed(
                    "date='D:2024' state='None' statemodel='Review'",
                    "date='D:2023' state='Accepted' statemodel='Review'"
                )
                expect(sheet.annotation("a")?.status).to(beNil())
            }

            it("are unmarked by Unmarked") {
                let sheet = try reviewed(
                    "date='D:2023' state='Marked' statemodel='Marked'",
                    "date='D:2024' state='Unmarked' statemodel='Marked'"
                )
                expect(sheet.annotation("a")?.isMarked).to(beFalse())
            }

            it("may reply to each other: they speak of the row at the end of the chain") {
                let sheet = try sheet(
                    """
                    <text name="s3" inreplyto="s2" date="D:2024" state="Completed" statemodel="Review"/>
                    <text name="a" page="0"/>
                    <text name="s1" inreplyto="a" date="D:2022" state="Accepted" statemodel="Review"/>
                    <text name="s2" inreplyto="s1" date="D:2023" state="Rejected" statemodel="Review"/>
                    """
                )
                expect(sheet.annotation("a")?.status).to(equal(.completed))
            }

            it("in a cycle belong to nothing") {
                let sheet = try sheet(
                    "<text name='s' inreplyto='t' state='X'/><text name='t' inreplyto='s' state='Y'/>"
                )
                expect(sheet.notices.map(\.count)).to(equal([2]))
            }
        }
    }
}
