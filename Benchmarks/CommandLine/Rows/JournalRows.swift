import Foundation
import Millrace
import MillraceOffline
import MillraceStorage

/// Journals, beside files that are written by hand.
enum JournalRows {
    static var all: [Benchmark] { [written, durable, inGroups, manyStores, again] }

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
        Benchmark("a start with kept items:", sizes: [100, 10_000]) { size in
            let kept = try? Kept(size, syncing: .never)
            let (url, copy, file) = (kept?.folder.url, Folder(), Folder())
            let whole = file.url.appending(path: "items.json")
            try? JSONEncoder().encode((0..<size).map(Item.init)).write(to: whole)
            let sum = Sum()
            return Scene(
                raw: { times in
                    for _ in 0..<times {
                        let data = (try? Data(contentsOf: whole)) ?? Data()
                        sum.add((try? JSONDecoder().decode([Item].self, from: data))?.count ?? 0)
                    }
                },
                ours: { times in
                    for number in 0..<times {
                        guard let url else { return }
                        // The folder of the first is in use.
                        let here = copy.url.appending(path: "\(number)")
                        try? FileManager.default.copyItem(at: url, to: here)
                        let dispatcher = Dispatcher(on: .main)
                        guard let journal = try? Journal(here, on: dispatcher, syncing: .never) else { return }
                        let list = Store(List(), on: dispatcher, name: "list")
                        try? journal.keep(list) { $0.table(\.items, as: "items") }
                        sum.add(list.state.value.items.count)
                        try? FileManager.default.removeItem(at: here)
                    }
                },
                kept: [kept as Any, copy, file]
            )
        }
    }
}
