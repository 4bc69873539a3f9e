import MillraceData
import MillraceSignals
import MillraceSpecs
import TestSupport

@testable import MillraceHistory

private struct Leaf: Hashable, Identifiable {
    var id: Int
    var name: String
}

/// Has no `==` of its own.
private struct Tree {
    var leaves: [Leaf] = []
    var words: [String] = []
    var table: [String: Set<Int>] = [:]
    var branches: [Tree] = []
    var text = ""
    var choice: Swift.Result<Int, Never>?

    init(depth: Int, _ random: inout SeededGenerator) {
        func count() -> Range<Int> { 0..<Int.random(in: 0...4, using: &random) }
        leaves = count().map { Leaf(id: $0, name: "\(Int.random(in: 0...3, using: &random))") }.shuffled(using: &random)
        words = count().map { _ in "\(Int.random(in: 0...2, using: &random))" }
        for key in count() { table["\(key)"] = Set(count().map { _ in Int.random(in: 0...9, using: &random) }) }
        text = words.joined(separator: "\n")
        choice = Bool.random(using: &random) ? nil : .success(Int.random(in: 0...1, using: &random))
        if depth > 0 { branches = count().map { _ in Tree(depth: depth - 1, &random) } }
    }

    /// All of it as a text, so that two trees can be compared by other means.
    var key: String {
        let table = table.keys.sorted().map { "\($0): \(self.table[$0]?.sorted() ?? [])" }
        return
            "(\(leaves) \(words) \(table) \(branches.map(\.key)) \(text.debugDescription) \(String(describing: choice)))"
    }
}

final class DifferencePropertySpec: Spec {
    func testSpec() {
        describe("a difference of random values") {
            it("is nil for equal ones and none else, keeps the limit, and is the same whatever the order of hashing") {
                var random = SeededGenerator(seed: Seed.current.value)
                var differing = 0
                for _ in Programs(400) {
                    let seed = UInt64.random(in: 0...10_000, using: &random)
                    let other = Bool.random(using: &random) ? seed : seed + 1
                    func tree(_ seed: UInt64) -> Tree {
                        var random = SeededGenerator(seed: seed)
                        return Tree(depth: 2, &random)
                    }
                    var (old, new) = (tree(seed), tree(other))
                    if Bool.random(using: &random) { new.table["0", default: []].insert(100) }
                    let limit = Int.random(in: 1...12, using: &random)
                    let difference = describeDifference(old, new, limit: limit)
                    expect(difference == nil).to(equal(old.key == new.key))
                    expect(difference?.split(separator: "\n", omittingEmptySubsequences: false).count ?? 0).to(
                        beLessThan(limit + 1)
                    )
                    if difference != nil { differing += 1 }
                    old.table.reserveCapacity(1_000)
                    expect(describeDifference(old, new, limit: limit) ?? "equal").to(equal(difference ?? "equal"))
                }
                if Programs.areAll { expect(differing).to(beGreaterThan(50)) }
            }
        }

        describe("a difference of tables") {
            it("reads as that of arrays with the same elements, whatever the tables share") {
                var random = SeededGenerator(seed: Seed.current.value)
                for round in Programs(300) {
                    let old = Table((0..<Int.random(in: 0...80, using: &random)).map { Leaf(id: $0, name: "a") })
                    var new = round % 5 == 0 ? Table(Array(old)) : old
                    for number in 0..<Int.random(in: 0...6, using: &random) {
                        let place = Int.random(in: 0...new.count, using: &random)
                        switch Int.random(in: 0..<(round % 3 == 0 ? 4 : 3), using: &random) {
                        case 0: new.insert(Leaf(id: 100 + number, name: "b"), at: place)
                        case 1 where place < new.count: new.remove(at: place)
                        case 2 where place < new.count: new[place].name = "c"
                        default: if place < new.count { new.move(new[place].id, to: 0) }
                        }
                    }
                    let limit = Int.random(in: 1...12, using: &random)
                    expect(describeDifference(["x": old], ["x": new], limit: limit) ?? "equal").to(
                        equal(describeDifference(["x": Array(old)], ["x": Array(new)], limit: limit) ?? "equal")
                    )
                }
            }
        }

        describe("a shortest edit script") {
            func longestCommon(_ old: [Int], _ new: [Int]) -> Int {
                var row = [Int](repeating: 0, count: new.count + 1)
                for element in old {
                    var diagonal = 0
                    for index in new.indices {
                        let above = row[index + 1]
                        row[index + 1] = element == new[index] ? diagonal + 1 : max(above, row[index])
                        diagonal = above
                    }
                }
                return row[new.count]
            }

            it("keeps as many elements as can be kept, in order") {
                var random = SeededGenerator(seed: Seed.current.value)
                for _ in Programs(1_000) {
                    func list() -> [Int] {
                        (0..<Int.random(in: 0...12, using: &random)).map { _ in Int.random(in: 0...4, using: &random) }
                    }
                    let (old, new) = (list(), list())
                    let kept =
                        keptPairs(from: old.indices, to: new.indices, comparisons: 1_000) { old[$0] == new[$1] } ?? []
                    expect(kept).to(haveCount(longestCommon(old, new)))
                    expect(kept.allSatisfy { old[$0.old] == new[$0.new] }).to(beTrue())
                    expect(zip(kept, kept.dropFirst()).allSatisfy { $0.old < $1.old && $0.new < $1.new }).to(beTrue())
                }
            }
            it("is given up where the lists are too long") {
                func kept(_ comparisons: Int) -> Int? {
                    keptPairs(from: 0..<50, to: 0..<50, comparisons: comparisons) { $0 == $1 + 10 }?.count
                }
                expect(kept(2_500)).to(equal(40))
                expect(kept(2_499)).to(beNil())
            }
        }
    }
}
