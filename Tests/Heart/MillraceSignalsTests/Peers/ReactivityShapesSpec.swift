import MillraceSignals
import MillraceSpecs

/// The shapes of the kairo set of the JavaScript reactivity benchmarks, with the figures that they assert: how often
/// the effects run, and what comes out. Where they count effects only, the computations are counted here as well.
final class ReactivityShapesSpec: Spec {
    func testSpec() {
        describe("the shape") {
            var (computed, delivered) = (0, 0)
            var head = Variable(0)
            var bag = SubscriptionBag()
            beforeEach {
                head = Variable(0)
                (computed, delivered) = (0, 0)
                bag = SubscriptionBag()
            }

            func counting<Input, Output>(_ body: @escaping (Input) -> Output) -> (Input) -> Output {
                { input in
                    computed += 1
                    return body(input)
                }
            }

            func observe<Value>(_ observable: Observable<Value>) {
                observable.observe { _ in delivered += 1 }.store(in: bag)
            }

            /// Counts anew while the head is set to 0, 1, 2 …
            func play(_ iterations: Int, _ check: (Int) -> Void) {
                head.value = 1
                (computed, delivered) = (0, 0)
                for value in 0..<iterations {
                    head.value = value
                    check(value)
                }
            }

            it("diamond of 5: 500 effects for 500 sets") {
                let sides = (0..<5).map { _ in head.map(counting { $0 + 1 }) }
                let sum = combine(sides).map(counting { $0.reduce(0, +) })
                observe(sum)
                play(500) { expect(sum.value).to(equal(($0 + 1) * 5)) }
                expect(delivered).to(equal(500))
                expect(computed).to(equal(500 * 6))
            }

            it("broad of 50: 2,500 effects for 50 sets") {
                let ends = (0..<50).map { index in head.map(counting { $0 + index }).map(counting { $0 + 1 }) }
                ends.forEach(observe)
                play(50) { expect(ends[49].value).to(equal($0 + 50)) }
                expect(delivered).to(equal(50 * 50))
                expect(computed).to(equal(50 * 100))
            }

            it("deep of 50: 50 effects for 50 sets") {
                let end = (0..<50).reduce(head as Observable<Int>) { above, _ in above.map(counting { $0 + 1 }) }
                observe(end)
                play(50) { expect(end.value).to(equal($0 + 50)) }
                expect(delivered).to(equal(50))
                expect(computed).to(equal(50 * 50))
            }

            it("triangle of 10: 100 effects for 100 sets") {
                var steps: [Observable<Int>] = [head]
                for _ in 1..<10 { steps.append(steps[steps.count - 1].map(counting { $0 + 1 })) }
                let sum = combine(steps).map(counting { $0.reduce(0, +) })
                observe(sum)
                expect(sum.value).to(equal(45))
                play(100) { expect(sum.value).to(equal(55 - 10 + $0 * 10)) }
                expect(delivered).to(equal(100))
                expect(computed).to(equal(100 * 10))
            }

            it("mux of 100: a set of one head reaches its own end, and no other effect") {
                let heads = (0..<100).map { _ in Variable(0) }
                let mux = combine(heads as [Observable<Int>])
                let ends = heads.indices.map { index in mux.select { $0[index] }.map(counting { $0 + 1 }) }
                ends.forEach(observe)
                for factor in [1, 2] {
                    (computed, delivered) = (0, 0)
                    for index in 0..<10 {
                        heads[index].value = index * factor
                        expect(ends[index].value).to(equal(index * factor + 1))
                    }
                    // The first of the ten sets nothing new: 0.
                    expect([computed, delivered]).to(equal([9, 9]))
                }
                expect(ends[10...].map(\.value)).to(equal(Array(repeating: 1, count: 90)))
            }

            it("avoidable: always 6, with nothing computed below what came out equal") {
                let constant = head.map { $0 }.select { _ in 0 }
                let heavy = constant.map(counting { $0 + 1 })
                let end = heavy.map(counting { $0 + 2 }).map(counting { $0 + 3 })
                observe(end)
                expect([computed, delivered]).to(equal([3, 1]))
                play(1000) { _ in expect(end.value).to(equal(6)) }
                expect([computed, delivered]).to(equal([0, 0]))
            }

            it("repeated 30 times: 100 effects for 100 sets") {
                let sum = combine(Array(repeating: head as Observable<Int>, count: 30))
                    .map(counting { $0.reduce(0, +) })
                observe(sum)
                play(100) { expect(sum.value).to(equal($0 * 30)) }
                expect(delivered).to(equal(100))
                expect(computed).to(equal(100))
            }

            it("unstable: 100 effects for 100 sets, each of which changes what is depended on") {
                let double = head.map { $0 * 2 }
                let inverse = head.map { -$0 }
                let chosen = head.flatMapLatest { $0 % 2 == 1 ? double : inverse }
                let sum = combine(Array(repeating: chosen, count: 20)).map(counting { $0.reduce(0, +) })
                observe(sum)
                head.value = 1
                expect(sum.value).to(equal(40))
                play(100) { expect(sum.value).to(equal($0 % 2 == 1 ? $0 * 40 : $0 * -20)) }
                expect(delivered).to(equal(100))
                expect(computed).to(equal(100))
            }
        }
    }
}
