import MillraceApp
import MillraceFlux
import MillraceSignals
import MillraceSpecs
import MillraceTesting
import TestSupport

/// What an application and a router call may begin the next step, and release them.
final class ReentrantAppSpec: Spec {
    private final class Leaving: Service {
        private let onEvent: () -> Void

        init(_ onEvent: @escaping () -> Void) { self.onEvent = onEvent }

        func handle(_ event: LifeCycleEvent) -> LifeCycleAnswer {
            onEvent()
            return .noted
        }
    }

    private final class Late: Service {
        static var starts: StartMoment { .afterFirstScreen }
        private let onEvent: () -> Void

        init(_ onEvent: @escaping () -> Void) { self.onEvent = onEvent }

        func handle(_ event: LifeCycleEvent) -> LifeCycleAnswer {
            onEvent()
            return .noted
        }
    }

    func testSpec() {
        describe("A1 an application") {
            it("hands an event to all services, also if one of them releases it") {
                var application: Application?
                var events: [String] = []
                application = Application(
                    on: TestScheduler(),
                    [
                        Leaving {
                            events.append("leaving")
                            application = nil
                        },
                        Late { events.append("late") },
                    ]
                )
                application?.handle(.memoryWarning)
                expect(events) == ["leaving", "late"]
            }

            it("starts each service once, also if an observer of the starts begins the next moment") {
                let scheduler = TestScheduler()
                var application: Application? = Application(on: scheduler, [Leaving {}, Late {}])
                var began = 0
                let subscription = application?.starts.observe { starts in
                    if starts[0].outcome == .starting { application?.noteFirstScreen() }
                    began = starts.count { $0.outcome != .waiting }
                    if starts[0].outcome == .started { application = nil }
                }
                application?.noteFirstScreen()
                scheduler.advance(by: .seconds(1))
                expect(began) == 2
                expect(application).to(beNil())
                subscription?.cancel()
            }
        }

        describe("A2 a router") {
            it("ends with the step in which an observer releases it") {
                let scheduler = TestScheduler()
                let store = makeRouteStore(on: Dispatcher(on: scheduler))
                let renderer = StubRenderer(on: scheduler)
                var router: Router<Screen>? = Router(store.state, by: renderer, on: scheduler)
                var steps = 0
                let subscription = router?.step.observe { step in
                    guard step != nil else { return }
                    steps += 1
                    store.dispatcher.dispatch(Go.push(.room("b")))
                    if steps == 2 { router = nil }
                }
                store.dispatcher.dispatch(Go.push(.room("a")))
                scheduler.run()
                expect(steps) == 2
                expect(renderer.steps.count) <= 2
                expect(router).to(beNil())
                subscription?.cancel()
            }
        }
    }
}
