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

            it("are none, in a history of states") {
                expect(looks(500) { dispatcher, sheet in _ = StateHistory(of: sheet, on: dispatcher) }) == 0
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
                    withExtendedLifetime((sheet, undo)) {
                        for number in 0..<times { dispatcher.dispatch(Sync(text: "\(number)")) }
                    }
                    return looks.count
                }
                expect(looks(500, times: 20)).to(beLessThan(20 * 200))
                expect(looks(5_000, times: 20)).to(beLessThan(20 * 200))
                expect(looks(500, times: 200)).to(beLessThan(200 * 200))
            }
        }
    }
}
