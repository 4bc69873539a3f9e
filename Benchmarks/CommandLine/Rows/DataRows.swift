import Millrace
import MillraceData

/// Tables and live views (`MillraceData.Table`: the benchmarks have a table of their own), beside an array that is
/// changed, filtered, sorted and compared again.
enum DataRows {
    private static let sizes = [10, 30, 1_000, 100_000, 1_000_000]

    /// Small tables are the usual ones.
    private static var small: Aim { .nanoseconds(2_000, at: 30) }

    static var all: [Benchmark] {
        [
            lookUp, position, iteration, change, difference, rebuilt, apart,
            compared("changes") { $0[$0.count / 2].rank = -1 },
            compared("came") { $0.insert(LiveElement(id: -1, text: "another element", rank: 0), at: $0.count / 2) },
            compared("moves") { $0.insert($0.remove(at: $0.count / 4), at: $0.count / 2) },
            view,
        ]
    }

    private static func elements(_ count: Int) -> [LiveElement] { LiveElement.some(count) }

    /// An element is found by its identity. By hand: a dictionary of positions.
    private static var lookUp: Benchmark {
        Benchmark("an element by its identity, of", sizes: sizes, aims: [small]) { size in
            let sum = Sum()
            let (array, table) = (elements(size), MillraceData.Table(elements(size)))
            let positions = Dictionary(uniqueKeysWithValues: array.indices.map { (array[$0].id, $0) })
            var (handDice, ourDice) = (Dice(), Dice())
            return Scene(
                raw: { for _ in 0..<$0 { sum.add(positions[handDice.next(size)].map { array[$0].rank } ?? 0) } },
                ours: { for _ in 0..<$0 { sum.add(table[id: ourDice.next(size)]?.rank ?? 0) } }
            )
        }
    }

    /// The position of an element. By hand: a dictionary of positions, which each insertion would spoil.
    private static var position: Benchmark {
        Benchmark("the position of an element, of", sizes: sizes, aims: [small]) { size in
            let sum = Sum()
            let (array, table) = (elements(size), MillraceData.Table(elements(size)))
            let positions = Dictionary(uniqueKeysWithValues: array.indices.map { (array[$0].id, $0) })
            var (handDice, ourDice) = (Dice(), Dice())
            return Scene(
                raw: { for _ in 0..<$0 { sum.add(positions[handDice.next(size)] ?? 0) } },
                ours: { for _ in 0..<$0 { sum.add(table.index(id: ourDice.next(size)) ?? 0) } }
            )
        }
    }

    /// All elements are read, one after the other; an element each time.
    private static var iteration: Benchmark {
        Benchmark("all elements in order, each of", sizes: sizes) { size in
            let sum = Sum()
            let (array, table) = (elements(size), MillraceData.Table(elements(size)))
            return Scene(
                events: size,
                raw: { for _ in 0..<$0 { for element in array { sum.add(element.rank) } } },
                ours: { for _ in 0..<$0 { for element in table { sum.add(element.rank) } } }
            )
        }
    }

    /// One element is changed while somebody holds the former version. An array is copied whole.
    private static var change: Benchmark {
        Benchmark("a change, the old version held, of", sizes: sizes, aims: [small]) { size in
            var (array, table) = (elements(size), MillraceData.Table(elements(size)))
            var (heldArray, heldTable) = (array, table)
            return Scene(
                raw: { times in
                    for time in 0..<times {
                        heldArray = array
                        array[(time &* 7_919) % size].rank &+= 1
                    }
                },
                ours: { times in
                    for time in 0..<times {
                        heldTable = table
                        table[id: (time &* 7_919) % size]?.rank &+= 1
                    }
                },
                kept: [heldArray, heldTable]
            )
        }
    }

