import MillraceSpecs
import TestSupport

@testable import MillraceData

/// Random programs on a table of small nodes and narrow gaps, beside an array.
final class TableProgramsSpec: Spec {
    func testSpec() {
        it("is what an array is, whatever is done, and so are all its old versions") {
            runPrograms(100) { random in
                var program = TableProgram()
                for step in 0..<Int.random(in: 1...120, using: &random) {
                    program.step(&random)
                    if let problem = program.problem(lookingUp: step % 8 == 0) { return problem }
                }
                return program.problemOfVersions(&random)
            }
        }

        it("finds its elements though all identities have one hash and their labels are spread") {
            runPrograms(50) { random in
                var table = Table<Twin>(sizes: NodeSizes(leaf: 6, fan: 6), spacing: Spacing(gap: 4, bits: 14))
                for number in 0..<120 {
                    table.insert(Twin(number), at: Int.random(in: 0...min(8, table.count), using: &random))
                    if let problem = table.problem() { return problem }
                }
                return table.first { table.index(id: $0.id) == nil }.map { "\($0.id) is not found" }
            }
        }

        it("has no index where spreading labels has merged its leaves into one") {
            var random = SeededGenerator(seed: 16_003_909_751_178_138_228)
            var program = TableProgram()
            for _ in 0..<Int.random(in: 1...120, using: &random) {
                program.step(&random)
                expect(program.table.problem()).to(beNil())
            }
        }
    }
}

/// An element whose identity has the same hash as all others.
private struct Twin: Identifiable, Sendable {
    struct ID: Hashable, Sendable {
        var number: Int

        func hash(into hasher: inout Hasher) {}
    }

    let id: ID

    init(_ number: Int) { id = ID(number: number) }
}

/// A table, the array that it should be, and some of what they were before.
struct TableProgram {
    var table = Table<Item>(sizes: NodeSizes(leaf: 6, fan: 6), spacing: Spacing(gap: 4, bits: 14))
    var model: [Item] = []
    private var versions: [(table: Table<Item>, model: [Item])] = []
    private var nextNumber = 0

    mutating func step(_ random: inout SeededGenerator) {
        if Int.random(in: 0..<8, using: &random) == 0 { versions.append((table, model)) }
        switch Int.random(in: 0..<22, using: &random) {
        case 0..<4: insert(at: model.count)
        case 4..<7: insert(at: Int.random(in: 0...model.count, using: &random))
        case 7: for _ in 0..<10 { insert(at: min(3, model.count)) }
        case 8: for _ in 0..<10 { insert(at: 0) }
        case 9..<12: remove(&random)
        case 12: for _ in 0..<8 { remove(&random) }
        case 13, 14: move(&random)
        case 15: modify(&random) { $0.text += "!" }
        case 16: modify(&random) { $0.rank = 3 }
        case 17: assignThroughSubscript(&random)
        case 18: removeThroughSubscript(&random)
        case 19: updateOrAppend(&random)
        case 20: removeWhere(&random)
        default: rarely(&random)
        }
    }

    private mutating func newItem() -> Item {
        nextNumber += 1
        return Item(nextNumber, rank: nextNumber % 5)
    }

    private mutating func insert(at position: Int) {
        let item = newItem()
        if position == model.count { table.append(item) } else { table.insert(item, at: position) }
        model.insert(item, at: position)
    }

    private mutating func remove(_ random: inout SeededGenerator) {
        guard let position = model.indices.randomElement(using: &random) else { return }
        let item = model.remove(at: position)
        if Bool.random(using: &random) {
            _ = table.remove(at: position)
        } else {
            table.remove(id: item.id)
        }
    }

    private mutating func move(_ random: inout SeededGenerator) {
        guard let from = model.indices.randomElement(using: &random) else { return }
        let to = Int.random(in: 0..<model.count, using: &random)
        let item = model.remove(at: from)
        model.insert(item, at: to)
        table.move(item.id, to: to)
    }

    private mutating func modify(_ random: inout SeededGenerator, _ change: (inout Item) -> Void) {
        guard let position = model.indices.randomElement(using: &random) else { return }
        change(&model[position])
        let id = model[position].id
        if Bool.random(using: &random) {
            change(&table[position])
        } else if table[id: id] != nil {
            withItem(&table[id: id]) { change(&$0) }
        }
    }

    private func withItem(_ item: inout Item?, _ change: (inout Item) -> Void) {
        guard var present = item.take() else { return }
        change(&present)
        item = present
    }

    private mutating func assignThroughSubscript(_ random: inout SeededGenerator) {
        let item = newItem()
        model.append(item)
        table[id: item.id] = item
        if let position = model.indices.randomElement(using: &random) {
            model[position].text = "assigned"
            table[id: model[position].id] = model[position]
        }
    }

    private mutating func removeThroughSubscript(_ random: inout SeededGenerator) {
        table[id: Item.ID(-1)] = nil
        guard let position = model.indices.randomElement(using: &random) else { return }
        let id = model.remove(at: position).id
        if Bool.random(using: &random) { table[id: id] = nil } else { _ = table[id: id].take() }
    }

    private mutating func updateOrAppend(_ random: inout SeededGenerator) {
        if let position = model.indices.randomElement(using: &random), Bool.random(using: &random) {
            model[position].text = "updated"
            table.updateOrAppend(model[position])
        } else {
            let item = newItem()
            model.append(item)
            table.updateOrAppend(item)
        }
    }

    private mutating func removeWhere(_ random: inout SeededGenerator) {
        let rank = Int.random(in: 0..<5, using: &random)
        model.removeAll { $0.rank == rank }
        table.removeAll { $0.rank == rank }
    }

    private mutating func rarely(_ random: inout SeededGenerator) {
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            model.sort { $0.rank < $1.rank }
            table.sort { $0.rank < $1.rank }
        case 1:
            let many = (0..<30).map { _ in newItem() }
            model += many
            table.append(contentsOf: many)
        default:
            model = []
            table.removeAll()
        }
    }

    func problem(lookingUp: Bool) -> String? {
        if let problem = table.problem() { return problem }
        if Array(table) != model { return "\(Array(table)) instead of \(model)" }
        if table.count != model.count { return "count \(table.count) instead of \(model.count)" }
        for (position, item) in model.enumerated() where lookingUp {
            if table[position] != item { return "\(table[position]) at \(position) instead of \(item)" }
            if table[id: item.id] != item { return "\(item.id) is not found" }
            if table.index(id: item.id) != position { return "\(item.id) is not at \(position)" }
        }
        return nil
    }

    func problemOfVersions(_ random: inout SeededGenerator) -> String? {
        for version in versions where Array(version.table) != version.model { return "an old version has changed" }
        let all = versions + [(table, model)]
        for _ in 0..<5 {
            guard let old = all.randomElement(using: &random), let new = all.randomElement(using: &random) else {
                break
            }
            if (old.table == new.table) != (old.model == new.model) { return "== is wrong" }
            let changes = new.table.changes(from: old.table)
            if let problem = problemOfChanges(changes, from: old.model, to: new.model) { return problem }
            // However few have changed, comparing all of them finds the same.
            let compared = RowChanges(comparing: old.table.rows, with: new.table.rows, Sameness())
            if let problem = problemOfChanges(compared, from: old.model, to: new.model) { return problem }
            // The same rows by another way, with nothing in common.
            let other = Table(new.model)
            if other != new.table { return "== is wrong where nothing is shared" }
            if let problem = problemOfChanges(other.changes(from: old.table), from: old.model, to: new.model) {
                return problem
            }
        }
        return nil
    }
}
