import MillraceSignals
import MillraceSpecs

final class BatchedSpec: Spec {
    func testSpec() {
        describe("batched") {
            it("makes one turn of what a value leads to") {
                let source = Emitter<Int>()
                func log(of values: Signal<Int>) -> Recording<String> {
                    Recording(of: combine(values.hold(0), values.map { -$0 }.hold(0)).map { "\($0) \($1)" })
                }
                let (apart, together) = (log(of: source), log(of: source.batched()))
                source.send(1)
                expect(apart.values) == ["0 0", "1 0", "1 -1"]
                expect(together.values) == ["0 0", "1 -1"]
            }

            it("passes on every value and the end") {
                let scheduler = TestScheduler()
                expect(scheduler.signal("a-(bc)-d|").batched(), on: scheduler).to(emit("a-(bc)-d|"))
            }
        }
    }
}
