import Foundation
import Millrace
import MillraceSpecs

/// What somebody outside can write around the heart. The target is no part of the package for the compiler, which refuses
/// what is `package` here.
final class OutsideSpec: Spec {
    func testSpec() {
        describe("a journal") {
            it("writes the members that a turn has changed, and has their states in the next run") {
                let file = ToyFile()
                do {
                    let app = ToyApp(keptIn: file)
                    app.dispatcher.dispatch(Open(room: "tea"))
                    app.dispatcher.dispatch(Open(room: "milk"))
                    app.rooms.dispatch(Say(text: "hello"), to: "tea")
                }
                expect(file.writes) == ["hall", "tea", "hall", "milk", "tea"]
                let app = ToyApp(keptIn: file)
                expect(app.hall.state.value) == ["tea", "milk"]
                expect(app.rooms["tea"]?.state.value) == ["hello"]
                expect(app.rooms["milk"]?.state.value) == []
            }

            it("forgets a member with its element") {
                let file = ToyFile()
                let app = ToyApp(keptIn: file)
                app.dispatcher.dispatch(Open(room: "tea"))
                app.dispatcher.dispatch(Close(room: "tea"))
                expect(Set(file.records.keys)) == ["hall"]
            }
        }

        describe("a renderer") {
            it("does to its lines what a turn has changed of the rows") {
                let names = Variable(["b", "c"])
                let screen = ToyScreen()
                let shown =
                    names
                    .map { names in ListModel(rows: names.map { ListRow($0, $0.uppercased()) }) }
                    .bind(to: screen)
                names.value = ["a", "b"]
                expect(screen.lines) == ["A", "B"]
                expect(screen.written) == ["B", "C", "A"]
                shown.cancel()
            }
        }
    }
}

// MARK: - A journal

/// Where the journal writes: the last record of each name.
private final class ToyFile {
    private(set) var records: [String: Data] = [:]
    private(set) var writes: [String] = []

    func write(_ value: some Encodable, as name: String) {
        records[name] = try? JSONEncoder().encode(value)
        writes.append(name)
    }

    func remove(_ name: String) { records[name] = nil }

    func read<Value: Decodable>(_ name: String, or initial: Value) -> Value {
        records[name].flatMap { try? JSONDecoder().decode(Value.self, from: $0) } ?? initial
    }
}

/// Keeps a store and a family: each has its state where it is made, and is observed from then on.
private final class ToyJournal {
    private var subscriptions: [Subscription] = []
    private let file: ToyFile

    init(_ file: ToyFile) { self.file = file }

    func keep<State: Codable>(_ store: Store<State>, as name: String) {
        subscriptions.append(store.state.changes.observe { [file] in file.write($0, as: name) })
    }

    func keep<State: Codable>(_ family: StoreFamily<String, State>) {
        weak let members = family
        let writing = family.changes.observe { [file] changes in
            for key in changes.disappeared { file.remove(key) }
            for key in changes.appeared + changes.changed {
                if let member = members?[key] { file.write(member.state.value, as: key) }
            }
        }
        subscriptions.append(writing)
    }
}

private struct Open: Action { let room: String }
private struct Close: Action { let room: String }
private struct Say: Action { let text: String }

private final class ToyApp {
    let dispatcher = Dispatcher()
    let hall: Store<[String]>
    let rooms: StoreFamily<String, [String]>
    private let journal: ToyJournal

    init(keptIn file: ToyFile) {
        hall = Store(file.read("hall", or: []), on: dispatcher, name: "hall") { store in
            store.on(Open.self) { $0.append($1.room) }
            store.on(Close.self) { rooms, action in rooms.removeAll { $0 == action.room } }
        }
        rooms = StoreFamily(of: hall, { $0 }, name: "rooms") { [dispatcher] key in
            Store(file.read(key, or: []), on: dispatcher) { store in
                store.on(Say.self) { $0.append($1.text) }
            }
        }
        journal = ToyJournal(file)
        journal.keep(hall, as: "hall")
        journal.keep(rooms)
    }
}

// MARK: - A renderer

/// Shows a table as lines, of which it writes those that have come or changed.
private final class ToyScreen: ListRenderer {
    private(set) var lines: [String] = []
    private(set) var written: [String] = []

    func render(_ model: ListModel<ListRow>, changes: SectionChanges) {
        lines = model.sections.flatMap { $0.rows.map(\.title) }
        guard changes.sections.isEmpty else {
            written += lines
            return
        }
        for path in changes.insertions { written.append(model[path].title) }
        for pair in changes.modifications { written.append(model[pair.new].title) }
    }
}
