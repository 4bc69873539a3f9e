import MillraceData
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Keys that do not take part in the order of their type. NaN is neither less than, nor equal to, any number or itself.
final class NotANumberSpec: Spec {
    func testSpec() {
        describe("keys that are not numbers") {
            it("come last in both orders, and leave with their rows") {
                let table = Variable(Table([Score(1, .nan), Score(2, 2), Score(3, .nan), Score(4, 1)]))
                let (up, down) = (table.live().sorted(by: \.value), table.live().sorted(by: \.value, descending: true))
                keep(combine(up.observable, down.observable).observe { _, _ in })
                expect(up.value.map(\.id)).to(equal([4, 2, 1, 3]))
                expect(down.value.map(\.id)).to(equal([2, 4, 1, 3]))
                table.update {
                    $0[id: 1] = nil
                    $0[id: 2]?.value = .nan
                    $0.insert(Score(5, -Double.nan), at: 0)
                }
                expect(up.value.map(\.id)).to(equal([4, 5, 2, 3]))
                expect(down.value.map(\.id)).to(equal([4, 5, 2, 3]))
            }

            it("are one group, the last") {
                let table = Variable(Table([Score(1, .nan), Score(2, 2)]))
                let (sections, counts) = (table.live().grouped(by: \.value), table.live().counted(by: \.value))
                keep(combine(sections.observable, counts.observable).observe { _, _ in })
                table.update { $0.append(Score(3, -Double.nan)) }
                expect(sections.value.map { $0.rows.map(\.id) }).to(equal([[2], [1, 3]]))
                expect(counts.value.map(\.count)).to(equal([1, 2]))
                table.update { $0[id: 1]?.value = 2 }
                expect(sections.value.map { $0.rows.map(\.id) }).to(equal([[1, 2], [3]]))
                expect(counts.value.map(\.count)).to(equal([2, 1]))
                table.update { $0[id: 3] = nil }
                expect(sections.value.map { $0.rows.map(\.id) }).to(equal([[1, 2]]))
                expect(counts.value.map(\.count)).to(equal([2]))
            }

            it("are one key of distinct rows") {
                let table = Variable(Table([Score(1, .nan), Score(2, 2)]))
                let view = table.live().distinct(by: \.value)
                keep(view.observable.observe { _ in })
                table.update { $0.append(Score(3, .nan)) }
                expect(view.value.map(\.id)).to(equal([1, 2]))
                table.update { $0[id: 1] = nil }
                expect(view.value.map(\.id)).to(equal([2, 3]))
            }

            it("are what plain code makes of them, whatever is done") {
                runPrograms(50) { random in
                    let table = Variable(Table<Score>())
                    let views = ScoreViews(table)
                    var next = 0
                    for _ in 0..<40 {
                        table.update { Score.change(&$0, &next, &random) }
                        if let problem = views.problem(Array(table.value)) { return problem }
                    }
                    return nil
                }
            }
        }

        it("is neither a least nor a greatest value") {
            let table = Variable(Table([Score(1, .nan), Score(2, 2), Score(3, 1)]))
            let (least, greatest) = (table.live().min(of: \.value), table.live().max(of: \.value))
            var log: [String] = []
            keep(combine(least, greatest).observe { log.append("\($0 ?? -1) to \($1 ?? -1)") })
            table.update { $0[id: 1] = nil }
            table.update { $0.append(Score(4, .nan)) }
            table.update { $0.removeAll { !$0.value.isNaN } }
            table.update { $0.removeAll() }
            expect(log).to(equal(["1.0 to 2.0", "-1.0 to -1.0"]))
        }

        it("is a sum that is told once") {
            let table = Variable(Table([Score(1, .nan), Score(2, 2)]))
            var log: [Double?] = []
            keep(table.live().sum(of: \.value).observe { log.append($0) })
            keep(table.live().average(of: \.value).observe { log.append($0) })
            table.update { $0[id: 2]?.value = 3 }
            expect(log.count).to(equal(2))
        }

        it("does no harm in an order that is none") {
            for isLess in [{ $0.value < $1.value }, { _, _ in true }] as [(Score, Score) -> Bool] {
                let table = Variable(Table<Score>())
                let view = table.live().sorted(by: isLess)
                keep(view.observable.observe { _ in })
                // Where one place is filled again and again, labels are spread.
                for number in 0..<400 {
                    table.update { $0.insert(Score(number, number % 3 == 0 ? .nan : Double(-number)), at: 0) }
                    if view.value.count != number + 1 { return fail("\(view.value.count) rows of \(number + 1)") }
                }
                expect(Set(view.value.map(\.id)).count).to(equal(400))
            }
        }

        it("ends nothing in an order that is another one each time") {
            var random = SeededGenerator(seed: 7)
            let table = Variable(Table<Score>())
            let view = table.live().sorted { _, _ in Bool.random(using: &random) }
            keep(view.observable.observe { _ in })
            for number in 0..<2_000 {
                table.update { table in
                    if number % 3 == 2 { table.remove(at: number % table.count) }
                    table.insert(Score(number, 0), at: 0)
                }
            }
            // What was there can be found by its identity only: some rows may be left behind.
            expect(view.value.count).to(beGreaterThanOrEqualTo(table.value.count))
        }
    }
}

