import MillraceApp
import MillraceFlux
import MillraceSpecs
@testable import MillraceUI

private enum Screen: Hashable, Codable { case rooms, settings, room(String), compose, picker }

private typealias Go = Navigate<Screen>
private typealias Place = Route<Screen>.Place

private struct Window: Equatable {
    var title = ""
    var route = Route<Screen>(.rooms)
}

private struct Rename: Action { var title: String }

final class ObservedRouteSpec: Spec {
    @MainActor func testSpec() async {
        describe("an observed route") {
            var actions: [String] = []
            var store: Store<Route<Screen>>!
            var route: ObservedRoute<Screen>!

            beforeEach {
                let dispatcher = Dispatcher(on: .main)
                actions = []
                dispatcher.install(.actionLogger { actions.append($0) })
                store = Store(Route(tabs: .rooms, .settings), on: dispatcher, name: "route") { $0.handleNavigation() }
                route = ObservedRoute(store)
            }

            afterEach { (store, route) = (nil, nil) }

            it("draws its reader again when it has changed") {
                let drawing = Drawing { [route] in "\(route!.route)" }
                route.dispatch(.push(.room("mill")))
                route.dispatch(.pop(3))
                expect(drawing.drawn) == [
                    "[rooms] settings", "[rooms › room(\"mill\")] settings", "[rooms] settings",
                ]
            }

            it("selects a tab by an action, and not the one that is selected") {
                route.selectedTab = .settings
                route.selectedTab = .settings
                expect(store.state.value.selected) == .settings
                expect(actions).to(haveCount(1))
            }

            it("has the roots of its tabs, whatever is on top of them") {
                route.dispatch(.push(.room("a")))
                route.dispatch(.present(.compose))
                expect(route.tabRoots.map(\.screen)) == [.rooms, .settings]
            }

            it("has the places of each branch, which are those of the screens' stores") {
                route.dispatch(.push(.room("a")))
                route.dispatch(.push(.room("a")))
                route.dispatch(.present(.compose))
                let places = route.path(of: .tab(.rooms))
                expect(places.map(\.screen)) == [.room("a"), .room("a")]
                expect(Set(places)).to(haveCount(2))
                expect(store.state.value.places).to(contain(places[1]))
                expect(route.presented(at: 0)?.screen) == .compose
                expect(route.presented(at: 1)).to(beNil())
                expect(route.path(of: .presented(0))).to(beEmpty())
            }

            it("pops what the user has swiped away") {
                for name in ["a", "b", "c"] { route.dispatch(.push(.room(name))) }
                let path = route.path(of: .tab(.rooms))
                actions = []
                route.userLeft(Array(path.prefix(1)), of: .tab(.rooms))
                expect(store.state.value.top) == .room("a")
                expect(actions.first).to(contain("pop(2)"))
            }

            it("pops in a branch that is covered, and leaves alone what covers it") {
                route.dispatch(.push(.room("a")))
                route.dispatch(.present(.compose))
                route.userLeft([], of: .tab(.rooms))
                expect("\(store.state.value)") == "[rooms] settings + compose"
            }

            it("refuses a swipe that ends after an action has popped the screen, and tells again what it is") {
                route.dispatch(.push(.room("a")))
                route.dispatch(.push(.room("b")))
                let swiped = Array(route.path(of: .tab(.rooms)).prefix(1))
                route.dispatch(.popToRoot)
                let drawing = Drawing { [route] in "\(route!.route)" }
                actions = []
                route.userLeft(swiped, of: .tab(.rooms))
                expect(actions).to(beEmpty())
                expect(drawing.drawn) == ["[rooms] settings", "[rooms] settings"]
            }

            it("refuses a swipe in a stack that an action has replaced") {
                route.dispatch(.push(.room("a")))
                route.dispatch(.push(.room("b")))
                let swiped = Array(route.path(of: .tab(.rooms)).prefix(1))
                route.dispatch(.popToRoot)
                for name in ["c", "d"] { route.dispatch(.push(.room(name))) }
                route.userLeft(swiped, of: .tab(.rooms))
                expect(store.state.value.top) == .room("d")
            }

            it("sends nothing where the user has left nothing") {
                route.dispatch(.push(.room("a")))
                actions = []
                route.userLeft(route.path(of: .tab(.rooms)), of: .tab(.rooms))
                expect(actions).to(beEmpty())
            }

            it("dismisses what the user has pulled down, with all that is on it") {
                route.dispatch(.present(.compose))
                route.dispatch(.present(.picker))
                route.userDismissed(route.presented(at: 0)!)
                expect(store.state.value.presented).to(beEmpty())
            }

            it("does not dismiss what an action has presented instead") {
                route.dispatch(.present(.compose))
                let compose = route.presented(at: 0)!
                route.dispatch(.dismiss())
                route.dispatch(.present(.picker))
                route.userDismissed(compose)
                expect(store.state.value.top) == .picker
            }

            it("keeps the store, which handles what users do") {
                let (dispatcher, alone) = (Dispatcher(on: .main), Route<Screen>(.rooms))
                let route = ObservedRoute(Store(alone, on: dispatcher, name: "alone") { $0.handleNavigation() })
                route.dispatch(.push(.room("a")))
                expect(route.route.top) == .room("a")
            }

            it("may be a part of a larger state, whose other parts draw nothing") {
                let window = Store(Window(), on: Dispatcher(on: .main), name: "window") { store in
                    store.handleNavigation(\.route)
                    store.on(Rename.self) { state, action in state.title = action.title }
                }
                let route = ObservedRoute(window, \.route)
                let drawing = Drawing { "\(route.route)" }
                window.dispatcher.dispatch(Rename(title: "Mill"))
                route.dispatch(.push(.room("a")))
                expect(drawing.drawn) == ["rooms", "rooms › room(\"a\")"]
                withExtendedLifetime(window) {}
            }
        }

        describe("the path that a stack shows") {
            it("is that of the route, and stays while its branch goes") {
                var route = Route<Screen>(.rooms)
                route.present(.compose)
                route.push(.picker)
                let (root, shown) = (route.root(of: .presented(0))!, ShownPath<Screen>())
                expect(shown.path(above: root, in: route).map(\.screen)) == [.picker]
                var later = route
                later.dismiss()
                expect(shown.path(above: root, in: later).map(\.screen)) == [.picker]
                later.present(.settings)
                expect(shown.path(above: root, in: later).map(\.screen)) == [.picker]
                route.pop()
                expect(shown.path(above: root, in: route)).to(beEmpty())
            }
        }
    }
}
