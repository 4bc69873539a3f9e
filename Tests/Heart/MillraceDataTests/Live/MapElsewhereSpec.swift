import MillraceData
import MillraceSignals
import MillraceSpecs
import Synchronization
import TestSupport

/// `map(on:priority:_:)` on virtual time: a batch is made when time is advanced.
final class MapElsewhereSpec: Spec {
    func testSpec() {
        describe("rows that are made elsewhere") {
            @TestState var scene = Making()

            it("come when they are made, in batches, each of which is one turn") {
                let many = Making(count: 200)
                expect(many.told).to(equal(["initial 0"]))
                many.scheduler.advance()
                expect(many.told.count).to(equal(4))  // batches of 32, 64 and 104
                expect(many.shown).to(equal((0..<200).map { "\($0)" }))
            }

            it("are made again only where something has changed, and the former ones stay until then") {
                scene.scheduler.advance()
                scene.made.take()
                scene.table.update {
                    $0[id: Item.ID(2)]?.text = "x"
                    $0.append(Item(9))
                }
                expect(scene.shown).to(equal(["0", "1", "2", "3", "4"]))
                scene.scheduler.advance()
                expect(scene.shown).to(equal(["0", "1", "2x", "3", "4", "9"]))
                expect(scene.made.take()).to(equal([2, 9]))
                expect(scene.told.last).to(equal("+[5] ~[2→2]"))
            }

            it("leave in the turn in which their elements do") {
                scene.scheduler.advance()
                let counts = combine(scene.table.map(\.count), scene.view.count).map { "\($0) and \($1)" }
                var seen: [String] = []
                keep(counts.observe { seen.append($0) })
                scene.table.update { $0[id: Item.ID(1)] = nil }
                expect(seen).to(equal(["5 and 5", "4 and 4"]))
            }

            it("are dropped where their elements are gone meanwhile") {
                scene.scheduler.advance()
                scene.table.update { $0.append(Item(7)) }
                scene.table.update { $0[id: Item.ID(7)] = nil }
                scene.scheduler.advance()
                expect(scene.shown).to(equal(["0", "1", "2", "3", "4"]))
                expect(scene.told.count).to(equal(2))
            }

            it("are dropped where their elements are gone while they are being made") {
                scene.scheduler.advance()
                let table = scene.table
                scene.made.onMaking(7) { table.update { $0[id: Item.ID(7)] = nil } }
                table.update { $0.append(Item(7)) }
                scene.scheduler.advance()
                expect(scene.made.take()).to(contain(7))
                expect(scene.told.count).to(equal(2))
                expect(scene.shown).to(equal(["0", "1", "2", "3", "4"]))
            }

            it("are made again where their elements change while they are being made") {
                scene.scheduler.advance()
                let table = scene.table
                scene.made.onMaking(3) { table.update { $0[id: Item.ID(3)]?.text = "second" } }
                table.update { $0[id: Item.ID(3)]?.text = "first" }
                scene.scheduler.advance()
                expect(scene.shown).to(equal(["0", "1", "2", "3second", "4"]))
            }

            it("are made again where their elements move while they are being made") {
                scene.scheduler.advance()
                let table = scene.table
                scene.made.onMaking(3) { table.update { $0.move(Item.ID(3), to: 0) } }
                table.update { $0[id: Item.ID(3)]?.text = "new" }
                scene.scheduler.advance()
                expect(scene.shown).to(equal(["3new", "0", "1", "2", "4"]))
            }

            it("are no change where they are made again and are the same") {
                let (table, scheduler) = (Variable(Table((0..<5).map { Item($0) })), TestScheduler())
                var seen: [Int] = []
                let view = table.live().map(on: scheduler) { Item($0.id.number) }
                keep(view.observable.observe { seen.append($0.count) })
                scheduler.advance()
                table.update { $0[id: Item.ID(2)]?.text = "not shown" }
                scheduler.advance()
                expect(seen).to(equal([0, 5]))
            }

            it("move with their elements, and are not made again for it") {
                scene.scheduler.advance()
                scene.made.take()
                scene.table.update { $0.move(Item.ID(4), to: 0) }
                expect(scene.shown).to(equal(["4", "0", "1", "2", "3"]))
                expect(scene.told.last).to(equal("↕[4→0]"))
                scene.scheduler.advance()
                expect(scene.made.take()).to(beEmpty())
            }

            it("are made all at once where they are read and nobody observes") {
                scene.observation?.cancel()
                expect(scene.view.value.map(\.text)).to(equal(["0", "1", "2", "3", "4"]))
                scene.made.take()
                scene.observe()
                expect(scene.shown).to(equal(["0", "1", "2", "3", "4"]))
                scene.table.update { $0[id: Item.ID(2)]?.text = "x" }
                scene.scheduler.advance()
                expect(scene.made.take()).to(equal([2]))
                expect(scene.shown).to(equal(["0", "1", "2x", "3", "4"]))
            }

            it("are not made for nobody") {
                let many = Making(count: 500)
                let table = many.table
                many.made.onMaking(3) { [weak many] in many?.observation?.cancel() }
                many.scheduler.advance()
                expect(many.made.take()).to(equal([0, 1, 2, 3]))
                table.update { $0.append(Item(1_000)) }
                many.scheduler.advance()
                expect(many.made.take()).to(beEmpty())
            }

            it("begin again with an observer who comes when the last one has left in the midst of the making") {
                let many = Making(count: 500)
                many.made.onMaking(3) { [weak many] in
                    many?.observation?.cancel()
                    many?.observe()
                }
                many.scheduler.advance()
                expect(many.shown.count).to(equal(500))
                expect(many.made.take().count).to(beLessThan(533))
            }

            it("begin again with the next observer") {
                scene.scheduler.advance()
                scene.observation?.cancel()
                scene.table.update { $0.append(Item(7)) }
                scene.observe()
                expect(scene.shown).to(beEmpty())
                scene.scheduler.advance()
                expect(scene.shown.count).to(equal(6))
            }

            it("end when all is dropped, in the midst of the making") {
                let living = LivingCount()
                var many: Making? = Making(count: 500, living)
                let scheduler = many?.scheduler
                many?.made.onMaking(40) { many = nil }
                scheduler?.advance()
                expect(living.count).to(equal(0))
            }
        }

        describe("rows that are made elsewhere, in random programs") {
            it("are those of plain code when all is made, and never of what is gone") {
                runPrograms(60) { random in
                    let program = MakingProgram(&random)
                    for _ in 0..<Int.random(in: 1...20, using: &random) {
                        program.turn(&random)
                        if let problem = program.problem() { return problem }
                    }
                    program.scheduler.advance()
                    return program.problem(isAllMade: true)
                }
            }
        }
    }
}

