import MillraceSpecs
import MillraceViews
import TestSupport

final class TableDifferenceSpec: Spec {
    func testSpec() {
        describeRows()
        describeSections()
        describeIdentities()
        describeApplying()
    }

    private func describeRows() {
        describe("the difference of two tables") {
            it("is empty where they are equal") {
                expect(table("abc").difference(from: table("abc")).isEmpty).to(beTrue())
            }

            it("deletes at old paths and inserts at new ones") {
                let difference = table("xbcyz").difference(from: table("abcde"))
                expect(difference.rows.deletions).to(equal([at(0, 0), at(0, 3), at(0, 4)]))
                expect(difference.rows.insertions.map(\.new)).to(equal([at(0, 0), at(0, 3), at(0, 4)]))
                expect(difference.rows.insertions.map(\.element)).to(equal(rows("xyz")))
                expect(difference.rows.moves).to(beEmpty())
            }

            it("does not move what only gives way") {
                let difference = table("bcxd").difference(from: table("abcd"))
                expect(difference.rows.moves).to(beEmpty())
            }

            it("moves one row where one row was moved") {
                let difference = table("ebacd").difference(from: table("bacde"))
                expect(difference.rows.moves.map(\.old)).to(equal([at(0, 4)]))
                expect(difference.rows.moves.map(\.new)).to(equal([at(0, 0)]))
            }

            it("updates by the old path and the new one") {
                let difference = table("bCd").difference(from: table("abcd"))
                expect(difference.rows.updates.map(\.old)).to(equal([at(0, 2)]))
                expect(difference.rows.updates.map(\.new)).to(equal([at(0, 1)]))
                expect(difference.rows.updates.map(\.element)).to(equal(rows("C")))
            }

            it("updates a row that also moved") {
                let difference = table("Dabc").difference(from: table("abcd"))
                expect(difference.rows.moves.map(\.old)).to(equal([at(0, 3)]))
                expect(difference.rows.updates.map(\.old)).to(equal([at(0, 3)]))
                expect(difference.rows.updates.map(\.new)).to(equal([at(0, 0)]))
            }

            it("tells that the title is another, or gone") {
                let titled = TableViewModel(title: "Filters", rows: [])
                expect(titled.difference(from: TableViewModel(rows: [])).title?.text).to(equal("Filters"))
                expect(TableViewModel(rows: []).difference(from: titled).title).toNot(beNil())
            }
        }
    }

    private func describeSections() {
        describe("the difference of sections") {
            let one = TableSection("1", header: "One", rows: rows("abc"))
            let two = TableSection("2", header: "Two", rows: rows("xyz"))

            it("lists no row of a section that came or went") {
                let difference = TableDifference(
                    from: TableViewModel(sections: [one]),
                    to: TableViewModel(sections: [two])
                )
                expect(difference.sections.deletions).to(equal([0]))
                expect(difference.sections.insertions.map(\.new)).to(equal([0]))
                expect(difference.rows.isEmpty).to(beTrue())
            }

            it("moves a section with its rows") {
                let difference = TableDifference(
                    from: TableViewModel(sections: [one, two]),
                    to: TableViewModel(sections: [two, one])
                )
                expect(difference.sections.moves).to(haveCount(1))
                expect(difference.rows.isEmpty).to(beTrue())
            }

            it("updates a section for its header or footer only") {
                var changed = one
                changed.header = "1"
                changed.rows[0].isSelected = true
                let difference = TableDifference(
                    from: TableViewModel(sections: [two, one]),
                    to: TableViewModel(sections: [changed])
                )
                expect(difference.sections.updates.map(\.old)).to(equal([1]))
                expect(difference.sections.updates.map(\.new)).to(equal([0]))
                expect(difference.rows.updates.map(\.old)).to(equal([at(1, 0)]))
                expect(difference.rows.updates.map(\.new)).to(equal([at(0, 0)]))
            }

            it("moves a row from one section that stays to another") {
                let difference = TableDifference(
                    from: TableViewModel(sections: [one, two]),
                    to: TableViewModel(sections: [
                        TableSection("1", header: "One", rows: rows("ac")),
                        TableSection("2", header: "Two", rows: rows("xybz")),
                    ])
                )
                expect(difference.rows.moves.map(\.old)).to(equal([at(0, 1)]))
                expect(difference.rows.moves.map(\.new)).to(equal([at(1, 2)]))
                expect(difference.rows.deletions).to(beEmpty())
                expect(difference.rows.insertions).to(beEmpty())
            }

            it("inserts a row that leaves a deleted section, as UIKit demands") {
                let difference = TableDifference(
                    from: TableViewModel(sections: [one, two]),
                    to: TableViewModel(sections: [TableSection("2", header: "Two", rows: rows("xyzb"))])
                )
                expect(difference.rows.moves).to(beEmpty())
                expect(difference.rows.insertions.map(\.new)).to(equal([at(0, 3)]))
            }
        }
    }

    private func describeIdentities() {
        describe("repeated identities") {
            it("are paired in their order") {
                let difference = table("xaAx").difference(from: table("aAy"))
                expect(difference.rows.updates).to(beEmpty())
                expect(difference.rows.moves).to(beEmpty())
            }

            it("are paired within their section first") {
                func sections(_ first: String, _ second: String) -> TableViewModel {
                    TableViewModel(sections: [
                        TableSection("1", rows: rows(first)), TableSection("2", rows: rows(second)),
                    ])
                }
                let difference = sections("", "a").difference(from: sections("a", "a"))
                expect(difference.rows.deletions).to(equal([at(0, 0)]))
                expect(difference.rows.moves).to(beEmpty())
            }
        }
    }

    private func describeApplying() {
        describe("a difference applied to a model that it does not fit") {
            it("gives nil where a path does not exist") {
                let difference = table("").difference(from: table("abc"))
                expect(table("ab").applying(difference)).to(beNil())
                expect(TableViewModel().applying(difference)).to(beNil())
            }

            it("gives nil where there is too little between insertions") {
                let difference = table("abcx").difference(from: table("abc"))
                expect(table("a").applying(difference)).to(beNil())
            }

            it("gives nil where an updated row or section does not exist") {
                let row = table("abC").difference(from: table("abc"))
                expect(table("ab").applying(row)).to(beNil())
                let one = TableViewModel(sections: [TableSection("1", header: "One")])
                let section = one.difference(from: TableViewModel(sections: [TableSection("1")]))
                expect(TableViewModel().applying(section)).to(beNil())
            }
        }
    }
}
