import Foundation
import Millrace
import MillraceOffline
import MillraceSpecs
import MillraceTesting
import TestSupport

/// What an older version of the program has written.
final class JournalVersionsSpec: Spec {
    private struct Old: Identifiable, Equatable, Codable {
        var id: Int
        var name: String
    }

    private struct State<Row: Identifiable & Equatable & Sendable>: Equatable {
        var rows: Table<Row> = []
        var note = ""
    }

    private struct Set<Row: Identifiable & Equatable & Sendable>: Action { let state: State<Row> }

    func testSpec() {
        var device = Device()

        beforeEach { device = Device() }
        afterEach { device.erase() }

        func run<Row: Identifiable & Equatable & Sendable>(
            _: Row.Type,
            _ keep: (Journal, Store<State<Row>>) -> Void,
            then body: (Store<State<Row>>, Journal) -> Void = { _, _ in }
        ) {
            let dispatcher = Dispatcher(on: TestScheduler())
            let journal = device.open(on: dispatcher)
            let store = Store(State<Row>(), on: dispatcher, name: "list") { store in
                store.on(Set<Row>.self) { $0 = $1.state }
            }
            keep(journal, store)
            body(store, journal)
        }

        func makeSnapshot(_ body: (Journal, Dispatcher) -> Void = { _, _ in }) async {
            let dispatcher = Dispatcher(on: TestScheduler())
            let journal = device.open(on: dispatcher)
            body(journal, dispatcher)
            try? await journal.makeSnapshot()
            withExtendedLifetime(dispatcher) {}
        }

        func writeOld() {
            run(Old.self) { journal, store in
                try? journal.keep(store) {
                    $0.table(\.rows, as: "rows")
                    $0.value(\.note, as: "note")
                }
            } then: { store, _ in
                let rows: Table<Old> = [Old(id: 1, name: "milk"), Old(id: 2, name: "tea")]
                store.dispatcher.dispatch(Set(state: State(rows: rows, note: "twice")))
            }
        }

        func keepNew(_ journal: Journal, _ store: Store<State<Item>>) throws {
            try journal.keep(store) {
                $0.table(\.rows, as: "rows", version: 2) { old in
                    let row = try old.decode(Old.self)
                    return Item(id: row.id, text: "\(row.name) of version \(old.version)")
                }
            }
        }

        it("is carried to the present version, row by row, and stays there beside new rows") {
            writeOld()
            run(Item.self, { try? keepNew($0, $1) }) { store, _ in
                expect(store.state.value.rows.map(\.text)).to(equal(["milk of version 1", "tea of version 1"]))
                var state = store.state.value
                state.rows[id: 2]?.text = "coffee"
                store.dispatcher.dispatch(Set(state: state))
            }
            run(Item.self, { try? keepNew($0, $1) }) { store, _ in
                expect(store.state.value.rows.map(\.text)).to(equal(["milk of version 1", "coffee"]))
            }
        }

        it("is an error where nobody carries it, and stays as it was") {
            writeOld()
            run(Item.self) { journal, store in
                expect { try journal.keep(store) { $0.table(\.rows, as: "rows", version: 2) } }.to(
                    throwError { (error: JournalError) in
                        expect(error.description).to(
                            equal(
                                """
                                Journal.keep: rows of list cannot be read: it has version 1, and the program reads \
                                version 2. To fix: pass `carry`, which makes one of the other.
                                """
                            )
                        )
                    }
                )
                expect(store.state.value.rows).to(beEmpty())
                store.dispatcher.dispatch(Set(state: State(rows: [Item(id: 9, text: "lost")])))
            }
            run(Item.self, { try? keepNew($0, $1) }) { store, _ in
                expect(store.state.value.rows.count).to(equal(2))
            }
        }

        it("is carried along while nobody keeps it, also by snapshots") {
            writeOld()
            await makeSnapshot()
            await makeSnapshot { journal, dispatcher in
                // Some parts of the store are kept, and others are not.
                let store = Store(State<Old>(), on: dispatcher, name: "list")
                try? journal.keep(store) { $0.value(\.note, as: "note") }
                expect(store.state.value.note).to(equal("twice"))
            }
            run(Old.self) { journal, store in
                try? journal.keep(store) { $0.table(\.rows, as: "rows") }
            } then: { store, _ in
                expect(store.state.value.rows.map(\.name)).to(equal(["milk", "tea"]))
            }
        }
    }
}
