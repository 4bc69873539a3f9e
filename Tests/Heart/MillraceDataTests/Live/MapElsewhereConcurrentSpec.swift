import MillraceData
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Rows that are made on other threads, for actors. Run under the thread sanitizer, too.
final class MapElsewhereConcurrentSpec: Spec {
    /// An actor with a table, which shows the rows that are made of it.
    private actor List {
        private let table = Variable(Table<Item>())
        private var observation: LiveObservation?
        private(set) var isInOrder = true
        private var shown: [Item] = []
        private var awaited: CheckedContinuation<Void, Never>?

        func open() {
            let view = table.live().map(on: ActorScheduler(self), priority: .utility) { item in
                Item(item.id.number, "\(item.id.number)\(item.text)")
            }
            observation = view.observeChanges { [weak self] change in
                self?.assumeIsolated { $0.receive(change) }
            }
        }

        private func receive(_ change: LiveChange<Item>) {
            if case .update(_, let changes) = change {
                let rows = change.rows
                changes.apply(to: &shown) { rows[$0] }
            }
            if shown != Array(change.rows) { isInOrder = false }
            if isComplete { exchange(&awaited, with: nil)?.resume() }
        }

        private var isComplete: Bool { shown.map(\.text) == table.value.map { "\($0.id.number)\($0.text)" } }

        func change(_ body: (inout Table<Item>) -> Void) { table.update(body) }

        func close() { observation = nil }

        /// Waits until all rows are there and up to date. Nothing may change meanwhile.
        func wait() async {
            if isComplete { return }
            await withCheckedContinuation { awaited = $0 }
        }

        var count: Int { shown.count }
    }

    func testSpec() {
        describe("rows that are made on other threads") {
            it("come to the actor that the table belongs to, whatever changes meanwhile") {
                let list = List()
                await list.open()
                await list.change { $0.append(contentsOf: (0..<700).map { Item($0) }) }
                for number in 0..<100 {
                    await list.change { table in
                        table[id: Item.ID(number * 7)]?.text = "changed"
                        table[id: Item.ID(number * 11)] = nil
                        if !table.isEmpty { table.move(table[number % table.count].id, to: 0) }
                        table.append(Item(10_000 + number))
                    }
                    if number % 20 == 0 { await Task.yield() }
                }
                await list.wait()
                await expect { await list.isInOrder }.to(beTrue())
                await expect { await list.count }.to(beGreaterThan(700))
            }

            it("end with an actor that is released on another thread in the midst of the making") {
                for number in 0..<20 {
                    let list = List()
                    await list.open()
                    await list.change { $0.append(contentsOf: (0..<2_000).map { Item($0) }) }
                    if number % 2 == 0 { await list.close() }
                    let released = Task.detached { withExtendedLifetime(list) {} }
                    await released.value
                }
            }

            it("come to the main actor") {
                try await Self.onMain()
            }
        }
    }

    @MainActor
    private static func onMain() async throws {
        let table = Variable(Table((0..<100).map { Item($0) }))
        let view = table.live().map(on: .main) { Item($0.id.number, "made") }
        let counts = view.count
        _ = try await counts.wait { $0 == 100 }
        expect(view.value.allSatisfy { $0.text == "made" }).to(beTrue())
    }
}
