import MillraceData
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Random programs in which the closures of live views, and those that observe them, end observations, release views
/// and, where nothing computes, begin observing and change the table: what is shown and read stays what plain code
/// computes.
final class ReentrantViewsProgramsSpec: Spec {
    func testSpec() {
        it("D3 a view begins anew when a closure of its own has ended its last observation") {
            var observation: LiveObservation?
            var ends = false
            func act() {
                if ends { observation?.cancel() }
            }
            let source = Variable(Table((1...3).map { Item($0) }))
            let view = source.live()
            let kinds: [(String, LiveView<Item>)] = [
                ("filter", view.filter { _ in acted(act, true) }),
                ("map", view.map { acted(act, $0) }),
                ("sorted", view.sorted(by: { acted(act, $0.id) })),
                ("flatMap", view.flatMap { acted(act, [$0]) }),
            ]
            var number = 10
            func change() {
                number += 1
                source.update { table in
                    table.insert(Item(number), at: 1)
                    table[id: table[0].id] = Item(table[0].id.number, "\(number)")
                }
            }
            for (name, view) in kinds {
                for _ in 0..<3 {
                    observation = view.observeChanges { _ in }
                    change()
                    ends = true
                    change()
                    ends = false
                    change()
                    expect(Set(view.value.map(\.id))).to(equal(Set(source.value.map(\.id))), description: name)
                    expect(view.value.count).to(equal(source.value.count), description: name)
                }
            }
            var summing: Subscription?
            let sum = view.sum { item in
                if ends { summing?.cancel() }
                return item.id.number
            }
            summing = sum.observe { _ in }
            ends = true
            source.update { $0.append(Item(100)) }
            ends = false
            source.update { $0.append(Item(101)) }
            expect(sum.value) == source.value.reduce(0) { $0 + $1.id.number }
        }

        it("D3 a closure may end the observation of any view, its own as well") {
            runPrograms(60) { random in
                let program = ReentrantViews(random)
                let problem = program.run()
                random = program.random
                return problem
            }
        }
    }
}

private final class ReentrantViews {
    var random: SeededGenerator
    private var budget = 0
    private var depth = 0
    private var table = TableProgram()
    private let source: Variable<Table<Item>>
    private let list: Observable<[Item.ID]>
    private var screens: [Screen] = []

    /// What is read and observed, with what plain code computes.
    private struct Part {
        let name: String
        let read: () -> [Item]
        let expected: ([Item]) -> [Item]
        let observe: (@escaping ([Item]) -> Void) -> () -> Void
    }
    private var parts: [Part] = []

    private final class Screen {
        let part: Part
        var rows: [Item]?
        var cancel: () -> Void = {}
        var isOver = false

        init(_ part: Part) { self.part = part }
    }

    init(_ random: SeededGenerator) {
        self.random = random
        source = Variable(table.table)
        list = source.observable.map { $0.map(\.id) }
    }

    func run() -> String? {
        let view = source.live()
        let index = ChangeIndex(of: source.observable) { former, present in
            Set(former.map(\.id)).union(present.map(\.id)).filter { former[id: $0] != present[id: $0] }
        }
        add("filter", view.filter { [unowned self] in acted($0.rank != 2) }) { $0.filter { $0.rank != 2 } }
        add("map", view.map { [unowned self] in acted(marked($0)) }) { $0.map(marked) }
        add("sorted", view.sorted { [unowned self] in acted($0.rank < $1.rank) }) { $0.sorted { $0.rank < $1.rank } }
        add("sorted by key", view.sorted(by: { [unowned self] in acted($0.rank) })) {
            $0.sorted { $0.rank < $1.rank }
        }
        add("filter of sorted", view.sorted(by: \.rank).filter { [unowned self] in acted($0.rank > 0) }) {
            $0.sorted { $0.rank < $1.rank }.filter { $0.rank > 0 }
        }
        add("flatMap", view.flatMap { [unowned self] item in acted(item.rank > 1 ? [item] : []) }) {
            $0.filter { $0.rank > 1 }
        }
        add("indexed view", index.map(view) { [unowned self] _, item in acted((marked(item), [item.id])) }) {
            $0.map(marked)
        }
        let results = index.map(list) { [unowned self] table, id in
            acted((marked(table[id: id] ?? Item(0)), [id]))
        }
        parts.append(
            Part(name: "indexed list", read: { results.value }, expected: { $0.map(marked) }) { receive in
                let subscription = results.observe(receive)
                return { subscription.cancel() }
            }
        )
        for step in 0..<12 {
            budget = 3
            for _ in 0..<Int.random(in: 1...4, using: &random) { observe() }
            for _ in 0..<Int.random(in: 1...5, using: &random) { table.step(&random) }
            source.value = table.table
            budget = 0
            let items = Array(source.value)
            for part in parts where part.read() != part.expected(items) {
                return "step \(step): \(part.name) is \(part.read()), not \(part.expected(items))"
            }
            for screen in screens {
                let (part, expected) = (screen.part, screen.part.expected(items))
                if screen.rows != expected { return "step \(step): \(part.name) shows \(screen.rows as Any)" }
            }
        }
        screens = []
        return nil
    }

    private func add(_ name: String, _ view: LiveView<Item>, _ expected: @escaping ([Item]) -> [Item]) {
        parts.append(
            Part(name: name, read: { Array(view.value) }, expected: expected) { receive in
                let observation = view.observeChanges { receive(Array($0.rows)) }
                return { observation.cancel() }
            }
        )
    }

    /// A closure has been called, while a view computes.
    private func acted<Result>(_ result: Result) -> Result {
        if budget > 0, Int.random(in: 0..<3, using: &random) == 0 { end() }
        return result
    }

    private func end() {
        budget -= 1
        guard !screens.isEmpty else { return }
        let screen = screens.remove(at: Int.random(in: 0..<screens.count, using: &random))
        screen.isOver = true
        screen.cancel()
    }

    private func observe() {
        guard let part = parts.randomElement(using: &random) else { return }
        let screen = Screen(part)
        screens.append(screen)
        let cancel = part.observe { [unowned self] rows in
            screen.rows = rows
            if budget > 0, Int.random(in: 0..<4, using: &random) == 0 { actOutside() }
        }
        if screen.isOver { cancel() } else { screen.cancel = cancel }
    }

    /// Something that an observer does.
    private func actOutside() {
        budget -= 1
        switch Int.random(in: 0..<3, using: &random) {
        case 0: end()
        case 1: observe()
        default:
            table.step(&random)
            source.value = table.table
        }
    }
}

private func acted<Result>(_ act: () -> Void, _ result: Result) -> Result {
    act()
    return result
}

private func marked(_ item: Item) -> Item { Item(item.id.number, item.text + "m", rank: item.rank) }
