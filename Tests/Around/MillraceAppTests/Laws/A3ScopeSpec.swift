import MillraceApp
import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Law A3: every branch keeps its own stack. A scope's stores live exactly as long as its position in the route.
final class A3ScopeSpec: Spec {
    private struct Poll: Action {}
    private struct Polled: Action {}

    /// What belongs to a screen: a store with an effect that never ends.
    private final class Model {
        let position: AppRoute.Position
        let store: Store<Int>

        init(_ position: AppRoute.Position, on dispatcher: Dispatcher, waitingOn scheduler: TestScheduler) {
            self.position = position
            store = Store(0, on: dispatcher, name: "\(position.screen)") { store in
                store.on(Polled.self) { state, _ in state += 1 }
                store.on(Poll.self) { _, _ in
                    .run { send in
                        while true {
                            try await scheduler.sleep(for: .seconds(1))
                            send(Polled())
                        }
                    }
                }
            }
        }
    }

    func testSpec() {
        describe("A3: every branch") {
            it("keeps its own stack, whatever happens to the others") {
                let routes = SmallRoutes(screens: ["a", "b"], tabs: ["x", "y", "z"])
                runPrograms(300) { random in
                    var route = routes.random(&random)
                    let former = route
                    let changed = route.shownBranchID
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: route.push("c")
                    case 1: route.pop()
                    case 2: route.popToRoot()
                    default: route.select("z")
                    }
                    for branch in former.branches where branch != changed && route[branch] != former[branch] {
                        return "\(branch) of \(former) became \(String(describing: route[branch]))"
                    }
                    return nil
                }
            }
        }

        describe("A3: a member of a scope") {
            @TestState var made: [Screen] = []
            @TestState var living = LivingCount()
            @TestState var route = Variable(AppRoute(tabs: .rooms, .settings))
            @TestState var scope: RouteScope<Screen, Tracked>?

            beforeEach {
                scope = RouteScope(of: route) { position in
                    made.append(position.screen)
                    return living.instance(made.count)
                }
                made = []
            }

            it("is made when its position is entered, once") {
                expect(living.count) == 2
                route.value.push(.room("a"))
                route.value.push(.room("b"))
                expect(made) == [.room("a"), .room("b")]
                expect(scope?.top.value) === scope?[route.value.topPosition]
                expect(scope?.members.value.count) == 4
            }

            it("is made after what is below it") {
                let route = Observable(AppRoute(.rooms, .room("a"), .room("b")))
                let scope = RouteScope(of: route) { position in
                    made.append(position.screen)
                    return position.screen
                }
                expect(made) == [.rooms, .room("a"), .room("b")]
                expect(scope.top.value) == .room("b")
                expect(scope.members.value.count) == 3
            }

            it("lives while another tab is selected, and while something is presented on top") {
                route.value.push(.room("a"))
                let position = route.value.topPosition
                let member = scope?[position]
                route.value.select(.settings)
                route.value.present(.compose)
                route.value.dismiss()
                route.value.select(.rooms)
                expect(scope?[position]) === member
                expect(scope?.top.value) === member
                expect(made) == [.room("a"), .compose]
            }

            for (way, leave) in [
                ("popped", { $0.pop() }), ("popped to the root", { $0.popToRoot() }),
                ("replaced", { $0 = AppRoute(tabs: .rooms, .settings) }),
                ("shown elsewhere", { $0.show(AppRoute(.rooms)) }),
                ("without its tab", { $0 = AppRoute(.settings) }),
            ] as [(String, (inout AppRoute) -> Void)] {
                it("is released when its position is left: \(way)") {
                    route.value.push(.room("a"))
                    let before = living.count
                    leave(&route.value)
                    expect(living.count) <= before - 1
                    expect(living.count) == route.value.positions.count
                }
            }

            it("is released when it is dismissed, with all above it") {
                route.value.present(.compose)
                route.value.push(.picker)
                route.value.present(.login)
                expect(living.count) == 5
                route.value.dismiss(2)
                expect(living.count) == 2
            }

            it("is one of its own where a screen stands at two places") {
                route.value.push(.room("a"))
                let first = scope?.top.value
                route.value.push(.room("a"))
                expect(scope?.top.value) !== first
                route.value.pop()
                expect(scope?.top.value) === first
            }

            it("is a new one where the position was left and entered again, also within one turn") {
                route.value.push(.room("a"))
                let first = scope?.top.value
                route.value = AppRoute(tabs: .rooms, .settings)
                route.value.push(.room("a"))
                expect(scope?.top.value) !== first
            }

            it("is a new one where what is below it was replaced, as the screen is pushed again") {
                route.value = AppRoute(.rooms, .room("a"), .compose)
                let first = scope?.top.value
                route.value = AppRoute(.rooms, .room("b"), .compose)
                expect(scope?.top.value) !== first
            }

            it("is left alone by the transitions that a renderer makes, and only then") {
                let routes = SmallRoutes()
                runPrograms(200) { random in
                    let (start, end) = (routes.random(&random), routes.random(&random))
                    let route = Variable(start)
                    var number = 0
                    let scope = RouteScope(of: route) { _ in
                        number += 1
                        return number
                    }
                    let before = scope.members.value
                    route.value = end
                    // What a renderer would still have, having made each screen itself.
                    var (standing, kept) = (start, before)
                    for transition in start.transitions(to: end) {
                        standing.apply(transition)
                        kept = kept.filter { [positions = Set(standing.positions)] in positions.contains($0.key) }
                    }
                    let after = scope.members.value.filter { $0.value <= before.count }
                    return kept == after ? nil : "\(after) live, and not \(kept), from \(start) to \(end)"
                }
            }
        }

        it("A3: the stores of a screen end with their effects, however it is left, and leak nothing") {
            expect { _ in
                let scheduler = TestScheduler()
                let dispatcher = Dispatcher(on: scheduler)
                let store = makeRouteStore(on: dispatcher)
                let scope = RouteScope(of: store.state) { Model($0, on: dispatcher, waitingOn: scheduler) }
                dispatcher.dispatch(Go.push(.room("a")))
                let counter = scope.top.value.store.state
                dispatcher.dispatch(Poll(), to: scope.top.value.store)
                scheduler.advance(by: .seconds(3))
                expect(counter.value) == 3
                dispatcher.dispatch(Go.set(AppRoute(.login)))
                scheduler.advance(by: .seconds(3))
                expect(counter.value) == 3
                expect(scope.top.value.position.screen) == .login
            }.to(leakNothing())
        }

        it("A3: what a member dispatches while it is made is dispatched after the turn") {
            let dispatcher = Dispatcher()
            let store = makeRouteStore(on: dispatcher)
            let scope = keep(
                RouteScope(of: store.state) { position in
                    if position.screen == .login { dispatcher.dispatch(Go.present(.compose)) }
                    return position.screen
                }
            )
            dispatcher.dispatch(Go.push(.login))
            expect(store.state.value.top) == .compose
            expect(scope.top.value) == .compose
            expect(scope.members.value.count) == 4
        }
    }
}
