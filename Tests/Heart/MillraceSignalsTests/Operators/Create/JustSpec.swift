import MillraceSignals
import MillraceSpecs
import TestSupport

/// `just`, `empty` and `never`.
final class JustSpec: Spec {
    func testSpec() {
        var log: [String] = []
        beforeEach { log = [] }
        func observing(_ signal: Signal<Int>, _ name: String = "") -> Subscription {
            signal.observe(onFinish: { log.append("\(name)|") }) { log.append("\(name)\($0)") }
        }

        describe("just") {
            it("emits the value as it is observed, and finishes, for each first observer") {
                let signal = Signal.just(7)
                for _ in 0..<2 { observing(signal).cancel() }
                expect(log).to(equal(["7", "|", "7", "|"]))
            }

            it("keeps its value no longer than it is kept") {
                expect { scene in
                    let signal = Signal.just(scene.instance())
                    signal.observe { _ in }.cancel()
                }.to(leakNothing())
            }

            it("may be what a switch goes on with") {
                let source = Emitter<Int>()
                let subscription = observing(source.flatMapLatest { $0 > 0 ? .just($0) : .empty })
                for number in [1, 0, 2] { source.send(number) }
                source.finish()
                expect(log).to(equal(["1", "2", "|"]))
                subscription.cancel()
            }
        }

        describe("empty") {
            it("finishes as it is observed, for each first observer") {
                let signal = Signal<Int>.empty
                for _ in 0..<2 { observing(signal).cancel() }
                expect(log).to(equal(["|", "|"]))
            }
        }

        describe("never") {
            it("emits nothing, and does not finish") {
                let subscription = observing(merge(.never, .just(1)))
                expect(log).to(equal(["1"]))
                subscription.cancel()
            }
        }
    }
}
