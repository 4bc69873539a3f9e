import Foundation
import Millrace
import MillraceEntities
import MillraceOffline
import MillraceStorage

/// Journals, beside files that are written by hand.
enum JournalRows {
    static var all: [Benchmark] { [written, durable, inGroups, fields, manyStores, again, later] }

    private struct Item: Identifiable, Equatable, Codable, Sendable {
        let id: Int
        var text: String
        var isDone = false

        init(_ id: Int) { (self.id, text) = (id, "what is to be done under number \(id)") }
    }

    private struct Finish: Action { let id: Int }
    private struct List: Equatable { var items: MillraceData.Table<Item> = [] }

    /// A store of so many items, kept in a folder of its own.
    private final class Kept {
        let folder = Folder()
        let dispatcher: Dispatcher
        let journal: Journal
        let list: Store<List>
        private var next = 0

        init(_ count: Int, syncing: AppendLog.Syncing) throws {
            dispatcher = Dispatcher(on: .main)
            journal = try Journal(folder.url, on: dispatcher, syncing: syncing)
            let items = MillraceData.Table((0..<count).map(Item.init))
            list = Store(List(items: items), on: dispatcher, name: "list") { store in
                store.on(Finish.self) { $0.items[id: $1.id]?.isDone.toggle() }
            }
            try journal.keep(list) { $0.table(\.items, as: "items") }
        }

        func finish(_ times: Int) {
            for _ in 0..<times {
                next = (next + 7_919) % list.state.value.items.count
                dispatcher.dispatch(Finish(id: next))
            }
        }
    }

    /// A file to which rows are appended by hand.
    private final class ByHand {
        private let folder = Folder()
        private let handle: Int32
        private let encoder = JSONEncoder()
        private var item = Item(1)

        init() { handle = open(folder.url.appending(path: "file").path, O_RDWR | O_CREAT | O_APPEND, 0o600) }

        deinit { close(handle) }

        func append(_ times: Int, syncing: Bool) {
            for _ in 0..<times {
                item.isDone.toggle()
                guard let data = try? encoder.encode(item) else { continue }
                data.withUnsafeBytes { _ = write(handle, $0.baseAddress, $0.count) }
                if syncing { fsync(handle) }
            }
        }
    }

    /// A folder that is removed with this.
    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appending(path: "benchmark-\(UUID().uuidString)")

        init() { try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

        deinit { try? FileManager.default.removeItem(at: url) }
    }

    private static func row(
        _ name: String,
        syncing: AppendLog.Syncing,
        byHandSyncing: Bool,
        aims: [Aim] = []
    ) -> Benchmark {
        Benchmark(name, aims: aims) { _ in
            let (byHand, kept) = (ByHand(), try? Kept(10_000, syncing: syncing))
            return Scene(
                raw: { byHand.append($0, syncing: byHandSyncing) },
                ours: { kept?.finish($0) },
                kept: [byHand, kept as Any]
            )
        }
    }

    /// A turn that changes one of 10,000 rows, written; beside a row that is encoded and appended.
    private static var written: Benchmark { row("a turn journaled", syncing: .never, byHandSyncing: false) }

    /// The same, and the medium is waited for.
    private static var durable: Benchmark {
        row("a turn journaled and durable", syncing: .eachRecord, byHandSyncing: true)
    }

    /// The same, synchronised for all turns of 20 ms together, on another thread; beside one that is only written.
    private static var inGroups: Benchmark {
        row("a turn journaled, durable in groups", syncing: .within(.milliseconds(20)), byHandSyncing: false)
    }

    private struct Told: Action { let answer: [UInt8] }

    /// A turn that merges an answer with one field of one of 1,000 entities, written as what has changed; beside the whole
    /// entity that is encoded and appended.
    private static var fields: Benchmark {
        Benchmark("an answer of one entity merged and journaled") { _ in
            let (byHand, folder, dispatcher) = (ByHand(), Folder(), Dispatcher(on: .main))
            let store = Store(EntityTable(schema: EntitySchema(EntityType("item"))), on: dispatcher, name: "items") {
                $0.on(Told.self) { _ = try? $0.merge($1.answer, as: .many("item")) }
            }
            let journal = try? Journal(folder.url, on: dispatcher, syncing: .never)
            try? journal?.keep(store) { $0.entities(\.self, as: "items") }
            let whole = try? JSONEncoder().encode((0..<1_000).map(Item.init))
            dispatcher.dispatch(Told(answer: Array(whole ?? Data())))
            let answers = (0..<2_000).map { number in
                Told(answer: Array("[{\"id\": \(number % 999), \"isDone\": \(number < 1_000)}]".utf8))
            }
            var next = 0
            return Scene(
                raw: { byHand.append($0, syncing: false) },
                ours: { times in
                    for _ in 0..<times {
                        next = (next + 1) % answers.count
                        dispatcher.dispatch(answers[next])
                    }
                },
                kept: [byHand, folder, journal as Any, store]
            )
        }
    }

    /// A turn that changes one of so many kept stores.
    private static var manyStores: Benchmark {
        Benchmark("a turn journaled, one of kept stores:", sizes: [1, 1_000]) { size in
            let (byHand, folder, dispatcher) = (ByHand(), Folder(), Dispatcher(on: .main))
            let journal = try? Journal(folder.url, on: dispatcher, syncing: .never)
            let stores = (0..<size).map { number in
                let store = Store(0, on: dispatcher, name: "store \(number)") { store in
                    store.on(Finish.self) { $0 += $1.id }
                }
                try? journal?.keep(store) { $0.value(\.self, as: "value") }
                return store
            }
            return Scene(
                raw: { byHand.append($0, syncing: false) },
                ours: { times in
                    for number in 0..<times { dispatcher.dispatch(Finish(id: 1), to: stores[number % stores.count]) }
                },
                kept: [byHand, folder, stores]
            )
        }
    }

    /// A start with so many items: the files are read, and the store has its state again; beside the same items decoded
    /// from one file.
    private static var again: Benchmark {
        Benchmark("a start with kept items:", sizes: [100, 10_000]) { size in start(items: size, turns: 0) }
    }

    /// A start with 10,000 items after so many turns.
    private static var later: Benchmark {
        Benchmark("a start with 10,000 kept items after turns:", sizes: [1_000, 1_000_000]) { turns in
            start(items: 10_000, turns: turns)
        }
    }

    private static func start(items: Int, turns: Int) -> Scene {
        let file = Folder()
        let whole = file.url.appending(path: "items.json")
        try? JSONEncoder().encode((0..<items).map(Item.init)).write(to: whole)
        var kept = try? Kept(items, syncing: .never)
        kept?.finish(turns)
        let folder = kept?.folder
        // It uses the folder as long as it lives, or makes a snapshot.
        kept = nil
        while let folder, (try? AppendLog(folder.url, syncing: .never) { _ in }) == nil { usleep(1_000) }
        let sum = Sum()
        return Scene(
            raw: { times in
                for _ in 0..<times {
                    let data = (try? Data(contentsOf: whole)) ?? Data()
                    sum.add((try? JSONDecoder().decode([Item].self, from: data))?.count ?? 0)
                }
            },
            ours: { times in
                for _ in 0..<times {
                    let dispatcher = Dispatcher(on: .main)
                    guard let folder, let journal = try? Journal(folder.url, on: dispatcher, syncing: .never) else {
                        return
                    }
                    let list = Store(List(), on: dispatcher, name: "list")
                    try? journal.keep(list) { $0.table(\.items, as: "items") }
                    sum.add(list.state.value.items.count)
                }
            },
            kept: [file, folder as Any]
        )
    }
}
