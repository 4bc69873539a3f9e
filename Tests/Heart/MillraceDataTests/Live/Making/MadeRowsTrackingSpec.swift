import MillraceData
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Whether all rows that are made elsewhere are there.
final class MadeRowsTrackingSpec: Spec {
    func testSpec() {
        describe("an activity that tracks rows made elsewhere") {
            let (scheduler, making, table) = (TestScheduler(), Activity(), Variable(Table<Item>()))
            var observation: LiveObservation?
            var (shown, heard): ([String], [Bool]) = ([], [])

            beforeEach {
                table.value = Table((0..<30).map { Item($0) })
                (shown, heard) = ([], [])
                keep(making.isInFlight.changes.observe { heard.append($0) })
                observation = table.live().map(on: scheduler, tracking: making) { item in
                    try? await scheduler.sleep(for: .milliseconds(1))
                    return MadeLine(item, 0)
                }.observeChanges { shown = $0.rows.map(\.text) }
            }

            afterEach {
                observation?.cancel()
                scheduler.run()
            }

            it("is in flight until all of them are shown") {
                expect(making.isInFlight.value).to(beTrue())
                while making.isInFlight.value { scheduler.advance(by: .milliseconds(1)) }
                expect(shown) == (0..<30).map(String.init)
                expect(heard) == [true, false]
            }

            it("is in flight from the turn of a change, and once for many") {
                scheduler.run()
                table.update { $0[id: Item.ID(3)]?.text = "new" }
                expect(making.isInFlight.value).to(beTrue())
                table.update { $0[id: Item.ID(4)]?.text = "new" }
                scheduler.run()
                expect(shown[3...4]) == ["3new", "4new"]
                table.update { $0.move(Item.ID(3), to: 0) }
                expect(heard) == [true, false, true, false]
            }

            it("is not in flight when what was to be made is gone") {
                table.value = Table()
                expect(making.isInFlight.value).to(beFalse())
            }

            it("is not in flight when nobody observes the rows any more") {
                observation?.cancel()
                observation = nil
                scheduler.run()
                expect(making.isInFlight.value).to(beFalse())
                expect(shown).to(beEmpty())
            }
        }
    }
}
