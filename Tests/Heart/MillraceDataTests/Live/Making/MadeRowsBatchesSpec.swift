import MillraceData
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Large batches of changes: what has changed is made again and nothing else, whatever the source is.
final class MadeRowsBatchesSpec: Spec {
    func testSpec() {
        describe("rows that are made elsewhere, after a change of many elements at once,") {
            it("are not what a task was still making of the former ones") {
                let scene = BatchScene(40) { $0 }
                scene.scheduler.advance()
                scene.table.update { for number in 0..<40 { $0[id: Item.ID(number)]?.text = "new" } }
                scene.scheduler.run()
                expect(scene.everShown) == Set((0..<40).map { "\($0)new" })
            }

            it("are made once, also of what waits already") {
                let scene = BatchScene(1_000) { $0 }
                scene.scheduler.advance()
                scene.table.update { table in
                    for number in stride(from: 1, to: 1_000, by: 2) { table[id: Item.ID(number)]?.text = "new" }
                    for number in stride(from: 0, to: 1_000, by: 10) { table.remove(id: Item.ID(number)) }
                    for number in 1_000..<1_200 { table.insert(Item(number), at: number % 7) }
                }
                scene.scheduler.run()
                expect(scene.shown) == scene.table.value.map { "\($0.id)\($0.text)" }
                // Each of four tasks had some in hand.
                expect(scene.made.numbers.count <= 1_100 + 32).to(beTrue())
            }

            for (name, derive) in sources {
                it("are made for what has changed alone, of a source that is \(name)") {
                    let scene = BatchScene(600, derive)
                    scene.scheduler.run()
                    let before = scene.made.numbers.count
                    // More than those for which a source is built again.
                    scene.table.update { for number in 100..<300 { $0[id: Item.ID(number)]?.text = "new" } }
                    scene.scheduler.run()
                    expect(Set(scene.made.numbers.dropFirst(before))) == Set(100..<300)
                    expect(scene.made.numbers.count) == before + 200
                    expect(scene.shown) == derive(scene.table.live()).value.map { "\($0.id)\($0.text)" }
                }
            }
        }
    }

    private var sources: [(String, (LiveView<Item>) -> LiveView<Item>)] {
        [
            ("sorted", { $0.sorted { ($0.text, -$0.id.number) < ($1.text, -$1.id.number) } }),
            ("filtered", { $0.filter { $0.id.number != 7 } }),
            ("mapped and filtered", { $0.map { $0 }.filter { !$0.text.isEmpty || $0.id.number < 400 } }),
        ]
    }
}

/// A table whose rows take a millisecond each to be made.
private final class BatchScene {
    let scheduler = TestScheduler()
    let made = Numbers()
    let table: Variable<Table<Item>>
    private(set) var shown: [String] = []
    private(set) var everShown: Set<String> = []

    init(_ count: Int, _ derive: (LiveView<Item>) -> LiveView<Item>) {
        table = Variable(Table((0..<count).map { Item($0) }))
        let (scheduler, made) = (scheduler, made)
        let view = derive(table.live()).map(on: scheduler) { item in
            made.append(item.id.number)
            try? await scheduler.sleep(for: .milliseconds(1))
            return MadeLine(item, 0)
        }
        keep(
            view.observeChanges { [unowned self] change in
                shown = change.rows.map(\.text)
                everShown.formUnion(shown)
            }
        )
    }
}
