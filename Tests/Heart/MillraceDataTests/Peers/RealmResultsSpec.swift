import MillraceData
import MillraceSignals
import MillraceSpecs

/// What Realm's tests of change sets say of a query's results, and of the elements of a list, with what is told here.
final class RealmResultsSpec: Spec {
    private typealias Items = Table<Item>
    private typealias Case = (name: String, expected: String?, change: (inout Items) -> Void)

    func testSpec() {
        describe("the results of a query: ten elements, of which those of the ranks 1 to 4 match") {
            for (name, expected, change) in cases {
                it(name) { expect(Self.told(of: change)).to(expected.map { equal($0) } ?? beNil()) }
            }
        }

        describe("results that are sorted, descending") {
            it("are told nothing of what other elements do") {
                let (table, told) = Self.sorted()
                table.update { $0.removeAll { $0.rank >= 5 } }
                table.update { $0.removeAll { $0.rank == 0 } }
                expect(told.take()).to(beNil())
            }

            it("are told positions of their order") {
                let (table, told) = Self.sorted()
                table.update { $0.append(Item(20, rank: 4)) }
                expect(told.take()).to(equal("+[1]"))
                table.update { $0.rerank(1, 3) }
                expect(told.rows.map(\.rank)).to(equal([4, 4, 3, 3, 2]))
                // The row stands behind no other one that was behind it before: as a move Realm tells it as a deletion
                // and an insertion.
                expect(told.take()).to(equal("~[4→2] ↕[4→2]"))
            }

            it("are told nothing of one that is moved about several times, among others that do not match") {
                let (table, told) = Self.sorted()
                table.update {
                    $0.removeAll()
                    $0.append(Item(30, rank: 10))
                    $0.append(Item(31, rank: 10))
                    $0.append(Item(32, rank: 3))
                }
                expect(told.take()).to(equal("-[0, 1, 2, 3] +[0]"))
                table.update {
                    $0.remove(at: 1)
                    $0.remove(at: 0)
                }
                expect(told.take()).to(beNil())
            }
        }

        describe("an observer of results") {
            it("is told what is added, with the rows that there are then") {
                let table = Variable(Table(ranks: 1..<3))
                let told = Told(table.live())
                expect(told.take()).to(equal("initial 2"))
                table.update { $0.append(Item(9)) }
                expect(told.take()).to(equal("+[2]"))
                expect(told.rows.count).to(equal(3))
            }

            it("is not told what changes a part that it does not observe") {
                let table = Variable(Table(ranks: 0..<5))
                let ranks = Told(table.live().map { Item($0.id.number, rank: $0.rank) })
                let counts = Told(table.live().filter { $0.text.isEmpty }.map { Item($0.id.number) })
                _ = (ranks.take(), counts.take())
                table.update { $0[2].text = "a text" }
                expect(ranks.take()).to(beNil())
                expect(counts.take()).to(equal("-[2]"))
                table.update { $0[2].rank = 7 }
                expect(ranks.take()).to(equal("~[2→2]"))
                expect(counts.take()).to(beNil())
            }

            it("is not told anything after it was cancelled") {
                let table = Variable(Table(ranks: 0..<5))
                let told = Told(table.live())
                told.cancel()
                table.update { $0.removeAll() }
                expect(told.take()).to(equal("initial 5"))
            }

            it("of rows that are kept sees them as they were: they are frozen") {
                let table = Variable(Table(ranks: 0..<5))
                let kept = table.live().filter { $0.rank > 2 }.value
                table.update { $0.removeAll() }
                expect(kept.map(\.rank)).to(equal([3, 4]))
            }
        }
    }

    private var cases: [Case] { deletions + insertions + modifications }

