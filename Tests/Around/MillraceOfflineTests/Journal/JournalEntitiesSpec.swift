import Foundation
import Millrace
import MillraceEntities
import MillraceOffline
import MillraceSpecs
import MillraceTesting
import TestSupport

/// What the server has told of entities is there again, field by field.
final class JournalEntitiesSpec: Spec {
    private static var schema: EntitySchema { EntitySchema(EntityType("note")) }

    private struct Tell: Action { let json: String }
    private struct Forget: Action { let id: String }
    private struct Gone: Action { let id: String }
    private struct Rename: Action { let id: String, text: String }
    private struct Confirm: Action {}

    private struct Notes: Equatable {
        var entities = EntityTable(schema: schema)
        var changes: [EntityChange] = []
    }

    private struct Note: Codable, Equatable { var id: String, text: String? }

    private final class App {
        let dispatcher = Dispatcher(on: TestScheduler())
        let journal: Journal
        let notes: Store<Notes>

        init(on device: Device, smallSize: Int = 256 * 1_024) {
            journal = device.open(on: dispatcher, smallSize: smallSize)
            notes = Store(Notes(), on: dispatcher, name: "notes") { store in
                store.on(Tell.self) { notes, action in
                    _ = try? notes.entities.merge(Data(action.json.utf8), as: .many("note"))
                }
                store.on(Gone.self) { $0.entities.delete(EntityID("note", $1.id)) }
                store.on(Forget.self) { notes, _ in notes.entities.evict(downTo: 1, keeping: []) }
                store.on(Rename.self) { notes, action in
                    let id = EntityID("note", action.id)
                    let change = try? notes.entities.edit(Note.self, id) { $0.text = action.text }
                    if let change { notes.changes.append(change) }
                }
                store.on(Confirm.self) { notes, _ in
                    if let last = notes.changes.popLast() { notes.entities.confirm(last) }
                }
            }
            try? journal.keep(notes) { $0.entities(\.entities, as: "entities") }
        }
    }

    func testSpec() {
        var device = Device()

        beforeEach { device = Device() }
        afterEach { device.erase() }

        it("is what was told, and what was confirmed, and no change that waits") {
            var app: App? = App(on: device)
            app?.dispatcher.dispatch(
                Tell(json: #"[{"id": "a", "text": "milk", "stars": 3}, {"id": "b", "text": "tea"}]"#)
            )
            app?.dispatcher.dispatch(Tell(json: #"[{"id": "a", "stars": 4}]"#))
            app?.dispatcher.dispatch(Gone(id: "b"))
            app?.dispatcher.dispatch(Rename(id: "a", text: "waits"))
            app?.dispatcher.dispatch(Rename(id: "a", text: "confirmed"))
            app?.dispatcher.dispatch(Confirm())
            app = nil
            app = App(on: device)
            var expected = EntityTable(schema: Self.schema)
            _ = try? expected.merge(
                Data(#"[{"id": "a", "text": "confirmed", "stars": 4}, {"id": "b"}]"#.utf8),
                as: .many("note")
            )
            expected.delete(EntityID("note", "b"))
            expect(app?.notes.state.value.entities).to(equal(expected))
        }

        it("writes the fields that were told, and not the whole record") {
            let app = App(on: device)
            let text = String(repeating: "x", count: 1_000)
            app.dispatcher.dispatch(Tell(json: #"[{"id": "a", "text": "\#(text)", "stars": 3}]"#))
            let size = device.tails.reduce(0) { $0 + ((try? Data(contentsOf: $1).count) ?? 0) }
            app.dispatcher.dispatch(Tell(json: #"[{"id": "a", "stars": 4}]"#))
            let grown = device.tails.reduce(0) { $0 + ((try? Data(contentsOf: $1).count) ?? 0) } - size
            expect(grown).to(beLessThan(300))
        }

        it("is the same after any answers, deletions, evictions and restarts") {
            runPrograms(40) { random in
                let device = Device()
                defer { device.erase() }
                var expected = EntityTable(schema: Self.schema)
                for _ in 0..<Int.random(in: 2...4, using: &random) {
                    let app = App(on: device, smallSize: 2_000)
                    if app.notes.state.value.entities != expected {
                        return
                            "is \(Array(reflecting: app.notes.state.value.entities)), was \(Array(reflecting: expected))"
                    }
                    for _ in 0..<Int.random(in: 0...12, using: &random) { Self.step(app, &random) }
                    expected = EntityTable(schema: Self.schema, restoring: app.notes.state.value.entities)
                }
                return nil
            }
        }
    }

    private static func step(_ app: App, _ random: inout SeededGenerator) {
        let id = String("abcde".randomElement(using: &random)!)
        let number = Int.random(in: 0..<5, using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0...3: app.dispatcher.dispatch(Tell(json: #"[{"id": "\#(id)", "text": "\#(number)"}]"#))
        case 4, 5:
            app.dispatcher.dispatch(Tell(json: #"[{"id": "\#(id)", "stars": \#(number), "by": {"name": null}}]"#))
        case 6: app.dispatcher.dispatch(Gone(id: id))
        case 7: app.dispatcher.dispatch(Forget(id: id))
        case 8: app.dispatcher.dispatch(Rename(id: id, text: "renamed \(number)"))
        default: app.dispatcher.dispatch(Confirm())
        }
    }
}

extension Array where Element == String {
    fileprivate init(reflecting table: EntityTable) {
        self = Mirror(reflecting: table).children.map { "\($0.label ?? ""): \($0.value)" }
    }
}
