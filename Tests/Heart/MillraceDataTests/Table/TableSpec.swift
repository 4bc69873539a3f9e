import Foundation
import MillraceSpecs

@testable import MillraceData

final class TableSpec: Spec {
    func testSpec() {
        describeElements()
        describeValues()
        describeChanges()

        it("has no index while it is one leaf") {
            expect(Table((0..<16).map { Item($0) }).index.count).to(equal(0))
        }
    }

    private func describeElements() {
        describe("a table") {
            it("has its elements in the order of insertion") {
                var table: Table<Item> = [Item(3), Item(1)]
                table.append(Item(2))
                expect(table.map(\.id.number)).to(equal([3, 1, 2]))
                expect(Array(table.ids)).to(equal([Item.ID(3), Item.ID(1), Item.ID(2)]))
            }

            it("finds by identity and by position") {
                let table = Table((0..<100).map { Item($0) })
                expect(table[id: Item.ID(42)]).to(equal(Item(42)))
                expect(table[id: Item.ID(100)]).to(beNil())
                expect(table.index(id: Item.ID(42))).to(equal(42))
                expect(table[99]).to(equal(Item(99)))
                expect(table.contains(id: Item.ID(7))).to(beTrue())
            }

            it("changes in place, removes by nil, and appends what was not there") {
                var table = Table((0..<20).map { Item($0) })
                table[id: Item.ID(5)]?.text = "five"
                table[id: Item.ID(6)] = nil
                table[id: Item.ID(30)] = Item(30, "new")
                expect(table[5].text).to(equal("five"))
                expect(table.count).to(equal(20))
                expect(table.last).to(equal(Item(30, "new")))
            }

            it("replaces an element and returns it, or appends what was not there") {
                var table = Table((0..<40).map { Item($0) })
                expect(table.updateOrAppend(Item(5, "five"))).to(equal(Item(5)))
                expect(table.updateOrAppend(Item(50))).to(beNil())
                expect(table.updateOrInsert(Item(60), at: 0)).to(beNil())
                expect(table.updateOrInsert(Item(60, "sixty"), at: 3)).to(equal(Item(60)))
                expect(table.index(id: Item.ID(60))) == 0
                expect(table[0]).to(equal(Item(60, "sixty")))
                table.remove(id: Item.ID(60))
                expect(table[5].text).to(equal("five"))
                expect(table.last).to(equal(Item(50)))
                expect(table.remove(id: Item.ID(5))).to(equal(Item(5, "five")))
                expect(table.remove(id: Item.ID(5))).to(beNil())
                expect(table.remove(at: 5)).to(equal(Item(6)))
            }

            it("moves an element to where it shall stand afterwards") {
                var table = Table((0..<5).map { Item($0) })
                table.move(Item.ID(0), to: 3)
                expect(table.map(\.id.number)).to(equal([1, 2, 3, 0, 4]))
            }

            it("takes one of two with the same identity, if told which") {
                let table = Table([Item(1, "a"), Item(2), Item(1, "b")], uniquingIDsWith: { _, last in last })
                expect(Array(table)).to(equal([Item(1, "b"), Item(2)]))
            }
        }
    }

    private func describeValues() {
        describe("a table as a value") {
            it("equals what has equal elements in the same order, however it came about") {
                var table: Table<Item> = []
                for number in (0..<100).reversed() { table.insert(Item(number), at: 0) }
                expect(table).to(equal(Table((0..<100).map { Item($0) })))
                table.move(Item.ID(3), to: 4)
                expect(table).toNot(equal(Table((0..<100).map { Item($0) })))
            }

            it("has the hash of what it equals, and is shown as an array") {
                var table: Table<RowCount<Int>> = []
                for number in (0..<100).reversed() { table.insert(RowCount(number, 1), at: 0) }
                expect(Set([table, Table((0..<100).map { RowCount($0, 1) })]).count).to(equal(1))
                expect("\(Table([Item(1), Item(2, rank: 3)]))").to(equal("[1/0, 2/3]"))
                expect(Mirror(reflecting: Table([Item(1)])).children.map { $0.value as? Item }).to(equal([Item(1)]))
            }

            it("is encoded as an array") {
                let table = Table((0..<40).map { Item($0, "x") })
                let data = try JSONEncoder().encode(table)
                expect(try JSONDecoder().decode([Item].self, from: data)).to(equal(Array(table)))
                expect(try JSONDecoder().decode(Table<Item>.self, from: data)).to(equal(table))
            }

            it("refuses to be decoded from elements of one identity") {
                for count in [2, 40] {
                    let data = try JSONEncoder().encode((0..<count).map { Item($0 % (count - 1)) })
                    expect { try JSONDecoder().decode(Table<Item>.self, from: data) }.to(throwError())
                }
            }
        }
    }

    private func describeChanges() {
        describe("what changed between two versions") {
            it("is told in positions of both") {
                let old = Table((0..<10).map { Item($0) })
                var new = old
                new.remove(at: 0)
                new[id: Item.ID(5)]?.text = "five"
                new.insert(Item(20), at: 9)
                let changes = new.changes(from: old)
                expect(changes.deletions).to(equal([0]))
                expect(changes.insertions).to(equal([9]))
                expect(changes.modifications).to(equal([.init(old: 5, new: 4)]))
                expect(changes.moves).to(beEmpty())
            }

            it("moves the one that was jumped over, and not the many that jumped") {
                let old = Table((0..<50).map { Item($0) })
                var new = old
                for _ in 0..<20 { new.move(Item.ID(new[1].id.number), to: 0) }
                for (position, number) in (1..<21).enumerated() { new.move(Item.ID(number), to: position) }
                expect(new.changes(from: old).moves).to(equal([.init(old: 0, new: 20)]))
            }

            it("has no move where labels were spread") {
                let spacing = Spacing(gap: 4, bits: 20)
                let old = Table((0..<50).map { Item($0) }, sizes: NodeSizes(leaf: 6, fan: 6), spacing: spacing)
                var new = old
                for number in 100..<130 { new.insert(Item(number), at: 25) }
                let changes = new.changes(from: old)
                expect(changes.insertions).to(equal(Array(25..<55)))
                expect(changes.moves).to(beEmpty())
            }
        }
    }
}
