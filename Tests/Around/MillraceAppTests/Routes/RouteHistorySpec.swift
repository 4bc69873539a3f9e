import Foundation
import MillraceApp
import MillraceFlux
import MillraceHistory
import MillraceSignals
import MillraceSpecs

/// A route is recorded, replayed, undone and restored like any other state.
final class RouteHistorySpec: Spec {
    private static let actions: [Go] = [
        .push(.room("a")), .push(.event(room: "a", number: 3)), .select(.settings), .present(.compose), .back,
        .select(.rooms), .pop(), .show(AppRoute(.settings, .login)),
    ]

    func testSpec() {
        describe("a route") {
            it("is recorded and replayed") {
                let dispatcher = Dispatcher()
                let store = makeRouteStore(on: dispatcher)
                var recorded = Data()
                let recorder = ActionRecorder(digesting: store, on: dispatcher) { recorded.append($0) }
                for action in Self.actions { dispatcher.dispatch(action) }
                recorder.finish()

                let other = Dispatcher()
                let replayed = makeRouteStore(on: other)
                let recording = try ActionRecording(recorded)
                expect(recording.replay(to: replayed, on: other)) == .same(turns: Self.actions.count)
                expect(replayed.state.value) == store.state.value
            }

            it("is undone and redone, and the screen follows") {
                let scheduler = TestScheduler()
                let dispatcher = Dispatcher(on: scheduler)
                let store = makeRouteStore(on: dispatcher)
                let undo = UndoHistory(on: dispatcher) { undo in
                    undo.track(store)
                    undo.step(Go.self)
                }
                let renderer = StubRenderer(on: scheduler)
                let router = Router(store.state, by: renderer, on: scheduler)
                var routes = [store.state.value]
                for action in Self.actions {
                    dispatcher.dispatch(action)
                    routes.append(store.state.value)
                }
                for route in routes.dropLast().reversed() {
                    undo.undo()
                    expect(store.state.value) == route
                    scheduler.run()
                    expect(renderer.screen) == route
                }
                for route in routes.dropFirst() {
                    undo.redo()
                    expect(store.state.value) == route
                }
                scheduler.run()
                expect(router.rendered.value) == routes.last
            }

            it("is restored after a restart, and shown from the tabs on") {
                var route = AppRoute(tabs: .rooms, .settings)
                for action in Self.actions { route.navigate(action) }
                let data = try JSONEncoder().encode(route)

                let scheduler = TestScheduler()
                let restored = try JSONDecoder().decode(AppRoute.self, from: data)
                let store = makeRouteStore(on: Dispatcher(on: scheduler), restored)
                let renderer = StubRenderer(on: scheduler)
                let router = Router(store.state, by: renderer, on: scheduler)
                scheduler.run()
                expect(renderer.screen) == route
                expect(router.rendered.value) == route
            }
        }
    }
}
