import Foundation
import MillraceApp
import MillraceFlux
import MillraceSignals
import MillraceSpecs

/// What users of ReSwift-Router report, each as an example: it happens to nobody here.
final class ReSwiftRouterComplaintsSpec: Spec {
    func testSpec() {
        describe("a router of an app with tabs") {
            @TestState var scheduler = TestScheduler()
            @TestState var store: Store<AppRoute>?
            @TestState var renderer: StubRenderer?
            @TestState var router: Router<Screen>?

            beforeEach {
                let made = makeRouteStore(on: Dispatcher(on: scheduler))
                let stub = StubRenderer(on: scheduler)
                (store, renderer) = (made, stub)
                router = Router(made.state, by: stub, on: scheduler)
            }

            func go(_ actions: Go...) {
                for action in actions { store?.dispatcher.dispatch(action) }
                scheduler.run()
            }

            it("is not stuck for ever by a completion that never comes") {
                renderer?.behaviours = [0: .hangs, 1: .hangs]
                go(.push(.room("a")), .push(.room("b")), .push(.room("c")))
                expect(renderer?.steps.count) == 3
                expect(router?.rendered.value) == store?.state.value
            }

            it("is not stopped by a pause in the debugger: the end that comes late is ignored, and nothing traps") {
                renderer?.behaviours = [0: .returnsLate(.seconds(3_600))]
                go(.push(.room("a")), .push(.room("b")))
                expect(renderer?.steps.count) == 2
                expect(router?.rendered.value) == store?.state.value
            }

            it("keeps the stack of a tab that is left and selected again") {
                go(.push(.room("a")), .select(.settings), .push(.login), .select(.rooms))
                expect(store?.state.value.top) == .room("a")
                expect(renderer?.screen.top) == .room("a")
                expect(renderer?.transitions) == [
                    .push(.room("a"), on: .tab(.rooms)), .push(.login, on: .tab(.settings)),
                ]
            }

            it("tells two screens with one identifier apart: the second is pushed, and popped alone") {
                go(.push(.room("a")), .push(.room("a")))
                expect(renderer?.transitions) == Array(repeating: .push(.room("a"), on: .tab(.rooms)), count: 2)
                go(.pop())
                expect(renderer?.transitions.last) == .pop(1, from: .tab(.rooms))
                expect(renderer?.screen[.tab(.rooms)]?.pushed) == [.room("a")]
            }

            it("pushes once where a button is tapped twice") {
                go(.push(.room("a"), from: .rooms), .push(.room("a"), from: .rooms))
                expect(renderer?.transitions) == [.push(.room("a"), on: .tab(.rooms))]
            }

            it("pushes without knowing the route, with parameters in the screen itself") {
                go(.push(.room("a")))
                go(.push(.event(room: "a", number: 7)))
                expect(renderer?.screen.top) == .event(room: "a", number: 7)
            }

            it("does not pop twice where the user has swiped back") {
                go(.push(.room("a")), .push(.room("b")))
                renderer?.userMoves { $0.pop() }
                router?.noteScreenMove { $0.pop() }
                go(.back)
                expect(renderer?.screen[.tab(.rooms)]?.pushed) == [.room("a")]
                expect(renderer?.steps.count) == 2
            }

            it("is at peace when the initial route is deep") {
                var deep = AppRoute(tabs: .rooms, .settings)
                deep.show(AppRoute(.settings, .login, .picker))
                let stub = StubRenderer(on: scheduler)
                let own = Router(Variable(deep), by: stub, on: scheduler)
                scheduler.run()
                expect(own.rendered.value) == deep
                expect(stub.transitions) == [
                    .push(.login, on: .tab(.settings)), .push(.picker, on: .tab(.settings)), .select(.settings),
                ]
            }
        }
    }
}
