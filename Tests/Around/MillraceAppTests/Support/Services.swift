import MillraceApp
import MillraceSignals
import MillraceSpecs
import TestSupport

/// What the services of a spec share: the clock, what they do, and how their starts behave.
final class ServiceBench {
    let scheduler = TestScheduler()
    let log = Log()
    var starts: [String: Duration] = [:]
    var failing: Set<String> = []
    var answers: [String: LifeCycleAnswer] = [:]
}

struct DiskFull: Error, CustomStringConvertible {
    let description = "the disk is full"
}

/// A service that notes what happens to it. Its types are made below.
class StubService {
    let bench: ServiceBench
    var name: String { "\(type(of: self))" }

    init(_ bench: ServiceBench) { self.bench = bench }

    nonisolated(nonsending) func begin() async throws {
        bench.log("\(name) begins")
        try await bench.scheduler.sleep(for: bench.starts[name] ?? .milliseconds(10))
        if bench.failing.contains(name) { throw DiskFull() }
        bench.log("\(name) has started")
    }

    func answer(_ event: LifeCycleEvent) -> LifeCycleAnswer {
        bench.log("\(name): \(event)")
        return bench.answers[name] ?? .noted
    }
}

final class Logs: StubService, Service {
    nonisolated(nonsending) func start(with services: StartedServices) async throws { try await begin() }
    func handle(_ event: LifeCycleEvent) -> LifeCycleAnswer { answer(event) }
}

final class Database: StubService, Service {
    static var needs: [any Service.Type] { [Logs.self] }
    nonisolated(nonsending) func start(with services: StartedServices) async throws {
        _ = try services.get(Logs.self)
        try await begin()
    }
    func handle(_ event: LifeCycleEvent) -> LifeCycleAnswer { answer(event) }
}

final class Settings: StubService, Service {
    nonisolated(nonsending) func start(with services: StartedServices) async throws { try await begin() }
}

final class Feed: StubService, Service {
    static var needs: [any Service.Type] { [Database.self] }
    static var starts: StartMoment { .afterFirstScreen }
    nonisolated(nonsending) func start(with services: StartedServices) async throws {
        _ = try services.get(Database.self)
        try await begin()
    }
    func handle(_ event: LifeCycleEvent) -> LifeCycleAnswer { answer(event) }
}

/// Can do without the database.
final class Pictures: StubService, Service {
    static var needs: [any Service.Type] { [Database.self] }
    static var starts: StartMoment { .afterFirstScreen }
    nonisolated(nonsending) func start(with services: StartedServices) async throws {
        if (try? services.get(Database.self)) == nil { bench.log("Pictures does without the database") }
        try await begin()
    }
}

final class Cleaner: StubService, Service {
    static var needs: [any Service.Type] { [Database.self] }
    static var starts: StartMoment { .afterFirstScreen }
    nonisolated(nonsending) func start(with services: StartedServices) async throws { try await begin() }
}

final class Index: StubService, Service {
    static var starts: StartMoment { .afterFirstScreen }
    nonisolated(nonsending) func start(with services: StartedServices) async throws { try await begin() }
}

final class Search: StubService, Service {
    static var needs: [any Service.Type] { [Index.self] }
    static var starts: StartMoment { .afterFirstScreen }
    nonisolated(nonsending) func start(with services: StartedServices) async throws {
        _ = try services.get(Index.self)
        try await begin()
    }
}
