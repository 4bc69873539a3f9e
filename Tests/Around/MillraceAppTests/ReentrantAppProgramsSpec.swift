import MillraceApp
import MillraceFlux
import MillraceSignals
import MillraceSpecs
import MillraceTesting
import TestSupport

/// Random programs in which services, renderers and the observers of an application and a router use these, begin the
/// next step, and release them. What goes wrong shows itself under the address sanitizer, mostly.
///
/// See `Documentation/Contributing/Reentrance.md` for the lists.
final class ReentrantAppProgramsSpec: Spec {
    func testSpec() {
        it("A1 A2 what an application and a router call may use them, begin the next step, and release them") {
            runPrograms(300) { random in
                let (world, living) = (World(random), LivingCount())
                world.living = living
                let problem = world.run()
                random = world.random
                return problem ?? (living.count == 0 ? nil : "\(living.count) closures are left")
            }
        }
    }
}

/// A service that acts at random when it is called. Its types are below.
private class Acting {
    private unowned let world: World
    private let place: Int
    private let captures: [AnyObject]
    private var starts = 0

    init(_ place: Int, in world: World) { (self.world, self.place, captures) = (world, place, world.captures()) }

    nonisolated(nonsending) func begin() async throws {
        starts += 1
        if starts > 1 { world.note("a service was started \(starts) times") }
        world.called()
        try await world.pause()
        world.called()
    }

    func answer() -> LifeCycleAnswer {
        world.noteEvent(at: place)
        world.called()
        return .noted
    }
}

private final class First: Acting, Service {
    nonisolated(nonsending) func start(with services: StartedServices) async throws { try await begin() }
    func handle(_ event: LifeCycleEvent) -> LifeCycleAnswer { answer() }
}

private final class Second: Acting, Service {
    static var needs: [any Service.Type] { [First.self] }
    nonisolated(nonsending) func start(with services: StartedServices) async throws { try await begin() }
    func handle(_ event: LifeCycleEvent) -> LifeCycleAnswer { answer() }
}

private final class Last: Acting, Service {
    static var needs: [any Service.Type] { [Second.self] }
    static var starts: StartMoment { .afterFirstScreen }
    nonisolated(nonsending) func start(with services: StartedServices) async throws { try await begin() }
    func handle(_ event: LifeCycleEvent) -> LifeCycleAnswer { answer() }
}

/// A renderer that acts at random within each transition.
private final class Stage: RouteRenderer {
    private unowned let world: World
    private let captures: [AnyObject]
    private var running = 0

    init(in world: World) { (self.world, captures) = (world, world.captures()) }

    nonisolated(nonsending) func perform(_ step: RouteStep<Screen>) async throws {
        running += 1
        defer { running -= 1 }
        if running > 1 { world.note("\(running) transitions run at once") }
        world.called()
        try await world.pause()
        world.called()
    }
}

/// What a program has, and what it does with it.
private final class World {
    var random: SeededGenerator
    var living = LivingCount()
    private let scheduler = TestScheduler()
    private let route: Store<AppRoute>
    private var budget = 0
    private var problem: String?

    private var application: Application?
    private var router: Router<Screen>?
    private var observations: [Observation] = []

    /// The services that have had each event which is under way.
    private var events: [[Int]] = []

    private final class Observation {
        var subscription: Subscription?
        var isOver = false
    }

    private struct Failure: Error {}

    init(_ random: SeededGenerator) {
        self.random = random
        route = makeRouteStore(on: Dispatcher(on: scheduler))
    }

    func run() -> String? {
        for _ in 0..<10 where problem == nil {
            budget = 25
            for _ in 0..<5 { act() }
            scheduler.advance(by: .seconds(draw(4)))
        }
        budget = 0
        settle()
        for observation in observations { end(observation) }
        observations = []
        replace(\.application, by: nil)
        replace(\.router, by: nil)
        scheduler.advance(by: .seconds(60))
        return problem
    }

