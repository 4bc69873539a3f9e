import Foundation
import MillraceApp
import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Law A3: every branch keeps its own stack. A screen's store lives exactly as long as its place in the route.
final class A3PlaceSpec: Spec {
    private struct Poll: Action {}
    private struct Polled: Action {}

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

        describe("A3: a place") {
            it("is in two routes exactly if the transitions between them leave its screen alone") {
                let routes = SmallRoutes()
                runPrograms(500) { random in
                    let (start, end) = (routes.random(&random), routes.random(&random))
                    // What a renderer would still have, having made each screen itself.
                    var (standing, kept) = (start, Set(start.spots))
                    for transition in start.transitions(to: end) {
                        standing.apply(transition)
                        kept.formIntersection(standing.spots)
                    }
                    let common = Set(start.places).intersection(end.places)
                    let found = Set(common.map { Spot(branch: $0.branch, depth: $0.depth, screen: $0.screen) })
                    return found == kept ? nil : "\(common) stay, and not \(kept), from \(start) to \(end)"
                }
            }

            it("has a text of its own, and is decoded as it was encoded") {
                let routes = SmallRoutes(screens: ["a › b", "a", "b", "+ a", #"b\"#], tabs: ["x", "x › a", "+ a › b"])
                var texts: [String: Route<String>.Place] = [:]
                runPrograms(300) { random in
                    for place in routes.random(&random).places {
                        let other = texts.updateValue(place, forKey: place.description)
                        if let other, other != place { return "\(place) is \(place.screens) and \(other.screens)" }
                        let coded = try? JSONDecoder().decode(
                            Route<String>.Place.self,
                            from: JSONEncoder().encode(place)
                        )
                        if coded != place { return "\(place) was decoded as \(String(describing: coded))" }
                    }
                    return nil
                }
            }

            it("is there exactly if it is one of the route's places") {
                let routes = SmallRoutes()
                runPrograms(300) { random in
                    let (route, other) = (routes.random(&random), routes.random(&random))
                    for place in other.places where route.contains(place) != route.places.contains(place) {
                        return "\(place) of \(other), in \(route)"
                    }
                    return nil
                }
            }

            it("is left with what stands on it, and the root of a tab never") {
                runPrograms(300) { random in
                    var route = SmallRoutes().random(&random)
                    let former = route
                    guard let place = former.places.randomElement(using: &random) else { return "no place" }
                    route.leave(place)
                    if case .tab = place.branch, place.depth == 0 {
                        return route == former ? nil : "the tab \(place) was left"
                    }
                    let expected = former.places.filter { other in
                        switch (place.branch, other.branch) {
                        case (.presented(let left), .presented(let index)) where place.depth == 0: index < left
                        case (let left, let branch) where left == branch: other.depth < place.depth
                        default: true
                        }
                    }
                    if route.contains(place) { return "\(place) is still there" }
                    var again = route
                    again.leave(place)
                    if again != route { return "\(place) was left twice" }
                    return route.places == expected ? nil : "\(place) of \(former) left \(route)"
                }
            }
        }

        describe("A3: the store of a screen") {
            @TestState var made: [String] = []
            @TestState var living = LivingCount()
            @TestState var dispatcher = Dispatcher()
            var route: Store<AppRoute>!
            var stores: StoreFamily<AppRoute.Place, Tracked>!

            func makeStores(of route: Store<AppRoute>) -> StoreFamily<AppRoute.Place, Tracked> {
                StoreFamily(of: route, screens: { $0 == .settings ? nil : "\($0)" }, name: "screen") { text in
                    made.append(text)
                    return Store(living.instance(made.count), on: dispatcher)
                }
            }

            beforeEach {
                route = makeRouteStore(on: dispatcher)
                stores = makeStores(of: route)
                made = []
            }
            afterEach { (route, stores) = (nil, nil) }

            func go(_ action: Go) { dispatcher.dispatch(action) }
            func top() -> Store<Tracked>? { stores[route.state.value.topPlace] }

            it("is made when its place is entered, once, if the screen is of its kind") {
                expect(living.count) == 1
                go(.push(.room("a")))
                go(.push(.room("b")))
                go(.push(.settings))
                expect(made) == [#"room("a")"#, #"room("b")"#]
                expect(top() == nil) == true
                expect(stores.count) == 3
                go(.pop())
                expect(top()?.description) == #"screen[rooms › room("a") › room("b")]"#
            }

            it("is made after what is below it") {
                stores = makeStores(of: makeRouteStore(on: dispatcher, AppRoute(.rooms, .room("a"), .room("b"))))
                expect(made) == ["rooms", #"room("a")"#, #"room("b")"#]
            }

            it("is seen with the route in one turn") {
                let log = Log()
                let shown = route.state.map { [unowned stores] in ($0, stores!.keys, stores![$0.topPlace]) }
                log.observe(
                    shown.map { route, keys, top in
                        let places = route.places.filter { $0.screen != .settings }
                        return "\(route.top) \(keys == places) \(top == nil)"
                    }
                )
                let actions: [Go] = [
                    .push(.room("a")), .select(.settings), .present(.compose), .back, .set(AppRoute(.login)),
                ]
                for action in actions { go(action) }
                expect(log.lines) == [
                    "rooms true false", #"room("a") true false"#, "settings true true", "compose true false",
                    "settings true true", "login true false",
                ]
            }

            it("is observed with the route in one turn, as that of the screen on top") {
                let (app, log) = (ScreenApp(), Log())
                let top = app.route.state.flatMapLatest { route in
                    app.rooms.state(of: route.topPlace).map { "\(route.top) \($0?.lines ?? [])" }
                }
                log.observe(top)
                app.dispatcher.dispatch(Go.push(.room("a")))
                app.rooms.dispatch(Say("x"), to: app.top)
                app.dispatcher.dispatch(Go.push(.room("b")))
                app.dispatcher.dispatch(Say("all"))
                batch {
                    app.dispatcher.dispatch(Go.pop())
                    app.dispatcher.dispatch(Go.push(.room("b")))
                }
                app.dispatcher.dispatch(Go.back)
                expect(log.lines) == [
                    "rooms []", #"room("a") []"#, #"room("a") ["x"]"#, #"room("b") []"#, #"room("b") ["all"]"#,
                    #"room("b") []"#, #"room("a") ["x", "all"]"#,
                ]
            }

            it("lives while another tab is selected, and while something is presented on top") {
                go(.push(.room("a")))
                let store = top()
                for action: Go in [.select(.settings), .present(.compose), .dismiss(), .select(.rooms)] { go(action) }
                expect(top()) === store
                expect(made) == [#"room("a")"#, "compose"]
            }

            for (way, leave) in [
                ("popped", .pop()), ("popped to the root", .popToRoot),
                ("replaced", .set(AppRoute(tabs: .rooms, .settings))),
                ("shown elsewhere", .show(AppRoute(.rooms))), ("without its tab", .set(AppRoute(.settings))),
            ] as [(String, Go)] {
                it("is released when its place is left: \(way)") {
                    go(.push(.room("a")))
                    expect(living.count) == 2
                    go(leave)
                    expect(living.count) == route.state.value.places.count { $0.screen != .settings }
                }
            }

            it("is released when it is dismissed, with all above it") {
                for action: Go in [.present(.compose), .push(.picker), .present(.login)] { go(action) }
                expect(living.count) == 4
                go(.dismiss(2))
                expect(living.count) == 1
            }

            it("is one of its own where a screen stands at two places") {
                go(.push(.room("a")))
                let first = top()
                go(.push(.room("a")))
                expect(top()) !== first
                go(.pop())
                expect(top()) === first
            }

            it("is a new one where the place was left and entered again, also within one turn") {
                go(.push(.room("a")))
                let first = top()
                batch {
                    go(.pop())
                    go(.push(.room("a")))
                }
                expect(top()) !== first
            }

            it("is a new one where what is below it was replaced, as the screen is shown again") {
                go(.set(AppRoute(.rooms, .room("a"), .compose)))
                let first = top()
                go(.set(AppRoute(.rooms, .room("b"), .compose)))
                expect(top()) !== first
                var stacked = AppRoute(.rooms)
                stacked.present(.login)
                stacked.present(.compose)
                go(.set(stacked))
                let second = top()
                stacked.dismiss(2)
                stacked.present(.picker)
                stacked.present(.compose)
                go(.set(stacked))
                expect(top()) !== second
            }

            it("leaves its place when it asks to be closed, without knowing the route") {
                let app = ScreenApp()
                app.dispatcher.dispatch(Go.push(.room("a")))
                let below = app.top
                app.dispatcher.dispatch(Go.push(.event(room: "a", number: 1)))
                app.dispatcher.dispatch(Go.present(.compose))
                app.finders.dispatch(Leave(), to: app.top)
                expect(app.route.state.value.top) == .event(room: "a", number: 1)
                app.rooms.dispatch(Leave(), to: below)
                expect(app.route.state.value) == AppRoute(tabs: .rooms, .settings)
                expect(app.rooms.count + app.finders.count) == 0
            }
        }

        it("A3: the stores of a route within a larger state follow it, and nothing else") {
            struct Window: Equatable {
                var title = ""
                var route = AppRoute(.rooms)
            }
            let dispatcher = Dispatcher()
            let window = Store(Window(), on: dispatcher, name: "window") { store in
                store.handleNavigation(\.route)
                store.on(Rename.self) { window, action in window.title = action.name }
            }
            var asked = 0
            let rooms = StoreFamily(
                of: window,
                \.route,
                screens: { screen in
                    asked += 1
                    return screen.room
                },
                name: "room"
            ) { room in
                Store(room, on: dispatcher) { store in store.on(Leave.self) { _, _ in .close } }
            }
            dispatcher.dispatch(Go.push(.room("a")))
            asked = 0
            dispatcher.dispatch(Rename(name: "x"))
            expect(asked) == 0
            expect(rooms[window.state.value.route.topPlace]?.state.value) == "a"
            dispatcher.dispatch(Leave())
            expect(window.state.value) == Window(title: "x")
        }

        it("A3: the stores of a screen end with their effects, however it is left, and leak nothing") {
            expect { _ in
                let scheduler = TestScheduler()
                let dispatcher = Dispatcher(on: scheduler)
                let route = makeRouteStore(on: dispatcher)
                let rooms = StoreFamily(of: route, screens: \.room, name: "room") { _ in
                    Store(0, on: dispatcher) { store in
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
                dispatcher.dispatch(Go.push(.room("a")))
                let place = route.state.value.topPlace
                let counter = rooms[place]?.state
                rooms.dispatch(Poll(), to: place)
                scheduler.advance(by: .seconds(3))
                expect(counter?.value) == 3
                dispatcher.dispatch(Go.set(AppRoute(.login)))
                scheduler.advance(by: .seconds(3))
                expect(counter?.value) == 3
                expect(rooms.count) == 0
            }.to(leakNothing())
        }
    }
}
