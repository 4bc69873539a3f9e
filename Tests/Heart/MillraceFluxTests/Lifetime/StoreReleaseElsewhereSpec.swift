import Foundation
import MillraceFlux
import MillraceSignals
import MillraceSpecs
import Synchronization
import TestSupport

/// Stores whose last reference goes on another thread, while their dispatcher, on the main actor, is in use. Run under
/// the thread sanitizer, too.
final class StoreReleaseElsewhereSpec: Spec {
    /// What an app's screen is: an object of the main actor, and so `Sendable`, that owns a store.
    @MainActor
    private final class Screen {
        let store: Store<[Int]>
        let callback: Registration
        let subscriptions = SubscriptionBag()
        private(set) var shown = 0

        init(on dispatcher: Dispatcher, _ token: Tracked, calls: Calls) {
            store = Store([], on: dispatcher) { store in
                store.on(Add.self) { state, action in
                    token.touch()
                    calls.count += 1
                    state.append(action.amount)
                }
            }
            callback = dispatcher.register { _ in token.touch() }
            store.state.select(\.count).observe { [weak self] in self?.shown = $0 }.store(in: subscriptions)
        }
    }

    @MainActor
    private final class Calls {
        var count = 0
    }

    @MainActor func testSpec() async {
        describe("a store that is released by a detached task") {
            it("handles nothing any more, and its handlers are freed at the next dispatch") {
                let (dispatcher, calls) = (Dispatcher(), Calls())
                await expect { scene in
                    var screen: Screen? = Screen(on: dispatcher, scene.instance(), calls: calls)
                    dispatcher.dispatch(Add())
                    let (isLast, last) = AsyncStream<Void>.makeStream()
                    let task = Task.detached { [screen] in
                        for await _ in isLast {}
                        withExtendedLifetime(screen) {}
                    }
                    screen = nil
                    last.finish()
                    await task.value
                    dispatcher.dispatch(Clear())
                }.to(leakNothing())
                dispatcher.dispatch(Add())
                expect(calls.count).to(equal(1))
            }

            it("may go while actions are dispatched, in any number") {
                let (dispatcher, calls) = (Dispatcher(), Calls())
                let lasting = Screen(on: dispatcher, Tracked(), calls: calls)
                await expect { scene in
                    var tasks: [Task<Void, Never>] = []
                    for round in 1...300 {
                        var screens = (0..<3).map { _ in Screen(on: dispatcher, scene.instance(), calls: calls) }
                        tasks.append(Task.detached { [screens] in withExtendedLifetime(screens) {} })
                        screens = []
                        dispatcher.dispatch(Add(amount: round))
                        if round % 10 == 0 { await Task.yield() }
                    }
                    for task in tasks { await task.value }
                    dispatcher.dispatch(Add())
                }.to(leakNothing())
                expect(lasting.shown).to(equal(301))
            }

            it("may be the last that keeps its dispatcher") {
                let calls = Calls()
                await expect { scene in
                    for _ in 0..<100 {
                        var screen: Screen? = Screen(on: Dispatcher(), scene.instance(), calls: calls)
                        screen?.store.dispatcher.dispatch(Add())
                        let task = Task.detached { [screen] in withExtendedLifetime(screen) {} }
                        screen = nil
                        await task.value
                    }
                }.to(leakNothing())
            }
        }

        describe("a store of an actor") {
            it("may go while the main thread, on which the actor was made, is idle") {
                actor Model {
                    private let dispatcher = Dispatcher()
                    private let last = Variable(0)
                    private var kept: [Any] = []

                    func churn() -> Int {
                        for round in 1...500 {
                            kept = []
                            let counter = makeCounter(on: dispatcher)
                            kept = [counter, counter.state.observe { _ in }, last.observe { _ in }]
                            dispatcher.dispatch(Add(amount: round))
                            last.value = counter.state.value.count
                        }
                        return last.value
                    }
                }
                for _ in 0..<5 {
                    // Its initialiser runs here: the dispatcher is made on the main thread, and does not belong to it.
                    let model = Model()
                    async let count = model.churn()
                    for _ in 0..<10 { try await Task.sleep(for: .microseconds(200)) }
                    let result = await count
                    expect(result).to(equal(500))
                }
            }

            it("is freed with the actor, wherever that goes") {
                actor Model {
                    private let dispatcher = Dispatcher()
                    private var store: Store<Int>?

                    func build(_ token: Tracked) {
                        store = Store(0, on: dispatcher) { store in
                            store.on(Add.self) { state, action in
                                token.touch()
                                state += action.amount
                            }
                        }
                    }

                    func add() -> Int? {
                        dispatcher.dispatch(Add())
                        return store?.state.value
                    }

                    func drop() { store = nil }
                }
                var model: Model? = Model()
                await expect { scene in
                    await model!.build(scene.instance())
                    var count = await model!.add()
                    expect(count).to(equal(1))
                    await model!.drop()
                    count = await model!.add()
                    expect(count).to(beNil())
                }.to(leakNothing())
                var token: Tracked? = Tracked()
                weak let held = token
                await model!.build(token!)
                token = nil
                model = nil
                for _ in 0..<1_000 where held != nil { try await Task.sleep(for: .milliseconds(1)) }
                expect(held).to(beNil())
            }
        }

        describe("a store of a dispatcher that belongs to no actor, off the main thread") {
            /// Two stores, one of which reads the other, and which a callback refers to.
            @Sendable func use(_ dispatcher: Dispatcher, _ living: LivingCount, andDispatch dispatches: Bool) {
                let token = living.instance()
                let count = Store(0, on: dispatcher) { store in
                    store.on(Add.self) { state, action in state += action.amount }
                }
                let double = Store(0, on: dispatcher) { store in
                    store.on(Add.self, after: [count]) { state, _ in
                        token.touch()
                        state = 2 * count.state.value
                    }
                }
                let callback = dispatcher.register { [double] _ in withExtendedLifetime((token, double)) {} }
                if dispatches { dispatcher.dispatch(Add()) }
                withExtendedLifetime((count, double, callback)) {}
            }

            let makers: [(String, @Sendable () -> Dispatcher)] = [
                ("of a home that is not known", { Dispatcher() }),
                ("of a home made by hand", { Dispatcher(in: Home("a lock")) }),
                ("with virtual time", { Dispatcher(on: TestScheduler()) }),
            ]
            for (name, make) in makers {
                it("is freed at once, though a handler has captured it: \(name)") {
                    let living = LivingCount()
                    let areFreed = await Task.detached {
                        [true, false].map { dispatches in
                            weak var left: Dispatcher?
                            do {
                                let dispatcher = make()
                                left = dispatcher
                                use(dispatcher, living, andDispatch: dispatches)
                            }
                            return left == nil
                        }
                    }.value
                    expect(areFreed).to(equal([true, true]))
                    expect(living.count).to(equal(0))
                }
            }

            it("is freed at the end of the dispatch in which it is released") {
                let living = LivingCount()
                let counts = await Task.detached {
                    let dispatcher = Dispatcher()
                    var screen: Store<Int>? = makeAdder(on: dispatcher, living.instance())
                    var counts: [Int] = []
                    let closing = Store(0, on: dispatcher) { store in
                        store.on(Clear.self) { _, _ in
                            screen = nil
                            counts.append(living.count)
                        }
                    }
                    dispatcher.dispatch(Clear())
                    counts.append(living.count)
                    withExtendedLifetime((screen, closing)) {}
                    return counts
                }.value
                expect(counts).to(equal([1, 0]))
            }

            it("may go on any thread while actions are dispatched, and is freed without a further one") {
                let living = LivingCount()
                let left = await Task.detached {
                    let dispatcher = Dispatcher()
                    let lasting = makeAdder(on: dispatcher, living.instance())
                    let isOver = Atomic<Int>(0)
                    var sent = 0
                    for round in 1...100 {
                        var screens = (0..<3).map { _ in makeAdder(on: dispatcher, living.instance()) }
                        let gone = Gone(screens)
                        screens = []
                        Thread.detachNewThread {
                            gone.release()
                            isOver.add(1, ordering: .releasing)
                        }
                        repeat {
                            dispatcher.dispatch(Add(amount: 1))
                            sent += 1
                        } while isOver.load(ordering: .acquiring) < round
                    }
                    return (lasting.state.value - sent, living.count)
                }.value
                expect(left.0).to(equal(0))
                expect(left.1).to(equal(1))
            }
        }
    }
}

/// A store that adds, whose handler has captured a token.
private func makeAdder(on dispatcher: Dispatcher, _ token: Tracked) -> Store<Int> {
    Store(0, on: dispatcher) { store in
        store.on(Add.self) { state, action in
            token.touch()
            state += action.amount
        }
    }
}

/// Stores that nobody but this keeps, and which another thread releases.
private final class Gone: @unchecked Sendable {
    // Safe: whoever makes it does not use it, and one other thread does.
    private var stores: [Store<Int>]

    init(_ stores: [Store<Int>]) { self.stores = stores }

    func release() { stores = [] }
}
