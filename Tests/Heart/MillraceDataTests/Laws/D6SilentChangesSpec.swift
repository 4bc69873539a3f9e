import MillraceData
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Law D6: `withoutNotifying` skips the observers named, for that change only; a transaction that throws changes
/// nothing and tells nobody.
final class D6SilentChangesSpec: Spec {
    func testSpec() {
        describe("D6: a change without telling") {
            it("is told to all but those who are named") {
                let table = Variable(Table((0..<5).map { Item($0) }))
                var (named, other): ([String], [String]) = ([], [])
                let first = table.live().observeChanges { named.append(text($0)) }
                let second = table.live().observeChanges { other.append(text($0)) }
                withoutNotifying(first) { table.update { $0.move(Item.ID(4), to: 0) } }
                expect(named).to(equal(["rows 5"]))
                expect(other).to(equal(["rows 5", "↕[4→0]"]))
                second.cancel()
            }

            it("is what the next update is relative to") {
                let table = Variable(Table((0..<5).map { Item($0) }))
                var told: [String] = []
                let observation = table.live().observeChanges { told.append(text($0)) }
                withoutNotifying(observation) { table.update { _ = $0.remove(at: 0) } }
                table.update { $0.append(Item(9)) }
                expect(told).to(equal(["rows 5", "+[4]"]))
            }

            it("is left out of what is told of the same turn") {
                let table = Variable(Table((0..<5).map { Item($0) }))
                var told: [String] = []
                let observation = table.live().observeChanges { told.append(text($0)) }
                batch {
                    table.update { $0.append(Item(5)) }
                    withoutNotifying(observation) { table.update { _ = $0.remove(at: 1) } }
                    table.update { $0.append(Item(6)) }
                }
                // The observer shows 0, 2, 3, 4 by now.
                expect(told).to(equal(["rows 5", "+[4, 5]"]))
            }

            it("may insert, move and change rows while others have been set and not told yet") {
                let table = Variable(Table((0..<5).map { Item($0) }))
                var told: [String] = []
                let observation = table.live().observeChanges { told.append(text($0)) }
                batch {
                    table.update {
                        $0.append(Item(5))
                        $0[id: Item.ID(1)]?.text = "told"
                    }
                    withoutNotifying(observation) {
                        table.update {
                            $0.insert(Item(9), at: 2)
                            $0.move(Item.ID(4), to: 0)
                            $0[id: Item.ID(3)]?.text = "shown already"
                        }
                    }
                    table.update { $0.append(Item(6)) }
                }
                // The observer shows 4, 0, 1, 9, 2, 3 by now.
                expect(told).to(equal(["rows 5", "+[6, 7] ~[2→2]"]))
            }

            it("leaves rows to be told that the observer does not know yet, wherever they have gone") {
                for (number, position) in [(4, 5), (5, 0), (5, 4), (5, 2)] {
                    let table = Variable(Table((0..<5).map { Item($0) }))
                    var told: [String] = []
                    let observation = table.live().observeChanges { told.append(text($0)) }
                    batch {
                        table.update { $0.append(Item(5)) }
                        withoutNotifying(observation) { table.update { $0.move(Item.ID(number), to: position) } }
                    }
                    expect(told).to(equal(["rows 5", "+[\(number == 4 ? 4 : position)]"]))
                }
            }

            it("leaves out what it has changed and nothing else, whatever is set before and after it") {
                runPrograms(100) { random in
                    var program = SilentProgram(&random)
                    for _ in 0..<6 { if let problem = program.problemOfTurn(&random) { return problem } }
                    return nil
                }
            }

            it("leaves out just the rows that it has changed, in sections as well") {
                let table = Variable(Table((0..<8).map { Item($0, rank: $0 / 4) }))
                var told: SectionChanges?
                let observation = table.live().grouped(by: \.rank).observeSectionChanges { change in
                    if case .update(_, let changes) = change { told = changes }
                }
                batch {
                    table.update {
                        $0.append(Item(8, rank: 1))
                        $0[id: Item.ID(4)]?.text = "told"
                    }
                    withoutNotifying(observation) {
                        table.update {
                            $0[id: Item.ID(6)]?.rank = 0
                            $0[id: Item.ID(5)]?.text = "shown already"
                            $0[id: Item.ID(7)] = nil
                        }
                    }
                }
                // The observer shows 0, 1, 2, 3, 6 and 4, 5 by now.
                expect(told?.insertions).to(equal([RowPath(section: 1, row: 2)]))
                expect(told?.modifications.map(\.new)).to(equal([RowPath(section: 1, row: 0)]))
                expect(told?.deletions).to(beEmpty())
                expect(told?.moves).to(beEmpty())
                withExtendedLifetime(observation) {}
            }

            it("makes no reset of what is told of the same turn, after a condition has changed") {
                let table = Variable(Table((0..<60).map { Item($0) }))
                let least = Variable(0)
                let condition = least.map { least in { (item: Item) in item.id.number >= least } }
                var told: [String] = []
                let observation = table.live().filter(condition).observeChanges { told.append(text($0)) }
                least.value = 50
                batch {
                    table.update { $0.append(Item(60)) }
                    withoutNotifying(observation) { table.update { $0[id: Item.ID(55)] = nil } }
                    table.update { $0.append(contentsOf: (61..<100).map { Item($0) }) }
                }
                expect(told).to(equal(["rows 60", "rows 10", "+\(Array(9..<49))"]))
            }

            it("is released with an observation that is cancelled in the same turn") {
                let living = LivingCount()
                let table = Variable(Table((0..<10).map { Living(id: $0, instance: living.instance()) }))
                let observation = table.live().observeChanges { _ in }
                batch {
                    table.update { _ = $0.remove(at: 0) }
                    withoutNotifying(observation) { table.update { _ = $0.remove(at: 0) } }
                    observation.cancel()
                }
                table.value = []
                expect(living.count).to(equal(0))
                withExtendedLifetime(observation) {}
            }

            it("may name several observers") {
                let (table, other) = (Variable(Table((0..<5).map { Item($0) })), Variable(Table([Item(1)])))
                var told: [String] = []
                let first = table.live().observeChanges { told.append("first \(text($0))") }
                let second = table.live().filter { $0.rank == 0 }.observeChanges { told.append("second \(text($0))") }
                let third = other.live().observeChanges { told.append("third \(text($0))") }
                told = []
                withoutNotifying(first, second, third) {
                    table.update { _ = $0.remove(at: 0) }
                    other.update { $0.append(Item(2)) }
                }
                expect(told).to(beEmpty())
                table.update { _ = $0.remove(at: 0) }
                other.update { $0.append(Item(3)) }
                expect(told).to(equal(["first -[0]", "second -[0]", "third +[2]"]))
            }

            it("that throws is not told either") {
                let table = Variable(Table((0..<5).map { Item($0) }))
                var told: [String] = []
                let observation = table.live().observeChanges { told.append(text($0)) }
                expect {
                    try withoutNotifying(observation) { () throws(Refused) in
                        table.update { _ = $0.remove(at: 1) }
                        throw Refused()
                    }
                }.to(throwError())
                expect(told).to(equal(["rows 5"]))
                expect(table.value.count).to(equal(4))
            }
        }

        describe("D6: a transaction") {
            it("changes several tables in one turn") {
                let (first, second) = (Variable(Table([Item(1)])), Variable(Table([Item(2)])))
                var seen: [[Int]] = []
                let subscription = combine(first.live().count, second.live().count).observe { seen.append([$0, $1]) }
                transaction(first, second) { tables in
                    tables.0.append(Item(3))
                    tables.1 = []
                }
                expect(seen).to(equal([[1, 1], [2, 0]]))
                subscription.cancel()
            }

            it("that throws changes nothing and tells nobody") {
                let (first, second) = (Variable(Table([Item(1)])), Variable(Table([Item(2)])))
                var told = 0
                let subscription = combine(first, second).observe { _, _ in told += 1 }
                expect {
                    try transaction(first, second) { tables throws(Refused) in
                        tables.0.append(Item(3))
                        tables.1 = []
                        throw Refused()
                    }
                }.to(throwError())
                expect(told).to(equal(1))
                expect(first.value.count).to(equal(1))
                expect(second.value.count).to(equal(1))
                subscription.cancel()
            }
        }
    }
}

