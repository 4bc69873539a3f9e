import MillraceData
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Law D3: a live view equals, whenever it is read and in every delivery, what plain code would compute.
///
/// Random changes of a table below random pipelines of views, beside plain code that computes each from the start.
final class D3LiveProgramsSpec: Spec {
    func testSpec() {
        it("are what plain code computes, in every delivery and whenever they are read") {
            runPrograms(100) { random in
                let program = LiveProgram(&random)
                for _ in 0..<Int.random(in: 1...25, using: &random) {
                    program.turn(&random)
                    if let problem = program.problem { return "\(program.name): \(problem)" }
                }
                return nil
            }
        }
    }
}

/// A pipeline of views, and how plain code computes the same.
struct Pipeline {
    var name = "live"
    let view: LiveView<Item>
    let compute: () -> [Item]

    private func then(
        _ name: String,
        _ view: LiveView<Item>,
        _ compute: @escaping ([Item]) -> [Item]
    ) -> Pipeline {
        Pipeline(name: "\(self.name).\(name)", view: view) { [former = self.compute] in compute(former()) }
    }

    /// This pipeline, and one stage more.
    func extended(_ settings: Settings, _ others: [Pipeline], _ random: inout SeededGenerator) -> Pipeline {
        switch Int.random(in: 0..<18, using: &random) {
        case 0:
            return then("filter", view.filter { $0.rank != 2 }) { $0.filter { $0.rank != 2 } }
        case 1:
            let limit = settings.limit
            let condition = limit.map { limit in { (item: Item) in item.rank < limit } }
            return then("filter(setting)", view.filter(condition)) { $0.filter { $0.rank < limit.value } }
        case 2:
            return then("map", view.map { Item($0.id.number, $0.text + "m", rank: $0.rank) }) {
                $0.map { Item($0.id.number, $0.text + "m", rank: $0.rank) }
            }
        case 3:
            return then("sorted(rank)", view.sorted(by: \.rank)) { $0.sorted { $0.rank < $1.rank } }
        case 4:
            return then("sorted(descending)", view.sorted(by: \.rank, descending: true)) {
                $0.sorted { $0.rank > $1.rank }
            }
        case 5:
            let isUp = settings.isUp
            let order = isUp.map { isUp in
                { (a: Item, b: Item) in isUp ? (a.rank, a.text) < (b.rank, b.text) : b.id < a.id }
            }
            return then("sorted(setting)", view.sorted(by: order)) {
                isUp.value ? $0.sorted { ($0.rank, $0.text) < ($1.rank, $1.text) } : $0.sorted { $1.id < $0.id }
            }
        case 6:
            let count = Int.random(in: 0..<20, using: &random)
            return then("prefix(\(count))", view.prefix(count)) { Array($0.prefix(count)) }
        case 7: return then("distinct", view.distinct(by: \.rank), distinct)
        case 8:
            return then(
                "flatMap",
                view.flatMap { item in (0..<(item.rank % 3)).map { Item(item.id.number * 3 + $0, item.text, rank: $0) }
                }
            ) {
                $0.flatMap { item in (0..<(item.rank % 3)).map { Item(item.id.number * 3 + $0, item.text, rank: $0) } }
            }
        case 9: return combined("intersection", others[1], { $0.intersection($1) }, intersection)
        case 10: return combined("subtracting", others[1], { $0.subtracting($1) }, subtracting)
        case 11: return combined("union", others[1], { $0.union($1) }, union)
        case 12: return combined("union (other way round)", others[1], { $1.union($0) }, { union($1, $0) })
        case 13:
            return combined(
                "joined",
                others[1],
                { $0.joined(with: $1) { Item.ID($0.rank + $0.id.number % 4) }.map { paired($0.left, $0.right) } },
                { left, right in left.compactMap { item in partner(of: item, right).map { paired(item, $0) } } }
            )
        case 14:
            return combined(
                "leftJoined",
                others[1],
                { view, other in
                    view.leftJoined(with: other) { $0.rank == 0 ? nil : Item.ID($0.rank + $0.id.number % 4) }
                        .map { paired($0.left, $0.right) }
                },
                { left, right in left.map { paired($0, $0.rank == 0 ? nil : partner(of: $0, right)) } }
            )
        case 15:
            return then("counted", view.counted(by: \.rank).map { Item($0.id, "\($0.count)", rank: $0.count) }) {
                Dictionary(grouping: $0, by: \.rank).sorted { $0.key < $1.key }
                    .map { Item($0.key, "\($0.value.count)", rank: $0.value.count) }
            }
        case 16:
            let limit = settings.limit
            func made(_ item: Item, _ limit: Int) -> Item {
                Item(item.id.number, item.rank < limit ? item.text : "", rank: item.rank)
            }
            return then("map(setting)", view.map(limit.map { limit in { made($0, limit) } })) {
                $0.map { made($0, limit.value) }
            }
        default:
            let page = settings.page
            return then("window", view.window(page)) { Array($0[page.value.clamped(to: $0.indices)]) }
        }
    }
}

