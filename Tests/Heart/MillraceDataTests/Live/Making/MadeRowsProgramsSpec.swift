import MillraceData
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Any order of changes, and of rows that are finished, ends in the rows that a plain function makes. Each batch leads
/// from what was shown to what is shown, and no row is ever shown of an element that is gone.
final class MadeRowsProgramsSpec: Spec {
    func testSpec() {
        describe("rows that are made elsewhere, through any changes,") {
            for isFlat in [false, true] {
                it("end as those of a plain \(isFlat ? "flatMap" : "map"), by batches that fit") {
                    runPrograms(25) { random in
                        let program = MakingProgram(isFlat: isFlat, &random)
                        for _ in 0..<Int.random(in: 1...25, using: &random) {
                            program.turn(&random)
                            if let problem = program.problem { return problem }
                        }
                        program.scheduler.run()
                        return program.problem ?? program.problemAtTheEnd
                    }
                }
            }
        }
    }
}

/// A row that tells what it was made of.
private struct Part: Identifiable, Equatable, Sendable, CustomStringConvertible {
    struct ID: Hashable, Sendable { let number: Int, part: Int }

    let id: ID
    let text: String

    var description: String { "\(id.number).\(id.part):\(text)" }

    static func parts(of item: Item, _ width: Int, isFlat: Bool) -> [Part] {
        (0..<(isFlat ? (item.rank + width) % 4 : 1)).map {
            Part(id: ID(number: item.id.number, part: $0), text: "\(item.text)/\(width)")
        }
    }
}

private final class MakingProgram {
    let scheduler = TestScheduler()
    let table: Variable<Table<Item>>
    let width = Variable(1)
    let nearest = Variable(0)
    let limit = Variable(3)
    let isFlat: Bool

    private let source: LiveView<Item>
    private let view: LiveView<Part>
    private var observation: LiveObservation?
    private var shown: [Part] = []
    private var number = 0
    private(set) var problem: String?

    init(isFlat: Bool, _ random: inout SeededGenerator) {
        number = Int.random(in: 0...120, using: &random)
        let table = Variable(Table((0..<number).map { Item($0, rank: $0 % 4) }))
        let limit = limit
        source =
            switch Int.random(in: 0..<3, using: &random) {
            case 0: table.live()
            case 1: table.live().sorted(by: \.text)
            default: table.live().filter(limit.map { limit in { $0.rank <= limit } })
            }
        let (scheduler, pace) = (scheduler, Int.random(in: 1...9, using: &random))
        @Sendable func parts(of item: Item, _ width: Int) async -> [Part] {
            // Tasks overtake each other.
            let time = (item.id.number * 7 + item.text.count + width) % pace
            if time > 0 { try? await scheduler.sleep(for: .milliseconds(time)) }
            return Part.parts(of: item, width, isFlat: isFlat)
        }
        view =
            isFlat
            ? source.flatMap(on: scheduler, nearest: nearest, with: width, parts)
            : source.map(on: scheduler, nearest: nearest, with: width) { await parts(of: $0, $1)[0] }
        (self.table, self.isFlat) = (table, isFlat)
        observe()
    }

    private func observe() {
        observation = view.observeChanges { [unowned self] change in
            let rows = Array(change.rows)
            if let changes = change.changes {
                problem = problem ?? problemOfChanges(changes, from: shown, to: rows)
            }
            shown = rows
            check()
        }
    }

    /// What is shown belongs to present elements, in their order, and is whole.
    private func check() {
        let numbers = source.value.map(\.id.number)
        let places = Dictionary(uniqueKeysWithValues: zip(numbers, numbers.indices))
        var last = (place: -1, part: -1)
        for row in shown {
            guard let place = places[row.id.number] else {
                problem = problem ?? "\(row) is shown, and its element is gone"
                return
            }
            if place < last.place || place == last.place && row.id.part != last.part + 1
                || place > last.place && row.id.part != 0
            {
                problem = problem ?? "\(row) is out of order in \(shown), of \(numbers)"
                return
            }
            last = (place, row.id.part)
        }
    }

    var problemAtTheEnd: String? {
        let expected = source.value.flatMap { Part.parts(of: $0, width.value, isFlat: isFlat) }
        return shown == expected ? nil : "ends in \(shown) instead of \(expected)"
    }

    func turn(_ random: inout SeededGenerator) {
        batch {
            for _ in 0..<Int.random(in: 1...6, using: &random) { change(&random) }
        }
        check()
        if Int.random(in: 0..<20, using: &random) == 0 {
            observation?.cancel()
            shown = []
            observe()
        }
        scheduler.advance(by: .milliseconds(Int.random(in: 0...12, using: &random)))
    }

    private func change(_ random: inout SeededGenerator) {
        let place = table.value.indices.randomElement(using: &random)
        switch (Int.random(in: 0..<14, using: &random), place) {
        case (0, _):
            let page = (0..<Int.random(in: 1...40, using: &random)).map { Item(number + $0, rank: ($0 + number) % 4) }
            number += page.count
            table.update { $0.append(contentsOf: page) }
        case (1, let place?):
            table.update { $0.insert(Item(number), at: place) }
            number += 1
        case (2, let place?), (3, let place?): table.update { $0[place].text += "x" }
        case (4, let place?): table.update { $0[place].rank = ($0[place].rank + 1) % 4 }
        case (5, let place?): table.update { _ = $0.remove(at: place) }
        case (6, let place?):
            let target = Int.random(in: 0..<table.value.count, using: &random)
            table.update { $0.move($0[place].id, to: target) }
        case (7, let place?):
            table.update {
                $0.move($0[place].id, to: 0)
                $0[0].text += "m"
            }
        case (8, _) where Int.random(in: 0..<4, using: &random) == 0:
            table.value = Table(table.value.shuffled(using: &random))
        case (9, _): width.value = Int.random(in: 1...3, using: &random)
        case (10, _): nearest.value = Int.random(in: -3...150, using: &random)
        case (11, _): limit.value = Int.random(in: 0...3, using: &random)
        case (12, let place?):
            // Another element in the same place.
            table.update {
                $0.remove(at: place)
                $0.insert(Item(number), at: place)
            }
            number += 1
        case (13, _):
            let (first, step) = (Int.random(in: 0..<4, using: &random), Int.random(in: 1...4, using: &random))
            table.update { table in
                for place in stride(from: first, to: table.count, by: step) { table[place].text += "b" }
            }
        default: break
        }
    }
}
