import MillraceSpecs
import Synchronization

@testable import MillraceData

/// Law D2: what differs between two versions of a table is found in O(k log n), however the new one came about.
final class D2DifferenceSpec: Spec {
    func testSpec() {
        describe("D2: what changed between two versions") {
            it("is found without comparing what they share") {
                let old = Tree<Key, Int>(ascending: ContiguousArray((0..<10_000).map { .init(Key(number: $0), $0) }))
                var new = old
                new.update(Key(number: 5_000)) { $0 = 1 }
                new.remove(Key(number: 17))
                Key.comparisons.store(0, ordering: .relaxed)
                let changes = new.changes(from: old, Sameness())
                expect(changes?.count).to(equal(2))
                expect(Key.comparisons.load(ordering: .relaxed)).to(beLessThan(200))
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
                let same = Sameness<Counted> { $0.number == $1.number }
                expect(new.elements.tree.changes(from: old.elements.tree, limit: 99, same)).to(beNil())
                expect(new.elements.tree.changes(from: old.elements.tree, limit: 100, same)).toNot(beNil())
            }

            it("is found where the versions share nothing, without a map of identities where their order agrees") {
                let old = Table((0..<5_000).map { Hashed(id: .init($0)) })
                let new = Table((-1..<5_000).map { Hashed(id: .init($0), text: $0 == 7 ? "x" : "") })
                Hashed.hashes.store(0, ordering: .relaxed)
                let changes = new.changes(from: old)
                expect(Hashed.hashes.load(ordering: .relaxed)).to(equal(0))
                expect(changes.description).to(equal("+[0] ~[7→8]"))
            }

            it("is found where one row has moved, or came, or has changed, of versions that share nothing") {
                let old = (0..<3_000).map { Item($0, "a text that does not fit into sixteen bytes") }
                let rows = Rows(old)
                func check(_ change: (inout [Item]) -> Void) {
                    var new = old
                    change(&new)
                    expect(problemOfChanges(Rows(new).changes(from: rows), from: old, to: new)).to(beNil())
                    expect(problemOfChanges(rows.changes(from: Rows(new)), from: new, to: old)).to(beNil())
                }
                for (from, to) in [(0, 2_999), (2_999, 0), (100, 2_000), (2_000, 100), (7, 8)] {
                    check { $0.insert($0.remove(at: from), at: to) }
                    check { rows in
                        rows.insert(rows.remove(at: from), at: to)
                        rows[to].text = "x"
                        rows[1_000].text = "x"
                    }
                }
                for place in [0, 1_500, 2_999] {
                    check { $0[place].text = "x" }
                    check { $0.insert(Item(5_000), at: place) }
                    check { $0.remove(at: place) }
                }
                check { $0 = [] }
                check { _ in }
            }

            it("is found of versions that share nothing where rows repeat") {
                let (row, other) = (Item(1), Item(2))
                let repeated = Array(repeating: row, count: 40)
                let lists = [
                    [], [other], [row, other] + repeated, Array(repeated.prefix(21)), repeated, repeated + [other],
                ]
                for old in lists {
                    for new in lists {
                        var applied = old
                        Rows(new).changes(from: Rows(old)).apply(to: &applied) { new[$0] }
                        expect(applied).to(equal(new))
                    }
                }
            }

            it("is looked for in shared leaves, where most of them are shared") {
                let old = Rows((0..<10_000).map { Item($0) })
                for gap in [150, 625, 1_000, 10_000] {
                    var new = old
                    for position in stride(from: 0, to: 10_000, by: gap) {
                        new.tree.update(at: position) { $0.text = "x" }
                    }
                    expect(new.tree.sharesLeaves(with: old.tree)).to(beTrue(), description: "\(gap)")
                    new.insert(Item(10_000), at: 0)
                    expect(new.tree.sharesLeaves(with: old.tree)).to(beTrue(), description: "\(gap)")
                }
                expect(Rows(Array(old)).tree.sharesLeaves(with: old.tree)).to(beFalse())
                expect(Rows(Array(old.dropFirst())).tree.sharesLeaves(with: old.tree)).to(beFalse())
            }

            it("is found where much has gone, without looking at what both share before and after") {
                let old = Table((0..<6_000).map { Read(number: $0) })
                var new = old
                for number in 2_000..<3_000 { new.remove(id: number) }
                Read.reads.store(0, ordering: .relaxed)
                expect(new.changes(from: old).deletions).to(equal(Array(2_000..<3_000)))
                expect(Read.reads.load(ordering: .relaxed)).to(beLessThan(200))
            }

            it("is found of many changes as of few") {
                let old = Table((0..<1_000).map { Item($0) })
                var random = SeededGenerator(.current)
                for share in [1, 2, 3, 5, 8, 30] {
                    var new = old
                    for _ in 0..<(1_000 / share) {
                        let id = Item.ID(Int.random(in: 0..<1_000, using: &random))
                        switch Int.random(in: 0..<3, using: &random) {
                        case 0: new[id: id] = nil
                        case 1: new[id: id]?.text += "x"
                        default: if new.contains(id: id) { new.move(id, to: new.count / 2) }
                        }
                    }
                    let (before, after) = (Array(old), Array(new))
                    expect(problemOfChanges(new.changes(from: old), from: before, to: after)).to(beNil())
                    expect(problemOfChanges(old.changes(from: new), from: after, to: before)).to(beNil())
                    let apart = Table(after)
                    expect(problemOfChanges(apart.changes(from: old), from: before, to: after)).to(beNil())
                }
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

/// Counts how often it is compared.
private struct Key: Comparable {
    static let comparisons = Atomic<Int>(0)

    let number: Int

    static func < (left: Key, right: Key) -> Bool {
        comparisons.add(1, ordering: .relaxed)
        return left.number < right.number
    }

    static func == (left: Key, right: Key) -> Bool {
        comparisons.add(1, ordering: .relaxed)
        return left.number == right.number
    }
}

/// Counts how often its identity is read.
private struct Read: Identifiable {
    static let reads = Atomic<Int>(0)

    let number: Int

    var id: Int {
        Read.reads.add(1, ordering: .relaxed)
        return number
    }
}

private struct Hashed: Identifiable, Equatable {
    static let hashes = Atomic<Int>(0)

    struct ID: Hashable {
        let number: Int

        init(_ number: Int) { self.number = number }

        func hash(into hasher: inout Hasher) {
            Hashed.hashes.add(1, ordering: .relaxed)
            hasher.combine(number)
        }
    }

    let id: ID
    var text = ""
}

private struct Counted: Identifiable {
    let id: Int
    var number = 0
}
