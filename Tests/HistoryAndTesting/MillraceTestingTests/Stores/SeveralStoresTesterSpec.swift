import Millrace
import MillraceSpecs
import TestSupport

/// A tester of several stores: the state of each, and the effects of all.
final class SeveralStoresTesterSpec: Spec {
    struct Buy: Action { var item = "tea" }
    struct Paid: Action {}
    struct Greet: Action {}

    struct Cart {
        var items = ["tea"]
        var isPaying = false
    }

    func testSpec() {
        @TestState var scheduler = TestScheduler()
        var cart: Store<Cart>!
        var orders: Store<Int>!

        beforeEach {
            let dispatcher = Dispatcher(on: scheduler)
            let scheduler = scheduler
            cart = Store(Cart(), on: dispatcher, name: "cart") { store in
                store.on(Buy.self) { state, _ in
                    state.isPaying = true
                    return .run("pay") {
                        try await scheduler.sleep(for: .seconds(1))
                        return Paid()
                    }
                }
                store.on(Paid.self) { state, _ in state = Cart(items: []) }
            }
            orders = Store(0, on: dispatcher, name: "orders") { store in
                store.on(Paid.self) { count, _ in count += 1 }
                store.on(Greet.self) { _, _ in .run("pay") { _ in try await scheduler.sleep(for: .seconds(9)) } }
            }
        }
        afterEach { (cart, orders) = (nil, nil) }

        describe("a tester of several stores") {
            it("says of each how its state changes, and of all which effects begin") {
                let tester = StoreTester(of: cart, orders)
                tester.send(Buy(), starting: "pay") { $0[cart].isPaying = true }
                tester.advance(by: .seconds(1))
                tester.receive(Paid.self) {
                    $0[cart] = Cart(items: [])
                    $0[orders] += 1
                }
                expect(tester.state[orders]) == 1
                tester.finish()
            }

            it("fails where a store changes that is not named, under the store's name") {
                let found = messages {
                    let tester = StoreTester(of: cart, orders)
                    tester.send(Paid()) { $0[cart].items = ["milk"] }
                }
                expect(found).to(
                    equal([
                        """
                        expected the state after Paid() to change otherwise (expected → got):
                          cart
                            items[0]: removed "milk"
                          orders
                            0 → 1
                        """
                    ])
                )
            }

            it("says whose effect is in flight, also where two are called the same") {
                let found = messages {
                    let tester = StoreTester(of: cart, orders)
                    tester.send(Buy()) { $0[cart].isPaying = true }
                    tester.send(Greet(), starting: "pay")
                    tester.expectEffects("pay", "pay")
                    tester.finish()
                }
                expect(found.first)
                    == "expected Buy(item: \"tea\") to start no effect, it started the effect \"pay\" of cart"
                expect(found.last).to(
                    contain("expected no effect in flight, got the effects \"pay\" of cart, \"pay\" of orders.")
                )
                expect(found).to(haveCount(2))
            }

            it("does not take what was in flight before for what an action starts") {
                orders.dispatcher.dispatch(Greet())
                let tester = StoreTester(of: cart, orders)
                tester.send(Buy(), starting: "pay") { $0[cart].isPaying = true }
                tester.expectEffects("pay", "pay")
                tester.withExhaustivity(.off) { tester.finish() }
            }

            it("looks only at what is said where it is not exhaustive") {
                let tester = StoreTester(of: cart, orders, exhaustivity: .off)
                tester.send(Buy())
                tester.run()
                tester.receive(Paid.self) { $0[orders] = 1 }
            }

            it("fails where an effect throws what nobody catches") {
                struct Fail: Action {}
                let found = messages {
                    cart.on(Fail.self) { _, _ in .run { () -> any Action in throw Unanswered() } }
                    let tester = StoreTester(of: cart)
                    tester.send(Fail(), starting: nil)
                    tester.finish()
                }
                expect(found).to(haveCount(1))
                expect(found.first).to(contain("of cart, begun for Fail, threw Unanswered()"))
            }
        }

        describe("a tester") {
            struct Unknown: Action {}

            it("fails where it sends what no store handles") {
                let found = messages { StoreTester(of: cart, orders).send(Unknown()) }
                expect(found).to(
                    equal([
                        """
                        expected a store to handle Unknown(), none does. To fix: register a handler with Store.on, or \
                        keep the store that has one.
                        """
                    ])
                )
            }

            it("fails where only a callback gets what it sends") {
                let found = messages {
                    let registration = cart.dispatcher.register { _ in }
                    let tester = StoreTester(of: cart, orders, exhaustivity: .off)
                    tester.send(Unknown())
                    withExtendedLifetime(registration) {}
                }
                expect(found).to(haveCount(1))
            }

            it("takes what another store handles") {
                expect(messages { StoreTester(of: cart).send(Paid()) { $0[cart].items = [] } }).to(equal([]))
            }

            it("holds what a middleware drops to what is expected") {
                cart.dispatcher.install(Middleware(decide: { _ in .drop }))
                let found = messages {
                    let tester = StoreTester(of: cart, orders)
                    tester.send(Buy())
                    tester.send(Unknown())
                    tester.send(Buy(), starting: "pay") { $0[cart].isPaying = true }
                }
                expect(found).to(haveCount(2))
                expect(found.first).to(contain("to change otherwise"))
                expect(found.last) == "expected Buy(item: \"tea\") to start the effect \"pay\", it started no effect"
            }
        }
    }
}
