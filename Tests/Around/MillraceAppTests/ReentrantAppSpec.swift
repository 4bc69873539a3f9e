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
        private(set) var starts = 0

        init(_ onEvent: @escaping () -> Void) { self.onEvent = onEvent }

        nonisolated(nonsending) func start(with services: StartedServices) async throws { starts += 1 }

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
                let first = Leaving {}
                var application: Application? = Application(on: scheduler, [first, Late {}])
                var began = 0
                let subscription = application?.starts.observe { starts in
                    if starts[0].outcome == .starting { application?.noteFirstScreen() }
                    began = starts.count { $0.outcome != .waiting }
                    if starts[0].outcome == .started { application = nil }
                }
                application?.noteFirstScreen()
                scheduler.advance(by: .seconds(1))
                expect(began) == 2
                expect(first.starts) == 1
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
                var (steps, performed) = (0, 0)
                let subscription = router?.step.observe { step in
                    guard step != nil else { return }
                    steps += 1
                    store.dispatcher.dispatch(Go.push(.room("b")))
                    guard steps == 2 else { return }
                    performed = renderer.steps.count
                    router = nil
                }
                store.dispatcher.dispatch(Go.push(.room("a")))
                scheduler.run()
                expect(steps) == 2
                expect(performed) == 1
                expect(router).to(beNil())
                subscription?.cancel()
            }
        }
    }
}
