import MillraceData
import MillraceFlux
import MillraceHistory
import MillraceSpecs
import TestSupport

/// Counts how often an element is looked at: compared, or taken apart.
private final class Looks { var count = 0 }

private struct Row: Identifiable, Equatable, CustomReflectable {
    let id: Int
    var text = ""
    var looks: Looks?

    static func == (left: Row, right: Row) -> Bool {
        left.looks?.count += 1
        return left.id == right.id && left.text == right.text
    }

    var customMirror: Mirror {
        looks?.count += 1
        return Mirror(self, children: ["id": id, "text": text])
    }
}

private struct Sheet: Equatable {
    var rows: Table<Row>
    var page = 0
}

private struct Change: Action { let change: @Sendable (inout Sheet) -> Void }
private struct Sync: Action { let text: String }

private func makeSheet(_ count: Int, looks: Looks? = nil, on dispatcher: Dispatcher) -> Store<Sheet> {
    Store(Sheet(rows: Table((0..<count).map { Row(id: $0, looks: looks) })), on: dispatcher) { store in
        store.on(Change.self) { $1.change(&$0) }
        store.on(Sync.self) { sheet, sync in for row in sheet.rows.indices { sheet.rows[row].text = sync.text } }
    }
}

/// Histories of states in which there are tables.
final class TableHistorySpec: Spec {
    func testSpec() {
        /// What a history costs whose only step is a change of a table of 10,000 rows.
        func bytes(of change: @escaping @Sendable (inout Sheet) -> Void) -> Int {
            let dispatcher = Dispatcher()
            let sheet = makeSheet(10_000, on: dispatcher)
            let history = StateHistory(of: sheet, on: dispatcher)
            dispatcher.dispatch(Change(change: change))
            return history.bytes
        }

        describe("a step of a state with a table costs") {
            let table = 10_000 * MemoryLayout<Row>.stride

            it("nothing, where it is the same") { expect(bytes { $0.page = 1 }).to(beLessThan(200)) }

            it("the nodes on the way to what is different, not the rest") {
                let cost = bytes { $0.rows[id: 5_000]?.text = "a" }
                expect(cost).to(beGreaterThan(16 * MemoryLayout<Row>.stride / 3))
                expect(cost).to(beLessThan(table / 50))
                expect(bytes { for id in 0..<100 { $0.rows[id: id * 100]?.text = "a" } }).to(beGreaterThan(20 * cost))
            }

            it("the index too, where an identity is new") {
                let appended = bytes { $0.rows.append(Row(id: -1)) }
                expect(appended).to(beGreaterThan(bytes { $0.rows[9_999].text = "a" } + 300))
            }

            it("all that was, where nothing is shared") {
                expect(bytes { $0.rows = [] }).to(beGreaterThan(table))
                expect(bytes { $0.rows = Table(Array($0.rows)) }).to(beGreaterThan(table))
            }

            it("what is behind the elements that are different") {
                let dispatcher = Dispatcher()
                let sheet = makeSheet(10_000, on: dispatcher)
                let history = StateHistory(of: sheet, on: dispatcher)
                dispatcher.dispatch(Change { $0.rows[7].text = String(repeating: "x", count: 50_000) })
                let small = history.bytes
                dispatcher.dispatch(Change { $0.rows[8].text = "a" })
                expect(history.bytes - small).to(beLessThan(10_000))
                dispatcher.dispatch(Change { $0.rows[7].text = "a" })
                expect(history.bytes - small).to(beGreaterThan(50_000))
            }
        }

        describe("a limit in bytes") {
            func makeUndo(bytes: Int) -> (Dispatcher, Store<Sheet>, UndoHistory) {
                let dispatcher = Dispatcher()
                let sheet = makeSheet(10_000, on: dispatcher)
                let undo = UndoHistory(on: dispatcher, limit: HistoryLimit(bytes: bytes)) { undo in
                    undo.track(sheet)
                    undo.step(Change.self)
                }
                return (dispatcher, sheet, undo)
            }

            it("drops the steps that tables make too large") {
                let (dispatcher, sheet, undo) = makeUndo(bytes: 20_000)
                for id in 0..<60 { dispatcher.dispatch(Change { $0.rows[id: id]?.text = "a" }) }
                expect(undo.bytes).to(beLessThan(20_001))
                expect(undo.bytes).to(beGreaterThan(10_000))
                for _ in 0..<60 { undo.undo() }
                expect(sheet.state.value.rows.count { $0.text == "a" }).to(beGreaterThan(10))
            }

            it("counts what was changed since the last step when the next is made") {
                let (dispatcher, sheet, undo) = makeUndo(bytes: 200_000)
                dispatcher.dispatch(Change { $0.rows[0].text = "a" })
                dispatcher.dispatch(Sync(text: "b"))
                dispatcher.dispatch(Change { $0.rows[0].text = "c" })
                expect(undo.bytes).to(beLessThan(200_000))
                // The first step is dropped, the second one is kept.
                undo.undo()
                expect(sheet.state.value.rows[0].text).to(equal("b"))
                expect(undo.canUndo.value).to(beFalse())
            }
        }

        describe("the elements that are looked at") {
            /// How often elements of a table are looked at for twenty actions.
            func looks(_ count: Int, _ watch: (Dispatcher, Store<Sheet>) -> Void) -> Int {
                let (looks, dispatcher) = (Looks(), Dispatcher(on: TestScheduler()))
                let sheet = makeSheet(count, looks: looks, on: dispatcher)
                watch(dispatcher, sheet)
                looks.count = 0
                for number in 0..<20 {
                    dispatcher.dispatch(Change { $0.rows[number * 31 % $0.rows.count].text = "\(number)" })
                }
                return looks.count
            }

            func expectFew(_ watch: (Dispatcher, Store<Sheet>) -> Void) {
                expect(looks(500, watch)).to(beGreaterThan(0))
                expect(looks(20_000, watch)).to(beLessThan(20 * 80))
            }

            it("do not grow with the table, in a history of states") {
                expectFew { dispatcher, sheet in _ = StateHistory(of: sheet, on: dispatcher) }
            }

            it("do not grow with the table, in an undo history, whatever is restored") {
                expectFew { dispatcher, sheet in
                    _ = UndoHistory(on: dispatcher) { undo in
                        undo.track(sheet)
                        undo.step(Change.self)
                    }
                }
                expectFew { dispatcher, sheet in
                    _ = UndoHistory(on: dispatcher) { undo in
                        undo.track(sheet) { $0.rows = $1.rows }
                        undo.step(Change.self)
                    }
                }
            }

            it("do not grow with the table, in a log of differences") {
                expectFew { dispatcher, _ in dispatcher.install(.actionLogger(showing: .difference) { _ in }) }
            }

            it("do not grow with the table where the present is replaced, nor with the number of times") {
                func looks(_ count: Int, times: Int) -> Int {
                    let (looks, dispatcher) = (Looks(), Dispatcher())
                    let sheet = makeSheet(count, looks: looks, on: dispatcher)
                    let undo = UndoHistory(on: dispatcher) { undo in
                        undo.track(sheet)
                        undo.step(Change.self)
                    }
                    dispatcher.dispatch(Change { $0.rows[0].text = "a" })
                    looks.count = 0
                    withExtendedLifetime(sheet) {
                        for number in 0..<times { dispatcher.dispatch(Sync(text: "\(number)")) }
                    }
                    defer { expect(undo.bytes).to(beGreaterThan(count * MemoryLayout<Row>.stride)) }
                    return looks.count
                }
                expect(looks(500, times: 20)).to(beLessThan(20 * 200))
                expect(looks(5_000, times: 20)).to(beLessThan(20 * 200))
                expect(looks(500, times: 200)).to(beLessThan(200 * 200))
            }
        }
    }
}
