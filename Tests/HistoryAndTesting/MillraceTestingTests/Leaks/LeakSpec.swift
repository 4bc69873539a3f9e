import Foundation
import Millrace
import MillraceSpecs
import TestSupport

private struct Mishap: Error {}

private struct Add: Action {}

/// An owner of observations.
private final class Box {}

/// What `leakNothing` is for: a view model, perhaps with the classical mistake.
private final class Screen {
    private let subscriptions = SubscriptionBag()
    private(set) var title = ""

    init(of title: Observable<String>, isCareful: Bool) {
        if isCareful {
            title.observe { [weak self] in self?.title = $0 }.store(in: subscriptions)
        } else {
            title.observe { self.title = $0 }.store(in: subscriptions)
        }
    }
}

final class LeakSpec: Spec {
    @MainActor func testSpec() async {
        describe("leakNothing, of a scene that leaves nothing alive") {
            it("is met") {
                let found = messages {
                    expect {
                        let (taps, query) = (Emitter<Int>(), Variable("").named("query"))
                        let rows = combine(query, taps.map { $0 + 1 }.hold(0))
                        let subscriptions = [rows.observe { _ in }, rows.changes.observe { _ in }]
                        taps.send(1)
                        query.value = "bridge"
                        withExtendedLifetime(subscriptions) {}
                    }.to(leakNothing())
                }
                expect(found).to(equal([]))
            }

            it("is not met where a leak is expected") {
                let found = messages { expect { _ = Variable(1) }.toNot(leakNothing()) }
                expect(found).to(equal(["expected not to leak nothing, but nothing is still alive"]))
            }

            it("is met by graphs that hold themselves and whose owner is gone, where their home is known") {
                expect {
                    let (refresh, text, screen) = (Emitter<Void>(), Variable(""), Box())
                    refresh.flatMapLatest { [text, refresh] in text.changes.prefix(until: refresh) }
                        .observe(for: screen, isolation: MainActor.shared) { _, _ in }
                }.to(leakNothing())
            }

            it("is met by stores, dispatchers and handlers") {
                expect {
                    let dispatcher = Dispatcher()
                    let store = Store(0, on: dispatcher) { store in store.on(Add.self) { count, _ in count += 1 } }
                    let callback = dispatcher.register { _ in }
                    dispatcher.dispatch(Add())
                    withExtendedLifetime((store, callback)) {}
                }.to(leakNothing())
            }
        }

        describe("leakNothing, of a scene that leaves something alive") {
            it("names a graph that holds itself, whose owner is gone and whose home is not known") {
                let found = messages {
                    expect {
                        let (refresh, text, screen) = (Emitter<Void>().named("refresh"), Variable(""), Box())
                        refresh.flatMapLatest { [text, refresh] in text.changes.prefix(until: refresh) }
                            .observe(for: screen, isolation: nil) { _, _ in }
                    }.to(leakNothing())
                }
                expect(found.first).to(contain("Emitter<()> \"refresh\""))
            }

            it("names the kinds and names, and says what reads the same once, with its number") {
                var kept: [AnyObject] = []
                let found = messages {
                    expect {
                        let query = Variable(1).named("query")
                        kept = [query, Emitter<String>(), Emitter<Int>().named("taps"), Emitter<String>()]
                        _ = Variable(2)
                    }.to(leakNothing())
                }
                expect(found).to(
                    equal([
                        "expected to leak nothing, but still alive: "
                            + "Variable<Int> \"query\", Emitter<String> (2), Emitter<Int> \"taps\""
                    ])
                )
                expect(kept.count).to(equal(4))
            }

            it("names what is kept from below, where the handles are gone") {
                let source = Variable(1)
                var subscription: Subscription?
                let found = messages {
                    expect {
                        subscription = source.map { $0 }.named("derived").changes.named("signal").observe { _ in }
                    }
                    .to(leakNothing())
                }
                expect(found).to(
                    equal([
                        "expected to leak nothing, but still alive: "
                            + "Observable<Int> \"derived\", Signal<Int> \"signal\""
                    ])
                )
                subscription?.cancel()
            }

            it("names stores and dispatchers") {
                var kept: AnyObject?
                let found = messages {
                    expect { kept = Store(0, on: Dispatcher(), name: "count") }.to(leakNothing())
                }
                expect(found).to(
                    equal([
                        "expected to leak nothing, but still alive: "
                            + "Dispatcher, Observable<Int> \"count\", Store<Int> \"count\""
                    ])
                )
                expect(kept).toNot(beNil())
            }

            it("names the effects that are not over, since what they keep may be no leak") {
                let scheduler = TestScheduler()
                func run(advancing: Bool) -> [String] {
                    messages {
                        expect {
                            let taps = Emitter<Int>().named("taps")
                            let store = Store(0, on: Dispatcher(on: scheduler), name: "page") { store in
                                store.on(Add.self) { _, _ in
                                    .run("load") { _ in
                                        try await scheduler.sleep(for: .seconds(1))
                                        taps.send(1)
                                    }
                                }
                            }
                            store.dispatcher.dispatch(Add())
                            if advancing { scheduler.run() }
                        }.to(leakNothing())
                    }
                }
                let found = run(advancing: false)
                expect(found).to(haveCount(1))
                expect(found.first).to(
                    contain(
                        "expected to leak nothing, but still alive: Emitter<Int> \"taps\"",
                        """
                        ; this may be no leak, since effects are not over: "load" of page (cancelled, and has not \
                        returned). To fix: let them end (turn the time with advance(by:)) before the closure is over
                        """
                    )
                )
                expect(run(advancing: true)) == []
                scheduler.run()
            }

            it("names objects of one's own that the scene tracks") {
                let title = Variable("plan")
                func show(isCareful: Bool) -> [String] {
                    messages {
                        expect { scene in
                            scene.track(Screen(of: title, isCareful: isCareful))
                            scene.track(Screen(of: title, isCareful: isCareful), "second")
                            title.value = "section"
                        }.to(leakNothing())
                    }
                }
                expect(show(isCareful: true)).to(equal([]))
                expect(show(isCareful: false)).to(
                    equal(["expected to leak nothing, but still alive: Screen, Screen \"second\""])
                )
            }

            it("satisfies toNot") {
                var kept: AnyObject?
                expect { kept = Variable(1) }.toNot(leakNothing())
                expect(kept).toNot(beNil())
            }
        }

        describe("leakNothing") {
            it("counts what was made in the scene, and neither before nor after") {
                let before = keep(Variable(1))
                let expectation = expect { before.value = 2 }
                keep(Variable(1))
                expectation.to(leakNothing())
            }

            it("looks at what is alive when it is asked") {
                var kept: AnyObject?
                let expectation = expect { kept = Variable(1) }
                expectation.toNot(leakNothing())
                expect(kept).toNot(beNil())
                kept = nil
                expectation.to(leakNothing())
            }

            it("counts on the scene's own thread only") {
                let (isMade, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
                expect {
                    let thread = Thread {
                        let elsewhere = Variable(1)
                        isMade.signal()
                        isOver.wait()
                        withExtendedLifetime(elsewhere) {}
                    }
                    thread.start()
                    isMade.wait()
                }.to(leakNothing())
                isOver.signal()
            }

            it("may be asked of a scene in a scene, each of which answers for what was made in it") {
                var kept: [AnyObject] = []
                let found = messages {
                    expect {
                        kept.append(Variable(1).named("outer"))
                        expect { kept.append(Variable(1).named("inner")) }.to(leakNothing())
                        expect { _ = Variable(1).named("second") }.to(leakNothing())
                        kept.append(Variable(1).named("late"))
                    }.to(leakNothing())
                }
                expect(found).to(
                    equal([
                        "expected to leak nothing, but still alive: Variable<Int> \"inner\"",
                        "expected to leak nothing, but still alive: "
                            + "Variable<Int> \"outer\", Variable<Int> \"inner\", Variable<Int> \"late\"",
                    ])
                )
                kept = []
            }

            it("fails both ways where the scene throws, and looks no further") {
                var kept: [AnyObject] = []
                let found = messages {
                    expect { () throws -> Void in throw Mishap() }.to(leakNothing())
                    expect { (scene: Scene) in
                        kept.append(scene)
                        throw Mishap()
                    }.toNot(leakNothing())
                    kept.append(Variable(1))
                }
                expect(found).to(
                    equal([
                        "expected to leak nothing, it threw <Mishap()>",
                        "expected not to leak nothing, it threw <Mishap()>",
                    ])
                )
            }
        }

        describe("leakNothing, of an asynchronous scene") {
            it("is met, and counts across suspensions") {
                let found = await messages {
                    await expect {
                        let query = Variable(1)
                        await Task.yield()
                        let subscription = query.map { $0 }.observe { _ in }
                        await Task.yield()
                        subscription.cancel()
                    }.to(leakNothing())
                }
                expect(found).to(equal([]))
            }

            it("names what is still alive") {
                var kept: AnyObject?
                let title = Variable("plan")
                let found = await messages {
                    await expect { scene in
                        await Task.yield()
                        kept = Variable(1).named("kept")
                        await Task.yield()
                        scene.track(Screen(of: title, isCareful: false))
                    }.to(leakNothing())
                }
                expect(found).to(
                    equal(["expected to leak nothing, but still alive: Variable<Int> \"kept\", Screen"])
                )
                expect(kept).toNot(beNil())
            }

            it("fails both ways off the main thread, where it cannot see everything") {
                let found = await Self.elsewhere()
                let reason = "but it ran off the main thread. To fix: make it synchronous, or the Spec @MainActor"
                expect(found).to(
                    equal(["expected to leak nothing, \(reason)", "expected not to leak nothing, \(reason)"])
                )
            }
        }
    }

    @concurrent
    private static func elsewhere() async -> [String] {
        await messages {
            await expect { await Task.yield() }.to(leakNothing())
            await expect { await Task.yield() }.toNot(leakNothing())
        }
    }
}