extension Pipeline {
    fileprivate func combined(
        _ name: String,
        _ other: Pipeline,
        _ view: (LiveView<Item>, LiveView<Item>) -> LiveView<Item>,
        _ combine: @escaping ([Item], [Item]) -> [Item]
    ) -> Pipeline {
        let (own, others) = (compute, other.compute)
        return Pipeline(name: "\(self.name).\(name)", view: view(self.view, other.view)) { combine(own(), others()) }
    }
}

private func distinct(_ items: [Item]) -> [Item] {
    var seen: Set<Int> = []
    return items.filter { seen.insert($0.rank).inserted }
}

private func intersection(_ left: [Item], _ right: [Item]) -> [Item] {
    left.filter { item in right.contains { $0.id == item.id } }
}

private func subtracting(_ left: [Item], _ right: [Item]) -> [Item] {
    left.filter { item in !right.contains { $0.id == item.id } }
}

private func union(_ left: [Item], _ right: [Item]) -> [Item] { left + subtracting(right, left) }

private func partner(of item: Item, _ right: [Item]) -> Item? {
    right.first { $0.id == Item.ID(item.rank + item.id.number % 4) }
}

private func paired(_ left: Item, _ right: Item?) -> Item {
    Item(left.id.number, "\(left.text)&\(right?.text ?? "none")", rank: left.rank)
}

/// What the conditions, orders and pages of the pipelines depend on.
final class Settings {
    let limit = Variable(3)
    let isUp = Variable(true)
    let page = Variable(0..<5)

    /// Whether they have changed in this turn, so that observers may be told of a reset.
    var haveChanged = false

    func change(_ random: inout SeededGenerator) {
        haveChanged = true
        switch Int.random(in: 0..<4, using: &random) {
        case 0: limit.value = Int.random(in: 0..<6, using: &random)
        case 1: isUp.value.toggle()
        default:
            let start = Int.random(in: -5..<30, using: &random)
            page.value = start..<(start + Int.random(in: 0..<12, using: &random))
        }
    }
}

/// A program: a table, a few pipelines above it, and their observers, each with the list that it shows.
final class LiveProgram {
    private var tables = [TableProgram(), TableProgram()]
    private let variables: [Variable<Table<Item>>]
    private let settings = Settings()
    private var pipelines: [Pipeline] = []
    private var screens: [Screen] = []
    private(set) var problem: String?
    private(set) var name = ""

    /// Some of what the views were, with what that was at the time.
    private var versions: [(rows: Rows<Item>, expected: [Item])] = []

    init(_ random: inout SeededGenerator) {
        variables = tables.map { Variable($0.table) }
        for _ in 0..<Int.random(in: 0..<40, using: &random) { tables[0].step(&random) }
        for (variable, table) in zip(variables, tables) { variable.value = table.table }
        let roots = variables.map { variable in
            Pipeline(view: variable.live()) { Array(variable.value) }
        }
        pipelines = roots
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            guard let below = pipelines.randomElement(using: &random) else { break }
            pipelines.append(below.extended(settings, roots, &random))
        }
        name = pipelines.map(\.name).joined(separator: ", ")
        screens = pipelines.map { Screen($0, settings) }
    }

    /// Makes some changes as one turn, and looks at all screens.
    func turn(_ random: inout SeededGenerator) {
        for screen in screens { screen.comesOrGoes(&random) }
        for screen in screens { screen.beginTurn() }
        settings.haveChanged = false
        let silent = Int.random(in: 0..<4, using: &random) == 0 ? screens.randomElement(using: &random) : nil
        if let silent, let observation = silent.observation {
            withoutNotifying(observation) { change(&random, named: silent) }
            silent.showsAlready()
        } else {
            batch { change(&random, named: nil) }
        }
        for screen in screens {
            if problem == nil, let found = screen.problem() { problem = "\(screen.pipeline.name): \(found)" }
        }
        if versions.contains(where: { Array($0.rows) != $0.expected }) { problem = "an old version has changed" }
        if versions.count < 8, let kept = pipelines.randomElement(using: &random) {
            versions.append((kept.view.value, kept.compute()))
        }
    }

    private func change(_ random: inout SeededGenerator, named: Screen?) {
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            if Int.random(in: 0..<4, using: &random) == 0, let screen = screens.randomElement(using: &random),
                screen !== named
            {
                screen.comesOrGoes(&random)
            }
            if Int.random(in: 0..<5, using: &random) == 0 { settings.change(&random) }
            let index = Int.random(in: 0..<3, using: &random) == 0 ? 1 : 0
            for _ in 0..<Int.random(in: 0...4, using: &random) { tables[index].step(&random) }
            variables[index].value = tables[index].table
            guard Int.random(in: 0..<3, using: &random) == 0, let read = pipelines.randomElement(using: &random) else {
                continue
            }
            // A read in the midst of a batch is right, and disturbs nothing.
            let (rows, expected) = (Array(read.view.value), read.compute())
            if rows != expected { problem = "read \(rows) instead of \(expected)" }
        }
    }
}

