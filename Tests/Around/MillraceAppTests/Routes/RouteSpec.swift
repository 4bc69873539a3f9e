import Foundation
import MillraceApp
import MillraceFlux
import MillraceSignals
import MillraceSpecs

final class RouteSpec: Spec {
    func testSpec() {
        describe("a route") {
            @TestState var route = AppRoute(tabs: .rooms, .settings)

            it("begins at the root of its first tab") {
                expect(route.top) == .rooms
                expect(route.selected) == .rooms
                expect(route.tabs.map(\.root)) == [.rooms, .settings]
            }

            it("pushes and pops on what the user sees") {
                route.push(.room("a"))
                route.present(.compose)
                route.push(.picker)
                expect(route.top) == .picker
                expect(route[.tab(.rooms)]?.pushed) == [.room("a")]
                route.pop(7)
                expect(route.top) == .compose
                route.dismiss()
                expect(route.top) == .room("a")
                route.push(.room("b"))
                route.popToRoot()
                expect(route.top) == .rooms
            }

            it("is a short line in a log") {
                expect("\(AppRoute(.rooms, .room("a")))") == "rooms › room(\"a\")"
                route.push(.room("a"))
                route.present(.compose)
                route.push(.picker)
                expect("\(Go.show(route))") == "show([rooms › room(\"a\")] settings + compose › picker)"
                route.select(.settings)
                expect("\(route)") == "rooms › room(\"a\") [settings] + compose › picker"
            }

            it("goes back through what is presented, and no further than to the root") {
                route.push(.room("a"))
                route.present(.compose)
                route.push(.picker)
                expect((0..<4).map { _ in route.back() }) == [true, true, true, false]
                expect(route) == AppRoute(tabs: .rooms, .settings)
            }

            it("does nothing for what is not there") {
                let before = route
                route.select(.login)
                route.pop(-1)
                route.dismiss(3)
                route.dismiss(-1)
                route.apply(.pop(1, from: .presented(0)))
                route.apply(.push(.login, on: .tab(.login)))
                route.apply(.setTabs([]))
                expect(route) == before
            }

            it("shows another route and leaves the other tabs alone") {
                route.push(.room("a"))
                route.select(.settings)
                route.present(.compose)
                route.show(AppRoute(.settings, .login))
                expect(route[.tab(.rooms)]?.pushed) == [.room("a")]
                expect(route.shown) == AppRoute(.settings, .login)
                route.show(AppRoute(.search(text: "", page: 1, kind: nil, at: nil)))
                expect(route.tabs.count) == 3
            }

            it("names the place of every screen") {
                route.push(.room("a"))
                route.present(.compose)
                expect(route.places.map(\.screen)) == [.rooms, .room("a"), .settings, .compose]
                expect(route.places.map(\.depth)) == [0, 1, 0, 0]
                expect(route.topPlace) == route.places.last
                expect(route.places.map(\.description)) == ["rooms", #"rooms › room("a")"#, "settings", "+ compose"]
                route.push(.picker)
                route.present(.room("a+b › c"))
                expect(route.topPlace.description) == #"+ compose + room("a\+b \› c")"#
                expect(route[route.topPlace.branch]?.top) == route.topPlace.screen
            }
        }

        describe("a route that is encoded") {
            it("is decoded as it was") {
                var route = AppRoute(tabs: .rooms, .settings)
                route.push(.event(room: "a", number: 3))
                route.select(.settings)
                route.present(.compose)
                let data = try JSONEncoder().encode(route)
                expect(try JSONDecoder().decode(AppRoute.self, from: data)) == route
            }

            it("is an error if it is no route") {
                func decode(_ text: String) throws -> Route<String> {
                    try JSONDecoder().decode(Route<String>.self, from: Data(text.utf8))
                }
                let tab = #"{"root":"a","pushed":["b"]}"#
                expect(try decode(#"{"tabs":[\#(tab)],"selected":"a"}"#)) == Route("a", "b")
                expect(try decode(#"{"tabs":[],"selected":"a"}"#)).to(throwError())
                expect(try decode(#"{"tabs":[\#(tab)],"selected":"b"}"#)).to(throwError())
                expect(try decode(#"{"tabs":[\#(tab),\#(tab)],"selected":"a"}"#)).to(throwError())
            }
        }

        describe("a store with a route") {
            it("changes it by actions") {
                let dispatcher = Dispatcher()
                let store = makeRouteStore(on: dispatcher)
                func after(_ action: Go) -> AppRoute {
                    dispatcher.dispatch(action)
                    return store.state.value
                }
                expect(after(.push(.room("a"))).top) == .room("a")
                expect(after(.present(.compose)).top) == .compose
                expect(after(.push(.picker)).top) == .picker
                expect(after(.popToRoot).top) == .compose
                expect(after(.dismiss()).top) == .room("a")
                expect(after(.select(.settings)).top) == .settings
                expect(after(.show(AppRoute(.rooms, .room("b"), .room("c")))).top) == .room("c")
                expect(after(.pop()).top) == .room("b")
                expect(after(.back).top) == .rooms
                expect(after(.set(AppRoute(.login)))) == AppRoute(.login)
            }

            it("may hold it among other things") {
                struct State {
                    var route = AppRoute(.rooms)
                    var user: String?
                }
                let dispatcher = Dispatcher()
                let store = Store(State(), on: dispatcher) { $0.handleNavigation(\.route) }
                dispatcher.dispatch(Go.push(.room("a")))
                expect(store.state.value.route.top) == .room("a")
            }
        }
    }
}
