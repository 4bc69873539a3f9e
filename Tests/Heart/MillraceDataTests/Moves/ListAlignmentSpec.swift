import MillraceData
import MillraceSpecs
import TestSupport

/// The pairs of two lists: as many as they can have, of which as few as possible move.
final class ListAlignmentSpec: Spec {
    private struct Row: Identifiable {
        let id: Int
    }

    /// Counts the identities that are compared and hashed.
    private struct Counted: Identifiable {
        final class Counts {
            var comparisons = 0
            var hashes = 0
        }

        struct ID: Hashable {
            let number: Int
            let counts: Counts

            static func == (left: ID, right: ID) -> Bool {
                left.counts.comparisons += 1
                return left.number == right.number
            }

            func hash(into hasher: inout Hasher) {
                counts.hashes += 1
                hasher.combine(number)
            }
        }

        let id: ID
    }

    func testSpec() {
        describe("the alignment of two lists") {
            it("pairs all that both have, and moves as few as possible, of a few edits") {
                var random = SeededGenerator(.current)
                for _ in 0..<3_000 {
                    // Identities repeat in every other list.
                    let kinds = Bool.random(using: &random) ? 1_000 : Int.random(in: 1...8, using: &random)
                    let count = Int.random(in: 0...30, using: &random)
                    let old = (0..<count).map { kinds == 1_000 ? $0 : Int.random(in: 0..<kinds, using: &random) }
                    var new = old
                    for _ in 0..<Int.random(in: 0...5, using: &random) {
                        let place = Int.random(in: 0...new.count, using: &random)
                        switch Int.random(in: 0..<3, using: &random) {
                        case 0: new.insert(.random(in: 0..<kinds, using: &random), at: place)
                        case 1 where place < new.count: new.remove(at: place)
                        case _ where place < new.count:
                            let moved = new.remove(at: place)
                            new.insert(moved, at: .random(in: 0...new.count, using: &random))
                        default: break
                        }
                    }
                    expect(self.problem(from: old, to: new)).to(beNil(), description: "\(old) to \(new)")
                }
            }

            it(
                "is a single move where one element has moved, by as many comparisons as there are elements, and no hash"
            ) {
                for (from, to) in [(10, 990), (990, 10), (0, 999), (999, 0), (500, 501), (501, 500)] {
                    let counts = Counted.Counts()
                    let old = (0..<1_000).map { Counted(id: .init(number: $0, counts: counts)) }
                    var new = old
                    new.insert(new.remove(at: from), at: to)
                    let alignment = ListAlignment(from: old, to: new)
                    expect(counts.hashes) == 0
                    expect(counts.comparisons).to(beLessThan(1_100))
                    var moves: [[Int]] = []
                    alignment.forEachPair { if !$0.stays { moves.append([$0.old, $0.new]) } }
                    // Of two neighbours that change places, either has moved.
                    expect(abs(from - to) == 1 ? [[500, 501], [501, 500]] : [[from, to]]).to(contain(moves.first ?? []))
                    expect(moves.count) == 1
                    expect(alignment.deletions + alignment.insertions) == []
                }
            }

            it("hashes where much has moved") {
                let counts = Counted.Counts()
                let old = (0..<1_000).map { Counted(id: .init(number: $0, counts: counts)) }
                let alignment = ListAlignment(from: old, to: old.reversed())
                expect(counts.hashes) == 2_000
                expect(counts.comparisons).to(beLessThan(2_000))
                var moves = 0
                alignment.forEachPair { if !$0.stays { moves += 1 } }
                expect(moves) == 999
            }
        }
    }

    private func problem(from old: [Int], to new: [Int]) -> String? {
        let alignment = ListAlignment(from: old.map(Row.init), to: new.map(Row.init))
        var pairs: [ListAlignment.Pair] = []
        alignment.forEachPair { pairs.append($0) }
        for pair in pairs where old[pair.old] != new[pair.new] { return "\(pair) is not one element" }
        if pairs.map(\.new) != pairs.map(\.new).sorted() { return "the pairs are out of order" }
        if (pairs.map(\.old) + alignment.deletions).sorted() != Array(old.indices) {
            return "the old list is not covered"
        }
        if (pairs.map(\.new) + alignment.insertions).sorted() != Array(new.indices) {
            return "the new list is not covered"
        }
        if alignment.deletions != alignment.deletions.sorted() { return "deletions out of order" }
        if alignment.insertions != alignment.insertions.sorted() { return "insertions out of order" }
        let staying = pairs.filter(\.stays)
        if staying.map(\.old) != staying.map(\.old).sorted() { return "what stays does not" }
        let kinds = Set(old).intersection(new)
        let common = kinds.reduce(0) { sum, kind in sum + min(old.count { $0 == kind }, new.count { $0 == kind }) }
        if pairs.count != common { return "\(pairs.count) pairs instead of \(common)" }
        let longest = lengthOfLongestCommon(old, new)
        // Where identities repeat, and much has moved, the k-th is paired with the k-th.
        if Set(old).count < old.count || Set(new).count < new.count, old.count + new.count - 2 * longest > 8 {
            return nil
        }
        return staying.count == longest ? nil : "\(staying.count) stay instead of \(longest)"
    }

    /// The length of a longest common subsequence.
    private func lengthOfLongestCommon(_ old: [Int], _ new: [Int]) -> Int {
        var row = Array(repeating: 0, count: new.count + 1)
        for element in old {
            var diagonal = 0
            for (index, other) in new.enumerated() {
                let above = row[index + 1]
                row[index + 1] = element == other ? diagonal + 1 : max(above, row[index])
                diagonal = above
            }
        }
        return row[new.count]
    }
}
