import MillraceData
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Closures that contradict themselves: what they order need not be right, but nothing beyond the rows is touched, and
/// those that only order them lose none.
final class ContradictoryOrderSpec: Spec {
    func testSpec() {
        it("has each row once though the closure that sorts answers at random") {
            runPrograms(10) { random in
                let answers = Answers(random)
                return problem(&random) { $0.sorted { _, _ in answers.next(2) == 0 } }
            }
        }

        it("has each row once though the keys that it is sorted by are random") {
            runPrograms(10) { random in
                let answers = Answers(random)
                return problem(&random) { $0.sorted { _ in answers.next(9) } }
            }
        }

        it("goes on though sections, counts and the least of all are random") {
            runPrograms(10) { random in
                let answers = Answers(random)
                return problem(&random) { items in
                    keep(items.grouped { _ in answers.next(5) }.observeChanges { _ in })
                    keep(items.counted { _ in answers.next(5) }.observeChanges { _ in })
                    keep(items.min { _ in Whim(answers) }.observe { _ in })
                    return items.filter { _ in true }
                }
            }
        }
    }
}

/// Random answers that the program's number decides.
private final class Answers {
    private var random: SeededGenerator

    init(_ random: SeededGenerator) { self.random = random }

    func next(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
}

/// A value that is less than another or not, by chance.
private struct Whim: Comparable {
    private let answers: Answers

    init(_ answers: Answers) { self.answers = answers }

    static func < (left: Whim, right: Whim) -> Bool { left.answers.next(2) == 0 }

    static func == (left: Whim, right: Whim) -> Bool { left.answers.next(2) == 0 }
}

/// Changes a table while what is derived from it is observed. Returns what is wrong with its rows.
private func problem(
    _ random: inout SeededGenerator,
    _ derive: (LiveView<Item>) -> LiveView<Item>
) -> String? {
    let table = Variable(Table((0..<60).map { Item($0) }))
    let view = derive(table.live())
    let observation = view.observeChanges { _ in }
    for step in 0..<100 {
        let place = Int.random(in: 0..<max(table.value.count, 1), using: &random)
        let isRemoval = Bool.random(using: &random)
        table.update { table in
            if isRemoval, table.count > 1 { table.remove(at: place) } else { table.append(Item(100 + step)) }
            if place < table.count { table[place].text = "step \(step)" }
        }
        let rows = view.value.map(\.id.number).sorted()
        let wanted = table.value.map(\.id.number).sorted()
        if rows != wanted { return "step \(step): \(rows) instead of \(wanted)" }
    }
    return withExtendedLifetime(observation) { nil }
}
