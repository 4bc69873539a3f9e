import MillraceSpecs
import MillraceViews
import TestSupport

final class ListChangesSpec: Spec {
    func testSpec() {
        describeRows()
        describeSections()
        describeIdentities()
    }

    private func describeRows() {
        describe("the changes from one table to another") {
            it("is empty where they are equal") {
                expect(table("abc").changes(from: table("abc")).isEmpty).to(beTrue())
            }

            it("deletes at old paths and inserts at new ones") {
                let changes = table("xbcyz").changes(from: table("abcde"))
                expect(changes.deletions).to(equal([at(0, 0), at(0, 3), at(0, 4)]))
                expect(changes.insertions).to(equal([at(0, 0), at(0, 3), at(0, 4)]))
                expect(changes.moves).to(beEmpty())
            }

            it("does not move what only gives way") {
                let changes = table("bcxd").changes(from: table("abcd"))
                expect(changes.moves).to(beEmpty())
            }

            it("moves one row where one row was moved") {
                let changes = table("ebacd").changes(from: table("bacde"))
                expect(changes.moves.map(\.old)).to(equal([at(0, 4)]))
                expect(changes.moves.map(\.new)).to(equal([at(0, 0)]))
            }

            it("updates by the old path and the new one") {
                let changes = table("bCd").changes(from: table("abcd"))
                expect(changes.modifications.map(\.old)).to(equal([at(0, 2)]))
                expect(changes.modifications.map(\.new)).to(equal([at(0, 1)]))
            }

            it("updates a row that also moved") {
                let changes = table("Dabc").changes(from: table("abcd"))
                expect(changes.moves.map(\.old)).to(equal([at(0, 3)]))
                expect(changes.modifications.map(\.old)).to(equal([at(0, 3)]))
                expect(changes.modifications.map(\.new)).to(equal([at(0, 0)]))
            }
        }
    }

    private func describeSections() {
        describe("the changes of sections") {
            let one = ListSection("1", header: "One", rows: rows("abc"))
            let two = ListSection("2", header: "Two", rows: rows("xyz"))

            it("lists no row of a section that came or went") {
                let changes = ListModel(sections: [two]).changes(from: ListModel(sections: [one]))
                expect(changes.sections.deletions).to(equal([0]))
                expect(changes.sections.insertions).to(equal([0]))
                expect(changes.deletions + changes.insertions).to(beEmpty())
            }

            it("moves a section with its rows") {
                let changes = ListModel(sections: [two, one]).changes(from: ListModel(sections: [one, two]))
                expect(changes.sections.moves).to(haveCount(1))
                expect(changes.deletions + changes.insertions).to(beEmpty())
            }

            it("updates a section for its header or footer only") {
                var changed = one
                changed.header = "1"
                changed.rows[0].isSelected = true
                let changes = ListModel(sections: [changed]).changes(from: ListModel(sections: [two, one]))
                expect(changes.sections.modifications.map(\.old)).to(equal([1]))
                expect(changes.sections.modifications.map(\.new)).to(equal([0]))
                expect(changes.modifications.map(\.old)).to(equal([at(1, 0)]))
                expect(changes.modifications.map(\.new)).to(equal([at(0, 0)]))
            }

            it("moves a row from one section that stays to another") {
                let changes = ListModel(sections: [
                    ListSection("1", header: "One", rows: rows("ac")),
                    ListSection("2", header: "Two", rows: rows("xybz")),
                ]).changes(from: ListModel(sections: [one, two]))
                expect(changes.moves.map(\.old)).to(equal([at(0, 1)]))
                expect(changes.moves.map(\.new)).to(equal([at(1, 2)]))
                expect(changes.deletions).to(beEmpty())
                expect(changes.insertions).to(beEmpty())
            }

            it("inserts a row that leaves a deleted section, as UIKit demands") {
                let changes = ListModel(sections: [ListSection("2", header: "Two", rows: rows("xyzb"))]).changes(
                    from: ListModel(sections: [one, two])
                )
                expect(changes.moves).to(beEmpty())
                expect(changes.insertions).to(equal([at(0, 3)]))
            }
        }
    }

    private func describeIdentities() {
        describe("repeated identities") {
            it("are paired in their order") {
                let changes = table("xaAx").changes(from: table("aAy"))
                expect(changes.modifications).to(beEmpty())
                expect(changes.moves).to(beEmpty())
            }

            it("are paired within their section first") {
                func sections(_ first: String, _ second: String) -> ListModel<ListRow> {
                    ListModel(sections: [
                        ListSection("1", rows: rows(first)), ListSection("2", rows: rows(second)),
                    ])
                }
                let changes = sections("", "a").changes(from: sections("a", "a"))
                expect(changes.deletions).to(equal([at(0, 0)]))
                expect(changes.moves).to(beEmpty())
            }
        }
    }
}