    /// What differs after one change. Arrays are compared element by element.
    private static var difference: Benchmark {
        Benchmark("the difference of one change, of", sizes: sizes, aims: [small]) { size in
            let sum = Sum()
            let (array, table) = (elements(size), MillraceData.Table(elements(size)))
            var (newArray, newTable) = (array, table)
            newArray[size / 2].rank = -1
            newTable[size / 2].rank = -1
            return Scene(
                raw: { for _ in 0..<$0 { sum.add(zip(array, newArray).count { $0 != $1 }) } },
                ours: { for _ in 0..<$0 { sum.add(newTable.changes(from: table).modifications.count) } }
            )
        }
    }

    /// What differs between two tables that were made of the same elements, apart: they share no node.
    private static var rebuilt: Benchmark {
        Benchmark(
            "the difference of tables made apart of the same elements, of",
            sizes: [1_000, 10_000, 100_000],
            aims: [.nanoseconds(2_000_000, at: 100_000)]
        ) { size in
            let array = elements(size)
            return unshared(array, array)
        }
    }

    /// What differs between two tables whose elements were made apart as well, so that their strings are compared.
    private static var apart: Benchmark {
        Benchmark(
            "the difference of tables of elements made apart, of",
            sizes: [1_000, 10_000, 100_000],
            aims: [.nanoseconds(2_000_000, at: 100_000)]
        ) { size in unshared(elements(size), elements(size)) }
    }

    private static func unshared(_ array: [LiveElement], _ other: [LiveElement]) -> Scene {
        let sum = Sum()
        let (old, new) = (MillraceData.Table(array), MillraceData.Table(other))
        return Scene(
            raw: { for _ in 0..<$0 { sum.add(zip(array, other).count { $0 != $1 }) } },
            ours: { for _ in 0..<$0 { sum.add(new.changes(from: old).modifications.count) } }
        )
    }

    /// An array that becomes rows, which are compared with those of the array before. By hand: the standard library's
    /// difference of the arrays.
    private static func compared(_ name: String, _ change: @escaping (inout [LiveElement]) -> Void) -> Benchmark {
        let sizes = [1_000, 10_000, 100_000]
        return Benchmark(
            "an array becomes rows, and is compared, one element \(name), of",
            sizes: sizes,
            aims: sizes.map { .ratio(1, at: $0) }
        ) { size in
            let sum = Sum()
            let old = elements(size)
            var new = old
            change(&new)
            let (former, present) = (Rows(old), new)
            return Scene(
                raw: { for _ in 0..<$0 { sum.add(present.difference(from: old).count) } },
                ours: { for _ in 0..<$0 { sum.add(Rows(present).changes(from: former).count) } }
            )
        }
    }

    /// One element is changed below a filter and an order, and an observer is told of it.
    private static var view: Benchmark {
        Benchmark("one change through filter and sort, of", sizes: sizes) { viewScene($0) }
    }

    private static func viewScene(_ size: Int) -> Scene {
        let sum = Sum()
        var array = elements(size)
        var shown = filteredAndSorted(array)
        let variable = Variable(MillraceData.Table(array))
        var (handDice, ourDice) = (Dice(), Dice())
        let observation = variable.live()
            .filter { $0.id % 20 != 3 }
            .sorted(by: \.rank)
            .observeChanges { sum.add($0.rows.count) }
        return Scene(
            raw: { times in
                for _ in 0..<times {
                    array[handDice.next(size)].rank = handDice.next(size)
                    let rows = filteredAndSorted(array)
                    sum.add(rows.difference(from: shown) { $0.id == $1.id }.count)
                    shown = rows
                }
            },
            ours: { times in
                for _ in 0..<times {
                    variable.update { $0[id: ourDice.next(size)]?.rank = ourDice.next(size) }
                }
            },
            kept: [observation]
        )
    }

    private static func filteredAndSorted(_ elements: [LiveElement]) -> [LiveElement] {
        elements.filter { $0.id % 20 != 3 }.sorted { $0.rank < $1.rank }
    }
}