/// A row with a number, or with none.
private struct Score: Identifiable, Equatable {
    let id: Int
    var value: Double

    init(_ id: Int, _ value: Double) { (self.id, self.value) = (id, value) }

    /// The number in an order that has a place for all.
    var place: Double { value.isNaN ? .infinity : value }

    static func change(_ table: inout Table<Score>, _ next: inout Int, _ random: inout SeededGenerator) {
        let values: [Double] = [.nan, -Double.nan, 0, -0.0, 1, 2]
        let value = values.randomElement(using: &random) ?? 0
        let known = table.randomElement(using: &random)
        switch (Int.random(in: 0..<5, using: &random), known) {
        case (0, let row?): table[id: row.id] = nil
        case (1, let row?): table[id: row.id]?.value = value
        case (2, let row?): table.move(row.id, to: Int.random(in: 0..<table.count, using: &random))
        default:
            next += 1
            table.insert(Score(next, value), at: min(table.count, 2))
        }
    }
}

/// Views of rows by their numbers.
private final class ScoreViews {
    private let sorted: LiveView<Score>
    private let sections: LiveView<RowSection<Double, Score>>
    private let counts: LiveView<RowCount<Double>>
    private let distinct: LiveView<Score>
    private var shown: [Score] = []
    private var observations: [LiveObservation] = []

    init(_ table: Variable<Table<Score>>) {
        let view = table.live()
        (sorted, sections) = (view.sorted(by: \.value), view.grouped(by: \.value))
        (counts, distinct) = (view.counted(by: \.value), view.distinct(by: \.value))
        observations = [
            sorted.observeChanges { [unowned self] change in
                if case .update(let rows, let changes) = change {
                    changes.apply(to: &shown) { rows[$0] }
                } else {
                    shown = Array(change.rows)
                }
            },
            sections.observeSectionChanges { _ in },
            counts.observeChanges { _ in },
            distinct.observeChanges { _ in },
        ]
    }

    func problem(_ rows: [Score]) -> String? {
        let groups = Dictionary(grouping: rows, by: \.place).sorted { $0.key < $1.key }.map { $0.value.map(\.id) }
        var seen: Set<Double> = []
        let first = rows.filter { seen.insert($0.place).inserted }.map(\.id)
        if sorted.value.map(\.id) != groups.flatMap({ $0 }) { return "sorted \(sorted.value) of \(rows)" }
        if shown.map(\.id) != groups.flatMap({ $0 }) { return "shows \(shown) of \(rows)" }
        if sections.value.map({ $0.rows.map(\.id) }) != groups { return "sections \(sections.value) of \(rows)" }
        if counts.value.map(\.count) != groups.map(\.count) { return "counts \(counts.value) of \(rows)" }
        return distinct.value.map(\.id) == first ? nil : "distinct \(distinct.value) of \(rows)"
    }
}