    /// With nobody who acts, a router that is there shows the route.
    private func settle() {
        if router == nil { makeRouter() }
        // A transition that is under way may still fail: then the router waits for the next change of the route.
        scheduler.advance(by: .seconds(60))
        route.dispatcher.dispatch(Go.present(.login))
        scheduler.advance(by: .seconds(600))
        if let rendered = router?.rendered.value, rendered != route.state.value {
            note("the router shows \(rendered), and the route is \(route.state.value)")
        }
        if let step = router?.step.value { note("\(step) is under way") }
    }

    private func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    /// Replaces a value, and releases the former one when the access is over, since that may act.
    private func replace<Value>(_ place: ReferenceWritableKeyPath<World, Value>, by other: Value) {
        let former = self[keyPath: place]
        self[keyPath: place] = other
        withExtendedLifetime(former) {}
    }

    // MARK: Code of the user

    func note(_ problem: String) { self.problem = self.problem ?? problem }

    /// What is counted, and at times what acts when it is released.
    func captures() -> [AnyObject] {
        let counted = living.instance()
        return draw(4) > 0 ? [counted] : [counted, OnDeinit { [weak self] in self?.called() }]
    }

    /// Runs in each closure.
    func called() {
        while budget > 0, draw(2) == 0 {
            budget -= 1
            act()
        }
    }

    /// Takes a while, and fails at times.
    nonisolated(nonsending) func pause() async throws {
        let (duration, fails) = (draw(3), budget > 0 && draw(8) == 0)
        if duration > 0 { try await scheduler.sleep(for: .seconds(duration)) }
        if fails { throw Failure() }
    }

    // MARK: Acting

    private func act() {
        switch draw(14) {
        case 0, 1: handle()
        case 2: application?.noteFirstScreen()
        case 3: makeApplication()
        case 4: replace(\.application, by: nil)
        case 5: makeRouter()
        case 6: replace(\.router, by: nil)
        case 7: router?.noteScreenMove { $0.pop() }
        case 8, 9: observe()
        case 10:
            if !observations.isEmpty { end(observations.remove(at: draw(observations.count))) }
        default: navigate()
        }
    }

    private func navigate() {
        switch draw(4) {
        case 0: route.dispatcher.dispatch(Go.pop())
        case 1: route.dispatcher.dispatch(Go.present(.compose))
        case 2: route.dispatcher.dispatch(Go.select(draw(2) == 0 ? .rooms : .settings))
        default: route.dispatcher.dispatch(Go.push(.room("\(draw(3))")))
        }
    }

    /// Every service gets the event, whatever those before it do.
    private func handle() {
        guard application != nil else { return makeApplication() }
        events.append([])
        application?.handle(.memoryWarning)
        let places = events.removeLast()
        if places != [0, 1, 2] { note("an event has come to \(places)") }
    }

    func noteEvent(at place: Int) { events[events.count - 1].append(place) }

    private func makeApplication() {
        let services: [any Service] = [First(0, in: self), Last(1, in: self), Second(2, in: self)]
        replace(\.application, by: Application(on: scheduler, services))
        application?.noteFirstScreen()
    }

    private func makeRouter() {
        replace(\.router, by: Router(route.state, by: Stage(in: self), on: scheduler, timeLimit: .seconds(30)))
    }

    private func observe() {
        let (observation, captures) = (Observation(), captures())
        let body: () -> Void = { [unowned self, weak observation] in
            if observation?.isOver != false { note("an observer was called that had ended") }
            withExtendedLifetime(captures) { called() }
        }
        switch draw(5) {
        case 0: observation.subscription = application?.starts.observe { _ in body() }
        case 1: observation.subscription = router?.step.observe { _ in body() }
        case 2: observation.subscription = router?.rendered.observe { _ in body() }
        case 3: observation.subscription = router?.failures.observe { _ in body() }
        default: observation.subscription = route.state.observe { _ in body() }
        }
        observations.append(observation)
    }

    private func end(_ observation: Observation) {
        observation.isOver = true
        if draw(2) == 0 { observation.subscription?.cancel() }
        let former = observation.subscription
        observation.subscription = nil
        withExtendedLifetime(former) {}
    }
}
