import MillraceApp
import MillraceFlux
import MillraceHistory
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Law A1 in every order: services whose starts end in any order, or fail, while the first screen is shown early or late.
final class ServiceOrdersSpec: Spec {
    struct DoesNotStart: Error {}

    /// What the services of an exploration share, and how far each is.
    final class Bench {
        enum Phase: Equatable { case starting, started, failed }

        let outside: Outside
        var phases: [String: Phase] = [:]
        var wrong: [String] = []

        init(_ outside: Outside) { self.outside = outside }

        nonisolated(nonsending) func start(_ service: any Service) async throws {
            let name = "\(type(of: service))"
            if phases[name] != nil { wrong.append("\(name) starts twice") }
            for need in type(of: service).needs where ![.started, .failed].contains(phases["\(need)"]) {
                wrong.append("\(name) starts before \(need)")
            }
            phases[name] = .starting
            let choice = try await outside.wait(name, for: [Outcome("starts"), Outcome("fails", isFault: true)])
            phases[name] = choice == 0 ? .started : .failed
            if choice == 1 { throw DoesNotStart() }
        }
    }

    class OrderedService {
        let bench: Bench
        init(_ bench: Bench) { self.bench = bench }
    }

    final class Logs: OrderedService, Service {
        nonisolated(nonsending) func start(with services: StartedServices) async throws { try await bench.start(self) }
    }

    final class Database: OrderedService, Service {
        static var needs: [any Service.Type] { [Logs.self] }
        nonisolated(nonsending) func start(with services: StartedServices) async throws { try await bench.start(self) }
    }

    final class Account: OrderedService, Service {
        nonisolated(nonsending) func start(with services: StartedServices) async throws { try await bench.start(self) }
    }

    /// Starts late, and needs one that starts early.
    final class Feed: OrderedService, Service {
        static var needs: [any Service.Type] { [Database.self, Account.self] }
        static var starts: StartMoment { .afterFirstScreen }
        nonisolated(nonsending) func start(with services: StartedServices) async throws {
            _ = try services.get(Database.self)
            try await bench.start(self)
        }
    }

    func testSpec() {
        it(
            "A1: in every order, each service starts once, after those that it needs, and the others start where one fails"
        ) {
            let result = try explore { world in
                let bench = Bench(world.outside)
                let services: [any Service] = [Feed(bench), Database(bench), Account(bench), Logs(bench)]
                let application = Application(on: world.scheduler, services)
                let scheduler = world.scheduler
                var (isLaunched, isShown) = (false, false)
                world.may("launch", times: 2) {
                    isLaunched = true
                    scheduler.start { await application.launch() }
                }
                world.may("the first screen is shown", times: 2) {
                    (isLaunched, isShown) = (true, true)
                    application.noteFirstScreen()
                }
                world.compare("moments") { [isLaunched, isShown] }
                world.atRest("each has started whose moment has come, whatever else has failed") {
                    application.starts.value.allSatisfy { start in
                        start.outcome != .waiting || !(start.moment == .beforeFirstScreen ? isLaunched : isShown)
                    }
                }
                world.compare("services") { bench.phases }
                world.compare("starts") { application.starts.value.map { "\($0.name) \($0.outcome)" } }
                world.always("each starts once, and after those that it needs") {
                    bench.wrong
                } equals: {
                    []
                }
                world.atRest("what has begun has an end, and is told") {
                    application.starts.value.allSatisfy { start in
                        switch start.outcome {
                        case .waiting: bench.phases[start.name] == nil
                        case .started: bench.phases[start.name] == .started
                        case .failed: bench.phases[start.name] == .failed || start.name == "Feed"
                        default: false
                        }
                    }
                }
                world.always("a service fails only where it, or what it cannot do without, has failed") {
                    application.starts.value.allSatisfy { start in
                        if case .failed = start.outcome { bench.phases.values.contains(.failed) } else { true }
                    }
                }
                return Inspection(of: Store(0, on: Dispatcher(on: world.scheduler), name: "app"))
            }
            expect(result.isComplete).to(beTrue())
        }
    }
}
