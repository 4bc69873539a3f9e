import Millrace
import MillraceData

/// Live views of growing tables, beside arrays that are filtered, sorted, grouped and compared again.
enum LiveRows {
    private static let sizes = [10, 1_000, 100_000, 1_000_000]
    private static let threeSizes = [1_000, 10_000, 100_000]

    static var all: [Benchmark] {
        [
            sections(of: 1, sizes, [.ratio(2.5, at: 10), .ratio(1 / 50, at: 1_000), .ratio(1 / 2_000, at: 100_000)]),
            sections(of: 100, [2_000, 10_000, 100_000], [.ratio(1 / 40, at: 100_000)]),
            sections(of: 1_000, [20_000, 50_000, 100_000], [.ratio(1 / 5, at: 100_000)]),
            openingSections, openingJoin, rendering,
        ]
    }

    /// Some elements are changed below a filter, an order and a grouping, and an observer is told of them.
    private static func sections(of changes: Int, _ sizes: [Int], _ aims: [Aim]) -> Benchmark {
        let name =
            changes == 1 ? "one change through filter, sort and sections" : "\(changes) changes at once, likewise"
        return Benchmark("\(name), of", sizes: sizes, aims: aims) { size in
            let sum = Sum()
            var array = LiveElement.some(size)
            var shown = byHand(array)
            let variable = Variable(MillraceData.Table(array))
            let observation = live(variable).observeSectionChanges { sum.add($0.rows.count) }
            var (handDice, ourDice) = (Dice(), Dice())
            return Scene(
                raw: { times in
                    for _ in 0..<times {
                        for _ in 0..<changes { array[handDice.next(size)].rank = handDice.next(size) }
                        let sections = byHand(array)
                        sum.add(difference(from: shown, to: sections))
                        shown = sections
                    }
                },
                ours: { times in
                    for _ in 0..<times {
                        variable.update { table in
                            for _ in 0..<changes { table[id: ourDice.next(size)]?.rank = ourDice.next(size) }
                        }
                    }
                },
                kept: [observation]
            )
        }
    }

    /// A list is filtered, sorted and grouped for the first time.
    private static var openingSections: Benchmark {
        Benchmark("opening a list with sections, of", sizes: threeSizes, aims: [.ratio(2, at: 100_000)]) { size in
            let sum = Sum()
            let array = LiveElement.some(size)
            let view = live(Variable(MillraceData.Table(array)))
            return Scene(
                raw: { for _ in 0..<$0 { sum.add(byHand(array).count) } },
                ours: { times in
                    for _ in 0..<times { view.observeSectionChanges { sum.add($0.rows.count) }.cancel() }
                }
            )
        }
    }

    /// A list is joined with another one for the first time.
    private static var openingJoin: Benchmark {
        Benchmark("opening a join, of", sizes: threeSizes, aims: [.ratio(8, at: 100_000)]) { size in
            let sum = Sum()
            let (left, right) = (LiveElement.some(size), LiveElement.some(size / 10))
            let joined = Variable(MillraceData.Table(left)).live()
                .joined(with: Variable(MillraceData.Table(right)).live()) { $0.rank % (size / 10) }
            return Scene(
                raw: { times in
                    for _ in 0..<times {
                        let found = Dictionary(uniqueKeysWithValues: right.map { ($0.id, $0) })
                        let pairs = left.compactMap { element in found[element.rank % (size / 10)].map { (element, $0) }
                        }
                        sum.add(pairs.count)
                    }
                },
                ours: { times in for _ in 0..<times { joined.observeChanges { sum.add($0.rows.count) }.cancel() } }
            )
        }
    }

    /// One row changes of a table that a renderer shows, which reads a screenful of rows.
    private static var rendering: Benchmark {
        let aims: [Aim] = [.growth(1.5, at: 100_000)]
        return Benchmark("one row of a bound table changes, of", sizes: threeSizes, aims: aims) { size in
            let sum = Sum()
            let variable = Variable(MillraceData.Table(LiveElement.some(size)))
            let row: @Sendable (LiveElement) -> ListRow = {
                ListRow("\($0.id)", $0.text, accessory: .count($0.rank))
            }
            let view = variable.live()
            let model = Variable(ListModel(rows: view.value.map(row)))
            let (screen, byArray) = (Screen(sum), ArrayScreen(sum))
            let kept: [Any] = [view.bind(to: screen, row: row), model.bind(to: byArray)]
            var (handDice, ourDice) = (Dice(), Dice())
            return Scene(
                raw: { times in
                    for _ in 0..<times {
                        model.update { model in
                            model.sections[0].rows[handDice.next(size)].accessory = .count(handDice.next(size))
                        }
                    }
                },
                ours: { times in
                    for _ in 0..<times {
                        variable.update { $0[ourDice.next(size)].rank = ourDice.next(size) }
                    }
                },
                kept: kept
            )
        }
    }

    private static func live(
        _ variable: Variable<MillraceData.Table<LiveElement>>
    ) -> LiveView<RowSection<Int, LiveElement>> {
        variable.live().filter { $0.id % 20 != 3 }.sorted(by: \.rank).grouped { $0.id % 7 }
    }

    private typealias Sections = [(group: Int, rows: [LiveElement])]

    private static func byHand(_ elements: [LiveElement]) -> Sections {
        let rows = elements.filter { $0.id % 20 != 3 }.sorted { $0.rank < $1.rank }
        return Dictionary(grouping: rows) { $0.id % 7 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private static func difference(from old: Sections, to new: Sections) -> Int {
        zip(old, new).reduce(0) { $0 &+ $1.1.rows.difference(from: $1.0.rows) { $0.id == $1.id }.count }
    }

    private final class Screen: LiveListRenderer {
        private let sum: Sum

        init(_ sum: Sum) { self.sum = sum }

        func render(_ table: LiveList<ListRow>, changes: SectionChanges?) {
            for row in 0..<40 { sum.add(table[RowPath(section: 0, row: row)].title.utf8.count) }
        }
    }

    private final class ArrayScreen: ListRenderer {
        private let sum: Sum

        init(_ sum: Sum) { self.sum = sum }

        func render(_ model: ListModel<ListRow>, changes: SectionChanges) {
            for row in 0..<40 { sum.add(model[RowPath(section: 0, row: row)].title.utf8.count) }
        }
    }
}

/// Numbers without a pattern, so that each change is one: a linear congruential generator.
struct Dice {
    private var state: UInt64 = 1

    mutating func next(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }
}

/// An element of the tables and arrays that are measured.
struct LiveElement: Identifiable, Equatable, Sendable {
    let id: Int
    var text: String
    var rank: Int

    static func some(_ count: Int) -> [LiveElement] {
        (0..<count).map { LiveElement(id: $0, text: "element number \($0)", rank: ($0 &* 7_919) % count) }
    }
}