    private var deletions: [Case] {
        [
            ("says nothing of several that are deleted and do not match", nil, { $0.removeAll { $0.rank > 4 } }),
            (
                "says nothing of some that are deleted before and after those that match", nil,
                { items in
                    items.removeAll { $0.rank > 5 }
                    items.removeAll { $0.rank == 0 }
                }
            ),
            ("tells several that are deleted", "-[1, 2, 3]", { $0.removeAll { $0.rank > 1 } }),
            (
                "tells several that are deleted one by one", "-[1, 2, 3]",
                { items in for rank in [2, 3, 4] { items.removeAll { $0.rank == rank } } }
            ),
            (
                "tells several that are deleted one by one, from the end", "-[1, 2, 3]",
                { items in for rank in [4, 3, 2] { items.removeAll { $0.rank == rank } } }
            ),
            ("tells that all are gone", "-[0, 1, 2, 3]", { $0.removeAll() }),
            (
                "says nothing of what is inserted and deleted at once", nil,
                {
                    $0.append(Item(20, rank: 3))
                    $0[id: Item.ID(20)] = nil
                }
            ),
            ("tells the first that is deleted", "-[0]", { $0.removeAll { $0.rank == 1 } }),
            ("tells the last that is deleted", "-[3]", { $0.removeAll { $0.rank == 4 } }),
            ("says nothing of one that is deleted before those that match", nil, { $0.removeAll { $0.rank == 0 } }),
            ("says nothing of one that is deleted after those that match", nil, { $0.removeAll { $0.rank == 5 } }),
        ]
    }

    private var insertions: [Case] {
        [
            ("tells one that is inserted", "+[4]", { $0.append(Item(20, rank: 3)) }),
            ("says nothing of one that is inserted and does not match", nil, { $0.append(Item(20, rank: 5)) }),
            (
                "tells one that matches of two that are inserted", "+[4]",
                {
                    $0.append(Item(20, rank: 5))
                    $0.append(Item(21, rank: 3))
                }
            ),
            (
                "tells several that are inserted", "+[4, 5]",
                { for (number, rank) in [5, 3, 5, 2].enumerated() { $0.append(Item(20 + number, rank: rank)) } }
            ),
            ("tells one that is inserted in a list at the beginning", "+[0]", { $0.insert(Item(20, rank: 3), at: 0) }),
            (
                "tells one that is inserted before the first that matches", "+[0]",
                { $0.insert(Item(20, rank: 3), at: 1) }
            ),
            (
                "tells one that is inserted after the first that matches", "+[1]",
                { $0.insert(Item(20, rank: 3), at: 2) }
            ),
            ("says nothing of one that does not match, in between", nil, { $0.insert(Item(20, rank: 5), at: 2) }),
        ]
    }

    private var modifications: [Case] {
        [
            ("tells one that changes and matches still", "~[2→2]", { $0.rerank(3, 4) }),
            ("tells one that ceases to match as deleted", "-[2]", { $0.rerank(3, 5) }),
            ("says nothing of one that changes and matches neither before nor after", nil, { $0.rerank(5, 6) }),
            ("tells one that begins to match as inserted", "+[4]", { $0.rerank(5, 4) }),
            (
                "tells one that changes, and was shifted by a deletion, by both positions", "-[1] ~[2→1]",
                {
                    $0.rerank(2, 20)
                    $0.rerank(3, 4)
                }
            ),
            (
                "tells one that changes, and was shifted by an insertion, by both positions", "+[0] ~[3→4]",
                {
                    $0.insert(Item(20, rank: 3), at: 0)
                    $0[id: Item.ID(4)]?.rank = 3
                }
            ),
            (
                "tells one that begins to match at the place of one that is deleted", "-[1] +[1]",
                {
                    $0.removeAll { $0.rank == 2 }
                    $0.rerank(9, 3)
                    $0.move(Item.ID(9), to: 2)
                }
            ),
            (
                "tells of two neighbours that change places one move", "↕[1→2]",
                { $0.move(Item.ID(3), to: 2) }
            ),
            (
                "tells of two others that change places two moves", "↕[2→2, 1→3]",
                {
                    $0.move(Item.ID(4), to: 2)
                    $0.move(Item.ID(2), to: 4)
                }
            ),
            ("says nothing of what is set to what it is", nil, { $0.rerank(3, 3) }),
        ]
    }

    private static func told(of change: (inout Items) -> Void) -> String? {
        let table = Variable(Table(ranks: 0..<10))
        let told = Told(table.live().filter { (1...4).contains($0.rank) })
        _ = told.take()
        table.update(change)
        return told.take()
    }

    private static func sorted() -> (Variable<Items>, Told<Item>) {
        let table = Variable(Table(ranks: 0..<10))
        let told = Told(table.live().filter { (1...4).contains($0.rank) }.sorted(by: \.rank, descending: true))
        _ = told.take()
        return (table, told)
    }
}
