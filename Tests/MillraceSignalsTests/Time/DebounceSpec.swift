import MillraceSignals
import MillraceSpecs

final class DebounceSpec: Spec {
    func testSpec() {
        describe("debounce") {
            var scheduler = TestScheduler()
            beforeEach { scheduler = TestScheduler() }

            func debounced(_ marbles: String, columns: Int = 2) -> Signal<String> {
                scheduler.signal(marbles).debounce(for: scheduler.column * columns, on: scheduler)
            }

            it("emits a value when it has been quiet for long enough") {
                expect(debounced("ab--c----"), on: scheduler).to(emit("---b--c--"))
            }
        }
    }
}
