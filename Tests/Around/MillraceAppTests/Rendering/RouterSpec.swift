import MillraceApp
import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport
import XCTest

final class RouterSpec: Spec {
    /// A store, a renderer, and the router between them.
    private struct Bench {
        let scheduler = TestScheduler()
        let store: Store<AppRoute>
        let renderer: StubRenderer
        let router: Router<Screen>
        let failures: Recording<RouteFailure<Screen>>

        init() {
            store = makeRouteStore(on: Dispatcher(on: scheduler))
            renderer = StubRenderer(on: scheduler)
            router = Router(store.state, by: renderer, on: scheduler)
            failures = Recording(of: router.failures)
        }

        func go(_ action: Go) { store.dispatcher.dispatch(action) }
        func advance(_ seconds: Double = 0) { scheduler.advance(by: .seconds(seconds)) }
    }

    func testSpec() {
        describe("a router") {
            @TestState var bench = Bench()

            it("begins a transition after the turn, and waits for its end before the next") {
                bench.go(.show(AppRoute(.rooms, .room("a"), .event(room: "a", number: 1))))
                expect(bench.renderer.steps).to(beEmpty())
                bench.advance(0.5)
                expect(bench.renderer.transitions) == [.push(.room("a"), on: .tab(.rooms))]
                expect(bench.renderer.steps.map(\.remaining)) == [1]
                expect(bench.router.step.value) == bench.renderer.steps[0]
                expect(bench.router.rendered.value) == AppRoute(tabs: .rooms, .settings)
                bench.advance(1)
                expect(bench.renderer.steps.map(\.remaining)) == [1, 0]
                bench.scheduler.run()
                expect(bench.router.rendered.value) == bench.store.state.value
                expect(bench.router.step.value).to(beNil())
            }

            it("takes up a route that changes meanwhile from where the screen then stands") {
                bench.go(.push(.room("a")))
                bench.advance(0.5)
                bench.go(.pop())
                bench.go(.push(.room("b")))
                bench.scheduler.run()
                expect(bench.renderer.transitions) == [
                    .push(.room("a"), on: .tab(.rooms)), .pop(1, from: .tab(.rooms)),
                    .push(.room("b"), on: .tab(.rooms)),
                ]
                expect(bench.renderer.screen) == bench.store.state.value
            }

            it("does nothing for a change that was taken back before it began") {
                bench.go(.push(.room("a")))
                bench.advance(0.5)
                bench.go(.push(.room("b")))
                bench.go(.pop())
                bench.scheduler.run()
                expect(bench.renderer.transitions) == [.push(.room("a"), on: .tab(.rooms))]
            }

            it("says what the user sees of a transition") {
                bench.go(.select(.settings))
                bench.go(.present(.compose))
                bench.scheduler.run()
                var next = bench.store.state.value
                next.apply(.push(.room("a"), on: .tab(.rooms)))
                next.apply(.push(.login, on: .tab(.settings)))
                next.push(.picker)
                bench.go(.set(next))
                bench.scheduler.run()
                expect(bench.renderer.steps.suffix(3).map(\.isVisible)) == [false, false, true]
            }

            it("follows a screen that has moved by itself, and asks for nothing") {
                bench.go(.push(.room("a")))
                bench.scheduler.run()
                bench.renderer.userMoves { $0.pop() }
                bench.router.noteScreenMove { $0.pop() }
                bench.go(.pop())
                bench.scheduler.run()
                expect(bench.renderer.steps.count) == 1
                expect(bench.renderer.screen) == AppRoute(tabs: .rooms, .settings)
                expect(bench.router.rendered.value) == AppRoute(tabs: .rooms, .settings)
            }

            it("brings back a screen that has moved by itself where the route does not follow") {
                bench.go(.push(.room("a")))
                bench.scheduler.run()
                bench.renderer.userMoves { $0.pop() }
                bench.router.noteScreenMove { $0.pop() }
                bench.scheduler.run()
                expect(bench.renderer.transitions.last) == .push(.room("a"), on: .tab(.rooms))
                expect(bench.renderer.screen) == bench.store.state.value
            }

            it("reports a transition that does not end, counts it as done and goes on") {
                bench.renderer.behaviours[0] = .hangs
                bench.go(.push(.room("a")))
                bench.go(.push(.room("b")))
                bench.advance(4.9)
                expect(bench.failures.values).to(beEmpty())
                bench.advance(0.1)
                let step = try XCTUnwrap(bench.renderer.steps.first)
                expect(bench.failures.values.map(\.description)) == ["\(RouteFailure.timedOut(step))"]
                expect(bench.renderer.wasCancelled).to(beTrue())
                bench.advance(2)
                expect(bench.renderer.transitions.last) == .push(.room("b"), on: .tab(.rooms))
                expect(bench.router.rendered.value) == bench.store.state.value
            }

            it("ignores what a transition says after its time") {
                bench.renderer.behaviours[0] = .returnsLate(.seconds(5.5))
                bench.go(.push(.room("a")))
                bench.go(.push(.room("b")))
                bench.scheduler.run()
                expect(bench.failures.values.count) == 1
                expect(bench.renderer.steps.count) == 2
                expect(bench.router.rendered.value) == bench.store.state.value
            }

            it("reports one that fails, and waits for the next change of the route") {
                bench.renderer.behaviours[0] = .fails
                bench.go(.push(.room("a")))
                bench.scheduler.run()
                expect(bench.failures.values.count) == 1
                expect(bench.renderer.steps.count) == 1
                expect(bench.router.rendered.value) == AppRoute(tabs: .rooms, .settings)
                bench.go(.push(.room("b")))
                bench.scheduler.run()
                expect(bench.renderer.transitions.dropFirst()) == [
                    .push(.room("a"), on: .tab(.rooms)), .push(.room("b"), on: .tab(.rooms)),
                ]
                expect(bench.renderer.screen) == bench.store.state.value
            }
        }

        it("leaks nothing, also when it is released in the midst of a transition that never ends") {
            expect { scene in
                let scheduler = TestScheduler()
                let route = Variable(AppRoute(tabs: .rooms, .settings))
                let renderer = scene.track(StubRenderer(on: scheduler))
                renderer.behaviours[0] = .hangs
                var router: Router<Screen>? = scene.track(Router(route, by: renderer, on: scheduler))
                route.value.push(.room("a"))
                scheduler.advance()
                expect(renderer.steps.count) == 1
                expect(router?.step.value).toNot(beNil())
                release(&router)
                scheduler.advance()
                expect(renderer.wasCancelled).to(beTrue())
            }.to(leakNothing())
        }
    }
}
