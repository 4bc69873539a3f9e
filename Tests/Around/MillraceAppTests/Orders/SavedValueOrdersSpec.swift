import Foundation
import MillraceApp
import MillraceFlux
import MillraceHistory
import MillraceSignals
import MillraceSimulation
import MillraceSpecs
import MillraceStorage
import TestSupport

/// A saved value in every order: it is set, saved, and saved at the end, and the program ends, or the power fails, at any
/// write.
final class SavedValueOrdersSpec: Spec {
    private static let file = "/settings/size"

    func testSpec() {
        it("in every order, the next run begins with a value that was set, and none older than one that was saved") {
            let result = try explorePrograms(faults: 0, ends: 1) { world in
                let disk = SimulatedDisk(seed: 1)
                var value: SavedValue<Int>!
                // The largest value that was set, and that was said to be saved.
                var (set, saved) = (0, 0)
                try world.program("app") {
                    let place = SavedPlace.file(
                        URL(fileURLWithPath: Self.file),
                        fileSystem: disk.start(in: world, mayLose: [.everything, .anything])
                    )
                    value = try SavedValue(0, in: place, on: world.scheduler)
                    world.may("set", times: 3) {
                        set += 1
                        value.set(set)
                    }
                    world.may("save now") {
                        let shown = value.state.value
                        do {
                            try value.saveNow()
                            saved = shown
                        } catch {}
                    }
                    return Inspection(of: Store(0, on: Dispatcher(on: world.scheduler), name: "app"))
                }
                world.compare("value") { [value.state.value, set, saved, value.failure.value == nil ? 0 : 1] }
                world.compare("file") { disk.files[Self.file] ?? [] }
                world.always("the value is one that was set, and not older than a saved one") {
                    (saved...set).contains(value.state.value)
                }
                world.atRest("what is shown is in the file") {
                    disk.files[Self.file].map { String(decoding: $0, as: UTF8.self) } ?? "0"
                } equals: {
                    "\(value.state.value)"
                }
            }
            expect(result.isComplete).to(beTrue())
        }
    }
}
