import Foundation
import MillraceData
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Rows of the main actor that are made elsewhere, in real time.
final class MadeRowsMainActorSpec: Spec {
    @MainActor func testSpec() async {
        describe("rows of the main actor that are made elsewhere") {
            it("are made off it and delivered on it, while the elements change") {
                let table = Variable(Table((0..<500).map { Item($0) }))
                let view = table.live().flatMap(on: .main, priority: .utility) { item in
                    [Item(item.id.number, item.text + placeOfThread()), Item(-1 - item.id.number)]
                }
                var shown: [Item] = []
                var problem: String?
                let observation = view.observeChanges { change in
                    MainActor.assertIsolated()
                    var rows = shown
                    change.changes?.apply(to: &rows) { change.rows[$0] }
                    shown = Array(change.rows)
                    if change.changes != nil, rows != shown { problem = "\(change) does not fit" }
                }
                for number in 0..<40 {
                    table.update {
                        $0[id: Item.ID(number * 7)]?.text = "new "
                        $0.remove(id: Item.ID(number * 11 + 3))
                        $0.append(Item(3_000 + number))
                    }
                    await Task.yield()
                }
                func expected() -> [Item] {
                    table.value.flatMap { [Item($0.id.number, $0.text + "elsewhere"), Item(-1 - $0.id.number)] }
                }
                try await view.observable.wait { $0.count == expected().count && Array($0) == expected() }
                expect(problem).to(beNil())
                expect(shown.count).to(equal(2 * table.value.count))
                observation.cancel()
            }
        }
    }
}

private func placeOfThread() -> String { Thread.isMainThread ? "on the main thread" : "elsewhere" }
