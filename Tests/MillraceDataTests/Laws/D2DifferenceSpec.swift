import MillraceSpecs

@testable import MillraceData

/// Law D2: what differs between two versions of a table is found in O(k log n), however the new one came about.
final class D2DifferenceSpec: Spec {
    func testSpec() {
        describe("D2: what changed between two versions") {
            it("is found without comparing what they share") {
                let old = Table((0..<10_000).map { Counted(id: $0) })
                var new = old
                new[id: 5_000]?.number = 1
                new.remove(at: 17)
                var comparisons = 0
                let changes = new.elements.tree.changes(from: old.elements.tree) { old, new in
                    comparisons += 1
                    return old.number == new.number
                }
                expect(changes?.count).to(equal(2))
                expect(comparisons).to(beLessThan(100))
            }

            it("is found where the trees have different heights") {
                let old = Table((0..<300).map { Counted(id: $0) })
                var new = old
                new.removeAll { $0.id >= 10 }
                expect(new.changes(from: old).deletions).to(equal(Array(10..<300)))
                expect(old.changes(from: new).insertions).to(equal(Array(10..<300)))
            }

            it("stops at its budget") {
                let old = Table((0..<1_000).map { Counted(id: $0) })
                var new = old
                for number in 0..<100 { new[id: number]?.number = 1 }
                expect(new.elements.tree.changes(from: old.elements.tree, limit: 99) { $0.number == $1.number }).to(
                    beNil()
                )
                expect(new.elements.tree.changes(from: old.elements.tree, limit: 100) { $0.number == $1.number })
                    .toNot(beNil())
            }

            it("is nothing where an element was set to what it was") {
                let old = Table((0..<100).map { Item($0, "a text that does not fit into sixteen bytes") })
                var new = old
                let text = ["a text that does not fit", "into sixteen bytes"].joined(separator: " ")
                new[id: Item.ID(50)] = Item(50, text)
                expect(new.changes(from: old).isEmpty).to(beTrue())
            }

            it("is nothing where it was undone") {
                let old = Table((0..<100).map { Item($0) })
                var new = old
                new[id: Item.ID(3)]?.text = "x"
                new[id: Item.ID(3)]?.text = ""
                expect(new.changes(from: old).isEmpty).to(beTrue())
            }
        }
    }
}

private struct Counted: Identifiable {
    let id: Int
    var number = 0
}