/// Which elements rows were made of. The test scheduler makes them on the thread of the spec.
private final class Made: Sendable {
    private struct State {
        var numbers: [Int] = []
        var deed: (number: Int, deed: UncheckedDeed)?
    }

    /// A deed of the spec's thread, on which the test scheduler makes rows.
    struct UncheckedDeed: @unchecked Sendable { let run: () -> Void }

    private let state = Mutex(State())

    @discardableResult
    func take() -> [Int] { state.withLock { exchange(&$0.numbers, with: []) } }

    /// Does something once, when the row of an element is made.
    func onMaking(_ number: Int, _ deed: @escaping () -> Void) {
        let deed = UncheckedDeed(run: deed)
        state.withLock { $0.deed = (number, deed) }
    }

    func row(_ item: Item) -> Item {
        let deed = state.withLock { state -> UncheckedDeed? in
            state.numbers.append(item.id.number)
            guard state.deed?.number == item.id.number else { return nil }
            return exchange(&state.deed, with: nil)?.deed
        }
        deed?.run()
        return Item(item.id.number, "\(item.id.number)\(item.text)", rank: item.rank)
    }
}

/// A table, a view of rows that are made elsewhere, and an observer.
private final class Making {
    let scheduler = TestScheduler()
    let made = Made()
    let table: Variable<Table<Item>>
    let view: LiveView<Item>
    private(set) var observation: LiveObservation?
    private(set) var told: [String] = []
    private(set) var shown: [String] = []

    init(count: Int = 5, _ living: LivingCount = LivingCount()) {
        table = Variable(Table((0..<count).map { Item($0) }))
        let (made, instance) = (made, living.instance())
        view = table.live().map(on: scheduler) { item in withExtendedLifetime(instance) { made.row(item) } }
        observe()
    }

    func observe() {
        shown = []
        observation = view.observeChanges { [unowned self] change in
            switch change {
            case .initial(let rows): told.append("initial \(rows.count)")
            case .reset(let rows): told.append("reset \(rows.count)")
            case .update(_, let changes): told.append("\(changes)")
            }
            shown = change.rows.map(\.text)
        }
    }
}

/// A table of small nodes below a condition, and rows that are made elsewhere whenever the program lets time pass.
private final class MakingProgram {
    let scheduler = TestScheduler()
    private var program = TableProgram()
    private let table: Variable<Table<Item>>
    private let limit = Variable(4)
    private let source: LiveView<Item>
    private let view: LiveView<Item>
    private var observation: LiveObservation?
    private var shown: [Item] = []
    private var found: String?

    init(_ random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 0..<40, using: &random) { program.step(&random) }
        table = Variable(program.table)
        let sorted = table.live().sorted(by: \.rank)
        source = sorted.filter(limit.map { limit in { (item: Item) in item.rank < limit } })
        view = source.map(on: scheduler) { Item($0.id.number, $0.text + "m", rank: $0.rank) }
    }

    func turn(_ random: inout SeededGenerator) {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: observation = nil
        case 1...3: if observation == nil { observe() }
        default: break
        }
        if Int.random(in: 0..<6, using: &random) == 0 { _ = view.value }
        batch {
            for _ in 0..<Int.random(in: 0...4, using: &random) { program.step(&random) }
            table.value = program.table
            if Int.random(in: 0..<5, using: &random) == 0 { limit.value = Int.random(in: 0..<6, using: &random) }
        }
        if Bool.random(using: &random) { scheduler.advance() }
    }

    private func observe() {
        observation = view.observeChanges { [unowned self] change in
            let rows = Array(change.rows)
            if case .update(_, let changes) = change {
                if changes.isEmpty { found = "an empty update" }
                if let problem = problemOfChanges(changes, from: shown, to: rows) { found = problem }
            }
            shown = rows
        }
    }

    func problem(isAllMade: Bool = false) -> String? {
        if let found { return found }
        let expected = source.value.map { Item($0.id.number, $0.text + "m", rank: $0.rank) }
        let rows = Array(view.value)
        if isAllMade || observation == nil { return rows == expected ? nil : "\(rows) instead of \(expected)" }
        if rows != shown { return "shows \(shown), but is \(rows)" }
        // What is there stands in the order of the source, and nothing else is there.
        var ids = expected.map(\.id)[...]
        for row in rows {
            guard let place = ids.firstIndex(of: row.id) else { return "\(rows) of \(expected)" }
            ids = ids[(place + 1)...]
        }
        return nil
    }
}
