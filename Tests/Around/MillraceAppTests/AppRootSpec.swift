import Foundation
import MillraceApp
import MillraceFlux
import MillraceSignals
import MillraceSpecs

/// The root of an app, in which everything is a constant, initialised in order from what stands before it.
private final class AppRoot {
    let dispatcher: Dispatcher
    let screens: SwipedScreens
    let session: Store<Bool>
    let route: Store<AppRoute>
    let opener: DeepLinkOpener<AppRoute>
    let router: Router<Screen>
    let application: Application

    init(on scheduler: TestScheduler) {
        dispatcher = Dispatcher(on: scheduler)
        screens = SwipedScreens()
        session = Store(false, on: dispatcher, name: "session") { store in
            store.on(SignedIn.self) { isSignedIn, _ in isSignedIn = true }
        }
        route = makeRouteStore(on: dispatcher)
        opener = DeepLinkOpener(links, on: dispatcher) { [session] route in
            route.selected == .rooms ? session.state : nil
        }
        router = Router(route.state, by: screens, on: scheduler)
        application = Application(on: scheduler, [LinkService(opener)])
        screens.swipes.observe(for: self) { root, _ in
            root.router.noteScreenMove { $0.pop() }
            root.dispatcher.dispatch(Go.pop())
        }
    }
}

private struct SignedIn: Action {}

private final class SwipedScreens: RouteRenderer {
    let swipes = Emitter<Void>()
    private(set) var transitions: [AppRoute.Transition] = []

    nonisolated(nonsending) func perform(_ step: RouteStep<Screen>) async { transitions.append(step.transition) }
}

private final class LinkService: Service {
    private let opener: DeepLinkOpener<AppRoute>

    init(_ opener: DeepLinkOpener<AppRoute>) { self.opener = opener }

    func handle(_ event: LifeCycleEvent) -> LifeCycleAnswer {
        guard case .openURL(let url) = event else { return .noted }
        if case .unknown = opener.open(url) { return .noted }
        return .taken
    }
}

final class AppRootSpec: Spec {
    func testSpec() {
        describe("the root of an app") {
            @TestState var scheduler = TestScheduler()

            it("opens a link when the user is signed in, and follows a swipe") {
                let root = AppRoot(on: scheduler)
                guard let url = URL(string: "mill://room/a") else { return fail("no URL") }
                expect(root.application.handle(.openURL(url))) == .taken
                scheduler.run()
                expect(root.screens.transitions).to(beEmpty())
                root.dispatcher.dispatch(SignedIn())
                scheduler.run()
                expect(root.screens.transitions) == [.push(.room("a"), on: .tab(.rooms))]
                root.screens.swipes.send(())
                scheduler.run()
                expect(root.route.state.value.top) == .rooms
                expect(root.screens.transitions).to(haveCount(1))
            }

            it("goes as a whole") {
                expect {
                    let root = AppRoot(on: scheduler)
                    if let url = URL(string: "mill://room/a") { root.opener.open(url) }
                    scheduler.run()
                }.to(leakNothing())
            }
        }
    }
}
