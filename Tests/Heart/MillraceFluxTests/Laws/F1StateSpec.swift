import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Law F1: state is mutable only inside a handler, where it is handed over in place, without a copy.
///
/// That assigning to it from outside does not compile is shown by `F1CompilationSpec`, that reading it from its own
/// handler is reported by `FluxTrapTests`.
final class F1StateSpec: Spec {
    private final class Buffer {
        var count = 0
    }

    private struct Drawing {
        var buffer = Buffer()
        var points = Array(0..<1_000)
        var title = ""
    }

    /// Where the elements of an array lie.
    private static func place(of points: [Int]) -> UInt {
        points.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }

    private struct Draw: Action {}

    func testSpec() {
        describe("F1: the state in a handler") {
            var dispatcher = Dispatcher()
            var places: [UInt] = []
            var uniqueness: [Bool] = []
            var subscriptions = SubscriptionBag()
            var drawing = Store(Drawing(), on: dispatcher)

            beforeEach {
                dispatcher = Dispatcher()
                subscriptions = SubscriptionBag()
                places = []
                uniqueness = []
                drawing = Store(Drawing(), on: dispatcher) { store in
                    store.on(Draw.self) { state, _ in
                        uniqueness.append(isKnownUniquelyReferenced(&state.buffer))
                        state.points[7] += 1
                        state.title += "."
                        places.append(F1StateSpec.place(of: state.points))
                    }
                }
            }

            func drawThrice() {
                let before = F1StateSpec.place(of: drawing.state.value.points)
                for _ in 0..<3 { dispatcher.dispatch(Draw()) }
                expect(uniqueness).to(equal([true, true, true]))
                expect(places).to(equal([before, before, before]))
                expect(drawing.state.value.points[7]).to(equal(10))
            }

            it("is the one that the store holds, not a copy") { drawThrice() }

            it("is not copied either when somebody observes selections of it") {
                drawing.state.select(\.title).observe { _ in }.store(in: subscriptions)
                drawing.state.select { $0.points.count }.observe { _ in }.store(in: subscriptions)
                drawThrice()
            }

            it("is not copied either when somebody observes all of it") {
                drawing.state.observe { _ in }.store(in: subscriptions)
                drawing.state.map { $0.points[7] }.observe { _ in }.store(in: subscriptions)
                drawThrice()
            }

            it("is not copied either when an observer dispatches") {
                drawing.state.observe { if $0.title == "." { dispatcher.dispatch(Draw()) } }.store(in: subscriptions)
                let before = F1StateSpec.place(of: drawing.state.value.points)
                dispatcher.dispatch(Draw())
                expect(places).to(equal([before, before]))
            }

            it("is not copied either in a batch") {
                drawing.state.observe { _ in }.store(in: subscriptions)
                batch { drawThrice() }
            }

            it("leaves a state that somebody kept as it was") {
                let kept = drawing.state.value
                dispatcher.dispatch(Draw())
                expect(kept.points[7]).to(equal(7))
                expect(drawing.state.value.points[7]).to(equal(8))
            }

            it("is what the handler before made of it, where a store has several for one type") {
                var seen: [Int] = []
                let counter = Store(0, on: dispatcher) { store in
                    store.on(Add.self) { state, action in state += action.amount }
                    store.on(Add.self) { state, _ in seen.append(state) }
                    store.on(Add.self) { state, _ in state *= 10 }
                }
                dispatcher.dispatch(Add(amount: 2))
                expect(seen).to(equal([2]))
                expect(counter.state.value).to(equal(20))
            }
        }

        describe("F1: the state outside") {
            it("cannot be set through a cast either") {
                let counter = makeCounter(on: Dispatcher())
                expect(counter.state as? Variable<CounterState>).to(beNil())
            }

            it("of another store can be read in a handler, as it is by then") {
                let dispatcher = Dispatcher()
                let counter = makeCounter(on: dispatcher)
                let doubled = counter.state.map { $0.count * 2 }
                let mirror = Store([0], on: dispatcher) { store in
                    store.on(Add.self, after: [counter]) { state, _ in
                        state += [counter.state.value.count, doubled.value]
                    }
                }
                dispatcher.dispatch(Add(amount: 3))
                let subscription = doubled.observe { _ in }
                dispatcher.dispatch(Add(amount: 1))
                expect(mirror.state.value).to(equal([0, 3, 6, 4, 8]))
                subscription.cancel()
            }
        }
    }
}
