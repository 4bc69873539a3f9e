import MillraceData
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Counts of groups, and conditions that change together with the rows. Law D3 has both in its random programs.
final class CountedSpec: Spec {
    func testSpec() {
        describe("the numbers of rows of groups") {
            it("are told by groups, and only where they change") {
                let table = Variable(Table((1...5).map { Item($0, rank: $0 % 2) }))
                let counts = table.live().counted(by: \.rank)
                var log: [String] = []
                let observation = counts.observeChanges { change in
                    let numbers = change.rows.map { "\($0.id):\($0.count)" }.joined(separator: " ")
                    if case .update(_, let changes) = change { log.append("\(numbers) by \(changes)") }
                }
                table.update { $0[id: Item.ID(1)]?.text = "a text" }
                table.update { $0.move(Item.ID(1), to: 4) }
                expect(log).to(beEmpty())
                table.update { $0[id: Item.ID(1)]?.rank = 0 }
                table.update { $0.append(Item(6, rank: 7)) }
                table.update { $0.removeAll { $0.rank == 0 } }
                expect(log).to(equal(["0:3 1:2 by ~[0→0, 1→1]", "0:3 1:2 7:1 by +[2]", "1:2 7:1 by -[0]"]))
                expect(counts.value.count(of: 1)).to(equal(2))
                expect(counts.value.count(of: 0)).to(equal(0))
                expect(counts.value.count(of: 9)).to(equal(0))
                observation.cancel()
            }

            it("are counted again by another grouping") {
                let table = Variable(Table((1...5).map { Item($0, rank: $0 % 2) }))
                let isByText = Variable(false)
                let counts = table.live()
                    .counted(by: isByText.map { isByText in { isByText ? $0.text.count : $0.rank } })
                var last: [RowCount<Int>] = []
                let observation = counts.observeChanges { last = Array($0.rows) }
                expect(last).to(equal([RowCount(0, 2), RowCount(1, 3)]))
                isByText.value = true
                expect(last).to(equal([RowCount(0, 5)]))
                observation.cancel()
            }
        }

        describe("a condition that changes together with the rows") {
            it("is asked of the rows that it knows") {
                let table = Variable(Table((0..<40).map { Item($0) }))
                let answers = Variable(Array(repeating: true, count: 40))
                let condition = answers.map { answers in { (item: Item) in answers[item.id.number] } }
                var shown: [Item] = []
                let observation = table.live().filter(condition).observeChanges { shown = Array($0.rows) }
                batch {
                    table.update {
                        $0.append(Item(40))
                        $0[id: Item.ID(3)] = nil
                        $0[id: Item.ID(7)]?.text = "changed"
                    }
                    answers.value = (0..<41).map { $0 != 5 }
                }
                expect(shown.map(\.id.number)).to(equal((0..<41).filter { $0 != 3 && $0 != 5 }))
                expect(shown.first { $0.id.number == 7 }?.text).to(equal("changed"))
                observation.cancel()
            }
        }
    }
}