/// One who observes a pipeline, now and then, and shows what is told.
private final class Screen {
    let pipeline: Pipeline
    private let settings: Settings
    private(set) var observation: LiveObservation?
    private var consistency: Subscription?
    private var sections: SectionScreen?
    private var totals: Subscription?
    private var rows: [Item] = []
    private var deliveries = 0
    private var found: String?

    init(_ pipeline: Pipeline, _ settings: Settings) { (self.pipeline, self.settings) = (pipeline, settings) }

    func comesOrGoes(_ random: inout SeededGenerator) {
        guard Int.random(in: 0..<4, using: &random) > 0 else {
            observation?.cancel()
            observation = nil
            consistency = nil
            totals = nil
            sections = nil
            return
        }
        if observation == nil {
            observation = pipeline.view.observeChanges { [unowned self] in receive($0) }
            sections = SectionScreen(pipeline)
            totals = observeTotals()
            let view = pipeline.view
            consistency = combine(view.observable, view.count).observe { [unowned self] rows, count in
                let expected = pipeline.compute()
                if rows.count != count || Array(rows) != expected { found = "\(rows) and \(count), not \(expected)" }
            }
        }
    }

    private func observeTotals() -> Subscription {
        let view = pipeline.view
        return combine(
            view.sum { $0.rank },
            view.sum { Double($0.rank) / 3 },
            view.average { Double($0.rank) },
            view.min { $0.text },
            view.max { $0.id }
        ).observe { [unowned self] sum, exact, average, least, greatest in
            let items = pipeline.compute()
            let ranks = items.map(\.rank)
            if sum != ranks.reduce(0, +) { found = "a sum of \(sum)" }
            if abs(exact - ranks.map { Double($0) / 3 }.reduce(0, +)) > 1e-9 { found = "a sum of \(exact)" }
            let expected = items.isEmpty ? nil : Double(ranks.reduce(0, +)) / Double(items.count)
            if average != expected { found = "an average of \(String(describing: average))" }
            if least != items.map(\.text).min() { found = "a least text \(String(describing: least))" }
            if greatest != items.map(\.id).max() { found = "a greatest identity \(String(describing: greatest))" }
        }
    }

    private func receive(_ change: LiveChange<Item>) {
        deliveries += 1
        let expected = pipeline.compute()
        switch change {
        case .initial(let new):
            rows = Array(new)
            beginTurn()
        case .reset(let new):
            if !settings.haveChanged { found = "a reset for no reason" }
            rows = Array(new)
        case .update(_, let changes):
            if changes.isEmpty { found = "an empty update" }
            if let problem = problemOfChanges(changes, from: rows, to: expected) { found = problem }
            changes.apply(to: &rows) { expected[$0] }
        }
        if Array(change.rows) != expected { found = "told \(change.rows) instead of \(expected)" }
    }

    func beginTurn() {
        deliveries = 0
        before = rows
    }

    private var before: [Item] = []

    func showsAlready() {
        rows = pipeline.compute()
        if deliveries > 0 { found = "told what it shows already" }
        before = rows
    }

    func problem() -> String? {
        if let found = found ?? sections?.problem() { return found }
        let expected = pipeline.compute()
        let read = Array(pipeline.view.value)
        if read != expected { return "is \(read) instead of \(expected)" }
        guard observation != nil else { return nil }
        if rows != expected { return "shows \(rows) instead of \(expected)" }
        if deliveries > 1 { return "was told \(deliveries) times in one turn" }
        if deliveries == 1, before == expected { return "was told of nothing" }
        return nil
    }
}
