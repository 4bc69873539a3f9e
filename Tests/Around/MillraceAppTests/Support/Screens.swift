import MillraceApp
import MillraceFlux
import MillraceSignals
import MillraceSpecs

/// The screens of a small chat.
enum Screen: Hashable, Codable {
    case rooms, settings, login
    case room(String)
    case event(room: String, number: Int)
    case search(text: String, page: Int, kind: String?, at: String?)
    case compose, picker
}

typealias Go = Navigate<Screen>
typealias AppRoute = Route<Screen>

/// A store with two tabs.
func makeRouteStore(on dispatcher: Dispatcher, _ route: AppRoute = Route(tabs: .rooms, .settings)) -> Store<AppRoute> {
    Store(route, on: dispatcher, name: "route") { $0.handleNavigation() }
}

/// A renderer whose transitions take virtual time. It notes them, and where they lead from where it stands itself.
final class StubRenderer: RouteRenderer {
    enum Behaviour {
        case takes(Duration)
        case hangs
        case fails
        /// Returns long after its time is over, whether it is cancelled or not.
        case returnsLate(Duration)
    }

    struct Failure: Error {}

    let scheduler: TestScheduler
    private(set) var screen: AppRoute
    private(set) var steps: [RouteStep<Screen>] = []
    private(set) var wasCancelled = false
    private var running = 0
    private(set) var mostAtOnce = 0

    /// How each transition behaves, by its number; the others take a second.
    var behaviours: [Int: Behaviour] = [:]

    init(on scheduler: TestScheduler, showing screen: AppRoute = Route(tabs: .rooms, .settings)) {
        self.scheduler = scheduler
        self.screen = screen
    }

    var transitions: [AppRoute.Transition] { steps.map(\.transition) }

    nonisolated(nonsending) func perform(_ step: RouteStep<Screen>) async throws {
        let behaviour = behaviours[steps.count] ?? .takes(.seconds(1))
        steps.append(step)
        running += 1
        mostAtOnce = max(mostAtOnce, running)
        defer { running -= 1 }
        switch behaviour {
        case .takes(let duration): try await scheduler.sleep(for: duration)
        case .fails: throw Failure()
        case .hangs:
            do {
                try await scheduler.sleep(for: .seconds(1_000_000))
            } catch {
                wasCancelled = true
                throw error
            }
        case .returnsLate(let duration):
            let (scheduler, sleep) = (scheduler, AsyncStream.makeStream(of: Void.self))
            scheduler.schedule(after: duration) { sleep.continuation.finish() }
            for await _ in sleep.stream {}
        }
        screen.apply(step.transition)
    }

    /// As a swipe or a tap on a tab does.
    func userMoves(_ move: (inout AppRoute) -> Void) { move(&screen) }
}
