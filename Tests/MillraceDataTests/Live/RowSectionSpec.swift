import MillraceSpecs

@testable import MillraceData

/// When two versions of a section count as the same, so that no observer is told of it.
final class RowSectionSpec: Spec {
    private typealias Section = RowSection<String, Item>

    func testSpec() {
        describe("two sections") {
            let rows = Rows((0..<40).map { Item($0, rank: $0) })
            let same = Section.sameness

            it("are the same if their key and their rows are, though they were made apart") {
                let apart = Rows((0..<40).map { Item($0, rank: $0) })
                expect(same(Section("a", rows), Section("a", rows))).to(beTrue())
                expect(same(Section("a", rows), Section("a", apart))).to(beTrue())
            }

            it("differ by their key") {
                expect(same(Section("a", rows), Section("b", rows))).to(beFalse())
            }

            it("differ by a row that is another one") {
                var others = rows
                others.tree.update(others.tree.key(at: 20)) { $0.rank = -1 }
                expect(same(Section("a", rows), Section("a", others))).to(beFalse())
            }

            it("differ by a row that is missing, and by the order of their rows") {
                let fewer = Rows((0..<39).map { Item($0, rank: $0) })
                expect(same(Section("a", rows), Section("a", fewer))).to(beFalse())
                expect(same(Section("a", rows), Section("a", Rows(rows.reversed())))).to(beFalse())
            }
        }
    }
}
