import MillraceSignals
import MillraceSpecs

/// What each operator of signals makes of values; what all of them have in common is specified with the laws.
final class SignalOperatorsSpec: Spec {
    /// What an observer sees of a signal that derives from one that gives some values and then finishes.
    private func seen<Input, Output>(
        _ values: [Input],
        _ derive: (Signal<Input>) -> Signal<Output>
    ) -> [Output] {
        let emitter = Emitter<Input>()
        var seen: [Output] = []
        let subscription = derive(emitter).observe { seen.append($0) }
        values.forEach(emitter.send)
        emitter.finish()
        subscription.cancel()
        return seen
    }

    func testSpec() {
        describe("map") {
            it("gives what its closure makes of each value") {
                expect(self.seen([1, 2, 2]) { $0.map { "\($0)!" } }).to(equal(["1!", "2!", "2!"]))
            }
        }

        describe("filter") {
            it("gives the values that satisfy the condition") {
                expect(self.seen([1, 2, 3, 4]) { $0.filter { $0 % 2 == 0 } }).to(equal([2, 4]))
            }
        }

        describe("compactMap") {
            it("gives what its closure makes of each value, where that is not nil") {
                expect(self.seen(["1", "one", "2"]) { $0.compactMap { Int($0) } }).to(equal([1, 2]))
            }

            it("removes one layer of optionals only") {
                expect(self.seen([1, 2]) { $0.compactMap { $0 == 1 ? Int??.some(nil) : .some($0) } })
                    .to(equal([nil, 2] as [Int?]))
            }
        }

        describe("ignoreNil") {
            it("gives the values that are not nil, unwrapped") {
                expect(self.seen([1, nil, 2]) { (signal: Signal<Int?>) in signal.ignoreNil() }).to(equal([1, 2]))
            }
        }

        describe("scan") {
            it("gives each running result, and not the initial one") {
                expect(self.seen([3, 4, 5]) { $0.scan(0, +) }).to(equal([3, 7, 12]))
                expect(self.seen([]) { (signal: Signal<Int>) in signal.scan(0, +) }).to(beEmpty())
            }

            it("folds in the order of the values, also those that come in the midst of a delivery") {
                let emitter = Emitter<String>()
                var seen: [String] = []
                let subscription = emitter.scan("", +).observe { text in
                    seen.append(text)
                    if text == "a" { ["b", "c"].forEach(emitter.send) }
                }
                emitter.send("a")
                subscription.cancel()
                expect(seen).to(equal(["a", "ab", "abc"]))
            }
        }

        describe("removeDuplicates") {
            it("gives the first value, and each that differs from the one before") {
                expect(self.seen([1, 1, 2, 1, 1]) { $0.removeDuplicates() }).to(equal([1, 2, 1]))
            }

            it("by a closure compares with the last value that was given") {
                expect(self.seen([1, 2, 3, 4, 5]) { $0.removeDuplicates { abs($0 - $1) < 2 } }).to(equal([1, 3, 5]))
            }

            it("tells nil from no value") {
                expect(self.seen([nil, nil, 1]) { (signal: Signal<Int?>) in signal.removeDuplicates() })
                    .to(equal([nil, 1]))
            }
        }

        describe("an emitter of nothing") {
            it("sends without an argument") {
                let taps = Emitter<Void>()
                var count = 0
                let subscription = taps.observe { count += 1 }
                taps.send()
                taps.send()
                subscription.cancel()
                expect(count).to(equal(2))
            }
        }
    }
}
