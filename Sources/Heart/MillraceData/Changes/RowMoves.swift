import MillraceBase
import MillraceSignals

/// Finds the smallest set of moves that brings rows to their new positions.
///
/// Most rows are untouched: they are in both versions in the same order, and are never examined one by one. Between the
/// positions of removed and inserted rows they form runs. The relocated rows and the runs, each run weighted by its
/// number of rows, have one order before and another one after the change; a heaviest subsequence that ascends in both
/// stays, and everything else moves. O(k log k) for k relocated rows.
@usableFromInline
struct RowMoves {
    /// A row whose position among the others was changed.
    @usableFromInline
    struct Pair {
        @usableFromInline let positions: RowChanges.Pair

        /// The numbers of untouched rows before it, in the old version and in the new one.
        @usableFromInline let oldRank: Int
        @usableFromInline let newRank: Int

        /// - Parameters:
        ///   - positions: Its old and its new position.
        ///   - goneBefore: The number of rows before it in the old version that are not untouched.
        ///   - comeBefore: The number of rows before it in the new version that are not untouched.
        @export(implementation)
        init(_ positions: RowChanges.Pair, goneBefore: Int, comeBefore: Int) {
            self.positions = positions
            oldRank = positions.old - goneBefore
            newRank = positions.new - comeBefore
        }
    }

    /// A unit that stays or moves as a whole: a relocated row, or a run of untouched rows.
    struct Item {
        let oldRank: Int
        let newRank: Int
        let weight: Int

        /// The index of the relocated row; nil for a run.
        let pair: Int?
    }

    let pairs: [Pair]
    let gone: [Int]
    let come: [Int]
    let untouched: Int

    /// - Parameters:
    ///   - pairs: The relocated rows, by ascending new positions.
    ///   - gone: The old positions of all rows that are not untouched, ascending.
    ///   - come: The new positions of all rows that are not untouched, ascending.
    ///   - untouched: The number of untouched rows.
    @usableFromInline
    init(_ pairs: [Pair], gone: [Int], come: [Int], untouched: Int) {
        self.pairs = pairs
        self.gone = gone
        self.come = come
        self.untouched = untouched
    }

    /// The rows to move, by ascending new positions.
    @usableFromInline
    func moves() -> [RowChanges.Pair] {
        let items = itemsInNewOrder()
        let stays = heaviestAscent(oldOrder(of: items), items.map(\.weight))
        var moves: [RowChanges.Pair] = []
        for (item, stays) in zip(items, stays) where !stays {
            if let pair = item.pair {
                moves.append(pairs[pair].positions)
            } else {
                for rank in item.oldRank..<(item.oldRank + item.weight) {
                    moves.append(.init(old: position(rank, past: gone), new: position(rank, past: come)))
                }
            }
        }
        return moves
    }

    /// The relocated rows, and the runs between all old and new positions of relocated rows.
    private func itemsInNewOrder() -> [Item] {
        var ranks = [0, untouched]
        ranks.reserveCapacity(2 * pairs.count + 2)
        for pair in pairs {
            ranks.append(pair.oldRank)
            ranks.append(pair.newRank)
        }
        var cuts: [Int] = []
        cuts.reserveCapacity(ranks.count)
        let order = ascendingOrder(of: ranks.map(Int64.init))
        for index in order where cuts.last != ranks[index] { cuts.append(ranks[index]) }
        var items: [Item] = []
        items.reserveCapacity(pairs.count + cuts.count)
        var nextPair = 0
        for (index, start) in cuts.enumerated() {
            while nextPair < pairs.count, pairs[nextPair].newRank == start {
                let pair = pairs[nextPair]
                items.append(Item(oldRank: pair.oldRank, newRank: pair.newRank, weight: 1, pair: nextPair))
                nextPair += 1
            }
            guard index + 1 < cuts.count else { break }
            items.append(Item(oldRank: start, newRank: start, weight: cuts[index + 1] - start, pair: nil))
        }
        return items
    }

    /// The index of each item in the old order.
    private func oldOrder(of items: [Item]) -> [Int] {
        let order = ascendingOrder(
            of: items.map { Int64($0.pair.map { pairs[$0].positions.old } ?? position($0.oldRank, past: gone)) }
        )
        var places = [Int](repeating: 0, count: items.count)
        for (place, item) in order.enumerated() { places[item] = place }
        return places
    }

    /// The position of an untouched row, by its rank among the untouched rows.
    private func position(_ rank: Int, past others: [Int]) -> Int {
        // The others before it are those whose position, less the number of others before them, is at most its rank.
        rank + others.indices.partitioningIndex { others[$0] - $0 > rank }
    }
}