private struct Refused: Error {}

private struct Living: Identifiable {
    let id: Int
    let instance: AnyObject
}

/// Turns in which some changes are silent, and others are not.
private struct SilentProgram {
    private typealias Shown = [Item.ID: Item]

    private final class Screen {
        var told: LiveChange<Item>?
    }

    private var program = TableProgram()
    private let table: Variable<Table<Item>>
    private let screen = Screen()
    private let observation: LiveObservation

    init(_ random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 0..<30, using: &random) { program.step(&random) }
        table = Variable(program.table)
        observation = table.live().filter { $0.rank != 3 }.observeChanges { [screen] in screen.told = $0 }
    }

    private var present: Shown {
        Dictionary(uniqueKeysWithValues: program.model.lazy.filter { $0.rank != 3 }.map { ($0.id, $0) })
    }

    private mutating func change(_ random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 0...3, using: &random) { program.step(&random) }
        table.value = program.table
    }

    mutating func problemOfTurn(_ random: inout SeededGenerator) -> String? {
        var shown = present
        screen.told = nil
        batch {
            change(&random)
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                let before = present
                withoutNotifying(observation) { change(&random) }
                let after = present
                for id in before.keys where after[id] == nil { shown[id] = nil }
                for (id, item) in after where before[id] != item && (before[id] == nil || shown[id] != nil) {
                    shown[id] = item
                }
                change(&random)
            }
        }
        let changes: RowChanges
        switch screen.told {
        case nil: changes = RowChanges()
        case .update(_, let told)?: changes = told
        case let told?: return "told \(told)"
        }
        return problem(of: changes, from: shown)
    }

    /// What is wrong with changes that lead from what an observer shows to the present rows.
    private func problem(of changes: RowChanges, from shown: Shown) -> String? {
        let rows = program.model.filter { $0.rank != 3 }
        let (gone, come) = (shown.keys.count { present[$0] == nil }, rows.filter { shown[$0.id] == nil })
        let changed = rows.filter { shown[$0.id] != nil && shown[$0.id] != $0 }
        if changes.deletions.count != gone { return "\(changes) from \(shown) to \(rows): not \(gone) deletions" }
        if changes.insertions.map({ rows[$0] }) != come { return "\(changes) from \(shown) to \(rows): not +\(come)" }
        if changes.modifications.map({ rows[$0.new] }) != changed {
            return "\(changes) from \(shown) to \(rows): not ~\(changed)"
        }
        return nil
    }
}

private func text(_ change: LiveChange<Item>) -> String {
    if case .update(_, let changes) = change { return "\(changes)" }
    return "rows \(change.rows.count)"
}
