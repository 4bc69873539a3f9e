import MillraceFlux
import MillraceSpecs
import TestSupport

/// Law F5: the order between stores is declared where a handler is registered; what unregisters is not called again.
///
/// Cycles are reported: see `FluxTrapTests`. `waitFor` has specs of its own: see `WaitForSpec`.
final class F5OrderSpec: Spec {
    func testSpec() {
        var dispatcher = Dispatcher()
        var log = Log()
        beforeEach {
            dispatcher = Dispatcher()
            log = Log()
        }

        func handle(_ store: Store<Int>, _ name: String, after others: [any StoreReference] = []) {
            store.on(Add.self, after: others) { _, _ in log(name) }
        }
        func store() -> Store<Int> { Store(0, on: dispatcher) }

        describe("F5: a handler") {
            it("is called after those of the stores that it names") {
                let (a, b) = keep((store(), store()))
                handle(a, "a", after: [b])
                handle(b, "b")
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["b", "a"]))
            }

            it("finds there what the other store has made of the same action") {
                let total = store()
                let doubled = store()
                doubled.on(Add.self, after: [total]) { state, _ in state = total.state.value * 2 }
                total.on(Add.self) { state, action in state += action.amount }
                dispatcher.dispatch(Add(amount: 4))
                expect(doubled.state.value).to(equal(8))
            }

            it("comes after a chain of stores, in whichever order they register") {
                let stores = keep((0..<6).map { _ in store() })
                for number in [3, 0, 5, 1, 4, 2] {
                    handle(stores[number], "\(number)", after: number == 0 ? [] : [stores[number - 1]])
                }
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["0", "1", "2", "3", "4", "5"]))
            }

            it("comes after several stores, and once") {
                let (a, b, c, d) = keep((store(), store(), store(), store()))
                handle(d, "d", after: [c, b, c])
                handle(c, "c", after: [a])
                handle(b, "b", after: [a])
                handle(a, "a")
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["a", "c", "b", "d"]))
            }

            it("keeps the order of registration where nothing else is declared") {
                let (a, b, c, d) = keep((store(), store(), store(), store()))
                handle(a, "a", after: [c])
                handle(b, "b")
                handle(c, "c")
                handle(d, "d")
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["c", "a", "b", "d"]))
            }

            it("comes after every handler of a store that has several") {
                let (a, b) = keep((store(), store()))
                handle(a, "a", after: [b])
                for number in 1...3 { handle(b, "b\(number)") }
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["b1", "b2", "b3", "a"]))
            }

            it("leaves the other handlers of its store where they are") {
                let (a, b) = keep((store(), store()))
                handle(a, "a1")
                handle(b, "b")
                handle(a, "a2", after: [b])
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["a1", "b", "a2"]))
            }

            it("may come after a store for one type, and before it for another") {
                let (a, b) = keep((store(), store()))
                handle(a, "a", after: [b])
                handle(b, "b")
                a.on(Clear.self) { _, _ in log("clear a") }
                b.on(Clear.self, after: [a]) { _, _ in log("clear b") }
                dispatcher.dispatch(Add())
                dispatcher.dispatch(Clear())
                expect(log.lines).to(equal(["b", "a", "clear a", "clear b"]))
            }

            it("may come after a store that does not handle the type, or that has gone") {
                let a = store()
                var b: Store<Int>? = store()
                handle(a, "a", after: [b!])
                dispatcher.dispatch(Add())
                b = nil
                dispatcher.dispatch(Add())
                handle(store(), "gone at once")
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["a", "a", "a"]))
            }

            it("comes in any order that is asked for, as a naive search finds it") {
                var generator = SeededGenerator(seed: 20_250_101)
                for _ in 0..<300 {
                    let dispatcher = Dispatcher()
                    let count = Int.random(in: 1...9, using: &generator)
                    let stores = (0..<count).map { _ in Store(0, on: dispatcher) }
                    // A random rank makes sure that no cycle is asked for.
                    let rank = Array(0..<count).shuffled(using: &generator)
                    var after: [Int: [Int]] = [:]
                    var called: [Int] = []
                    let registered = Array(0..<count).shuffled(using: &generator)
                    for number in registered {
                        let others = (0..<count).filter { rank[$0] < rank[number] && Bool.random(using: &generator) }
                        after[number] = others
                        stores[number].on(Add.self, after: others.map { stores[$0] }) { _, _ in called.append(number) }
                    }
                    withExtendedLifetime(stores) { dispatcher.dispatch(Add()) }
                    expect(called).to(equal(F5OrderSpec.order(of: registered, after: after)))
                }
            }
        }

        describe("F5: unregistering") {
            it("in the midst of a dispatch skips what has not been called yet") {
                let (a, b) = keep((store(), store()))
                a.on(Add.self) { _, _ in
                    log("a")
                    dispatcher.unregister(b.registration)
                }
                handle(b, "b")
                dispatcher.dispatch(Add())
                let c = store()
                handle(c, "c")
                b.registration === c.registration ? log("same") : log("end")
                expect(log.lines).to(equal(["a", "end"]))
            }

            it("in the midst of its own handler ends with that") {
                let a = store()
                handle(a, "a1")
                a.on(Add.self) { state, action in
                    dispatcher.unregister(a.registration)
                    state += action.amount
                }
                handle(a, "a3")
                for _ in 0..<2 { dispatcher.dispatch(Add(amount: 2)) }
                expect(log.lines).to(equal(["a1"]))
                expect(a.state.value).to(equal(2))
            }

            it("leaves the state as it was, for those who read it") {
                let counter = makeCounter(on: dispatcher)
                dispatcher.dispatch(Add(amount: 2))
                dispatcher.unregister(counter.registration)
                dispatcher.dispatch(Add(amount: 2))
                expect(counter.state.value.count).to(equal(2))
            }
        }
    }

    /// Every number after those that it shall come after, otherwise in the given order.
    private static func order(of numbers: [Int], after: [Int: [Int]]) -> [Int] {
        var result: [Int] = []
        func place(_ number: Int) {
            if result.contains(number) { return }
            for other in after[number] ?? [] { place(other) }
            result.append(number)
        }
        for number in numbers { place(number) }
        return result
    }
}
