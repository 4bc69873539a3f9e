import MillraceData
import MillraceSignals
import MillraceSpecs
import TestSupport

/// What derives from a value by keys is computed again only if a key has changed that it has read.
final class ChangeIndexSpec: Spec {
    func testSpec() {
        describe("an index of changes") {
            var sheet = Variable<[String: Int]>([:])
            var rows = Variable<[String]>([])
            var computed: [String] = []
            var totals = Observable<[Int]>([])
            var total: (String) -> Observable<Int> = { _ in Observable(0) }
            beforeEach {
                sheet = Variable(["a": 1, "b": 2, "c": 3])
                rows = Variable(["ab", "bc"])
                computed = []
                let index = ChangeIndex(of: sheet.observable) { former, present in
                    Set(former.keys).union(present.keys).filter { former[$0] != present[$0] }
                }
                func read(_ sheet: [String: Int], _ row: String) -> (Int, Set<String>) {
                    computed.append(row)
                    let keys = row.map(String.init)
                    return (keys.reduce(0) { $0 + (sheet[$1] ?? 0) }, Set(keys))
                }
                totals = index.map(rows.observable, read)
                total = { index.result(of: $0, read) }
            }

            it("computes what has read the key that changed, and nothing else") {
                var heard: [[Int]] = []
                let subscription = totals.observe { heard.append($0) }
                computed = []
                sheet.value["a"] = 10
                expect(computed).to(equal(["ab"]))
                sheet.value["z"] = 1
                expect(computed).to(equal(["ab"]))
                sheet.value["b"] = 20
                expect(Set(computed)).to(equal(["ab", "bc"]))
                expect(heard).to(equal([[3, 5], [12, 5], [30, 23]]))
                subscription.cancel()
            }

            it("keeps what has not changed when the list changes, and computes an element once that occurs twice") {
                let subscription = totals.observe { _ in }
                computed = []
                rows.value = ["ca", "bc", "ca", "bc"]
                expect(computed).to(equal(["ca"]))
                expect(totals.value).to(equal([4, 5, 4, 5]))
                batch {
                    rows.value = ["bc", "ab"]
                    sheet.value["c"] = 30
                }
                expect(totals.value).to(equal([32, 3]))
                subscription.cancel()
            }

            it("returns the same result of an element while it is held or followed") {
                let all = Observable { [total] read in read(rows).map { read(total($0)) } }
                let subscription = all.observe { _ in }
                expect(computed).to(equal(["ab", "bc"]))
                sheet.value["a"] = 10
                rows.value = ["bc", "ab", "ab"]
                expect(all.value).to(equal([5, 12, 12]))
                expect(computed).to(equal(["ab", "bc", "ab"]))
                subscription.cancel()
                rows.value = []
                expect(all.value).to(beEmpty())
                // Nobody follows them any more, however many there were.
                for number in 0..<100 { expect(total("a\(number)").value).to(equal(10)) }
                computed = []
                let held = total("ab")
                expect([held.value, total("ab").value]).to(equal([12, 12]))
                expect(computed).to(equal(["ab"]))
            }

            it("makes a live view of a live view, of which the rows are computed again that have changed") {
                struct Cell: Identifiable, Equatable { let id: String, key: String }
                struct Shown: Identifiable, Equatable { let id: String, value: Int }
                let cells = Variable(Table("abc".map { Cell(id: "cell \($0)", key: "\($0)") }))
                let index = ChangeIndex(of: sheet.observable) { former, present in
                    Set(former.keys).union(present.keys).filter { former[$0] != present[$0] }
                }
                let view = index.map(cells.live()) { sheet, cell in
                    computed.append(cell.key)
                    return (Shown(id: cell.id, value: sheet[cell.key] ?? 0), [cell.key])
                }
                expect(view.value.map(\.value)) == [1, 2, 3]
                var told: [String] = []
                let observation = view.observeChanges { change in
                    if case .update(_, let changes) = change { told.append("\(changes)") }
                }
                computed = []
                sheet.value["b"] = 20
                cells.update { $0[id: "cell a"] = Cell(id: "cell a", key: "c") }
                batch {
                    cells.update { $0.move("cell b", to: 0) }
                    cells.update { _ = $0.remove(id: "cell c") }
                    sheet.value["c"] = 30
                }
                expect(computed) == ["b", "c", "c"]
                expect(told) == ["~[1→1]", "~[0→0]", "-[2] ~[0→1] ↕[0→1]"]
                expect(view.value.map(\.value)) == [20, 30]
                expect(index.observedKeys) == ["b", "c"]
                observation.cancel()
                expect(index.observedKeys).to(beEmpty())
            }

            it("notes other keys each time that it computes") {
                let index = ChangeIndex(of: sheet.observable) { former, present in
                    Set(former.keys).union(present.keys).filter { former[$0] != present[$0] }
                }
                var count = 0
                let shown = index.map(Observable([0])) { sheet, _ in
                    count += 1
                    // One key tells which other one is read.
                    let key = sheet["a"] == 1 ? "b" : "c"
                    return (sheet[key] ?? 0, ["a", key])
                }
                let subscription = shown.observe { _ in }
                sheet.value["c"] = 4
                expect(count).to(equal(1))
                sheet.value["a"] = 2
                sheet.value["b"] = 5
                expect(count).to(equal(2))
                expect(index.observedKeys).to(equal(["a", "c"]))
                sheet.value["c"] = 6
                expect(shown.value).to(equal([6]))
                subscription.cancel()
                expect(index.observedKeys).to(beEmpty())
            }

            it("puts a result in the place of the former one: no other is copied, unless somebody has kept them") {
                func address() -> UnsafeRawPointer? { totals.value.withUnsafeBytes(\.baseAddress) }
                rows.value = (0..<1_000).map { "a\($0)" } + ["bc"]
                let subscription = totals.observe { _ in }
                let first = address()
                for number in 0..<3 { sheet.value["b"] = number }
                expect(address()) == first
                let kept = totals.value
                sheet.value["b"] = 7
                expect(kept.last) == 5
                expect(totals.value.last) == 10
                subscription.cancel()
            }

            it("goes on if a computation ends its last observation, and notes nothing any more") {
                let index = ChangeIndex(of: sheet.observable) { former, present in
                    Set(former.keys).union(present.keys).filter { former[$0] != present[$0] }
                }
                var subscription: Subscription?
                var ends = false
                var shown: Observable<[Int]>? = index.map(rows.observable) { sheet, row in
                    if ends { subscription?.cancel() }
                    return ((sheet["b"] ?? 0) * row.count, ["b"])
                }
                for change in [{ sheet.value["b"] = 10 }, { rows.value = ["cc", "ab", "d"] }] {
                    subscription = shown?.observe { _ in }
                    ends = true
                    change()
                    expect(index.observedKeys) == []
                    ends = false
                    expect(shown?.value) == rows.value.map { $0.count * 10 }
                }
                subscription = shown?.observe { _ in }
                ends = true
                sheet.value["b"] = 20
                shown = nil
                sheet.value["b"] = 30
                expect(index.observedKeys) == []
            }

            it("goes on likewise as a live view") {
                struct Cell: Identifiable, Equatable { let id: Int, value: Int }
                let cells = Variable(Table((0..<3).map { Cell(id: $0, value: 0) }))
                let index = ChangeIndex(of: sheet.observable) { former, present in
                    Set(former.keys).union(present.keys).filter { former[$0] != present[$0] }
                }
                var observation: LiveObservation?
                var ends = false
                let view = index.map(cells.live()) { sheet, cell in
                    if ends { observation?.cancel() }
                    return (Cell(id: cell.id, value: sheet["b"] ?? 0), ["b"])
                }
                observation = view.observeChanges { _ in }
                ends = true
                sheet.value["b"] = 10
                expect(index.observedKeys) == []
                ends = false
                expect(view.value.map(\.value)) == [10, 10, 10]
                sheet.value["b"] = 20
                expect(view.value.map(\.value)) == [20, 20, 20]
            }

            it("is computed when it is read while nobody observes it") {
                sheet.value["a"] = 5
                expect(totals.value).to(equal([7, 5]))
                rows.value = ["a"]
                sheet.value["a"] = 6
                expect(totals.value).to(equal([6]))
            }

            it("is told of what changes after it was read and then observed") {
                expect(totals.value).to(equal([3, 5]))
                var heard: [[Int]] = []
                let subscription = totals.observe { heard.append($0) }
                sheet.value["a"] = 2
                expect(heard).to(equal([[3, 5], [4, 5]]))
                subscription.cancel()
            }

            it("equals what plain code computes, whatever changes, comes and goes") {
                runPrograms(100) { random in
                    let letters = "abcdefgh".map(String.init)
                    var subscription: Subscription?
                    var shown: [Int]?
                    defer { subscription = nil }
                    for _ in 0..<60 {
                        switch Int.random(in: 0..<6, using: &random) {
                        case 0: subscription = totals.observe { shown = $0 }
                        case 1: (subscription, shown) = (nil, nil)
                        case 2:
                            rows.value = (0..<Int.random(in: 0..<5, using: &random)).map { _ in
                                letters.shuffled(using: &random).prefix(2).joined()
                            }
                        default:
                            let letter = letters.randomElement(using: &random) ?? ""
                            sheet.value[letter] =
                                Bool.random(using: &random) ? nil : Int.random(in: 0..<9, using: &random)
                        }
                        let expected = rows.value.map { row in row.reduce(0) { $0 + (sheet.value["\($1)"] ?? 0) } }
                        if subscription != nil, shown != expected { return "shows \(shown ?? []), not \(expected)" }
                        if Bool.random(using: &random), totals.value != expected {
                            return "is \(totals.value), not \(expected)"
                        }
                    }
                    return nil
                }
            }
        }
    }
}
