import Foundation
import MillraceApp
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Law A1: a service starts after all that it needs, once, at the moment it declares; what fails is reported and does
/// not stop the others. A cycle is an error that names it (`ServiceTrapTests`).
final class A1ServicesSpec: Spec {
    func testSpec() {
        describe("A1: an application") {
            @TestState var bench = ServiceBench()

            func make(_ kinds: [(ServiceBench) -> any Service]) -> Application {
                keep(Application(on: bench.scheduler, kinds.map { $0(bench) }))
            }
            func launch(_ application: Application) {
                let log = bench.log
                bench.scheduler.start {
                    await application.launch()
                    log("launched")
                }
                bench.scheduler.advance()
            }
            func advance(_ milliseconds: Int) { bench.scheduler.advance(by: .milliseconds(milliseconds)) }
            func outcome(_ name: String, of application: Application) -> StartReport.Outcome? {
                application.report.value.starts.first { $0.name == name }?.outcome
            }

            it("starts each service after what it needs, the others side by side, and then is launched") {
                let application = make([Database.init, Logs.init, Settings.init])
                expect(bench.log.lines).to(beEmpty())
                launch(application)
                expect(bench.log.lines) == ["Logs begins", "Settings begins"]
                advance(10)
                expect(bench.log.lines.dropFirst(2))
                    == ["Logs has started", "Database begins", "Settings has started"]
                advance(10)
                expect(bench.log.lines.suffix(2)) == ["Database has started", "launched"]
            }

            it("starts the others when the first screen was shown") {
                let application = make([Feed.init, Logs.init, Database.init])
                launch(application)
                advance(100)
                expect(bench.log.lines).toNot(contain("Feed begins"))
                application.noteFirstScreen()
                advance(10)
                expect(bench.log.lines).to(contain("Feed has started"))
            }

            it("starts what waits until it is idle one by one, when nothing has happened for a while") {
                let application = make([Logs.init, Database.init, Cleaner.init, Prefetch.init, Feed.init])
                launch(application)
                advance(1_000)
                application.noteFirstScreen()
                advance(400)
                application.noteActivity()
                advance(499)
                expect(bench.log.lines).toNot(contain("Cleaner begins"))
                advance(1)
                expect(bench.log.lines).to(contain("Cleaner begins"))
                expect(bench.log.lines).toNot(contain("Prefetch begins"))
                application.handle(.becameActive)
                advance(499)
                expect(bench.log.lines).to(contain("Cleaner has started"))
                expect(bench.log.lines).toNot(contain("Prefetch begins"))
                advance(11)
                expect(bench.log.lines).to(contain("Prefetch has started"))
            }

            it("starts at first use what waits for that, with what it needs, once for all who ask") {
                let application = make([Search.init, Index.init])
                launch(application)
                application.noteFirstScreen()
                advance(5_000)
                expect(bench.log.lines) == ["launched"]
                for _ in 0..<3 {
                    let log = bench.log
                    bench.scheduler.start {
                        let search = try? await application.use(Search.self)
                        log("used \(search?.name ?? "nothing")")
                    }
                }
                advance(20)
                expect(bench.log.lines.dropFirst()) == [
                    "Index begins", "Index has started", "Search begins", "Search has started", "used Search",
                    "used Search", "used Search",
                ]
            }

            it("starts earlier what is needed earlier, and says for whom") {
                let application = make([Feed.init, Logs.init, Database.init, EagerFeed.init, Index.init])
                let entry = application.report.value.starts.first { $0.name == "Index" }
                expect(entry?.moment) == .beforeFirstScreen
                expect(entry?.neededBy) == "EagerFeed"
                launch(application)
                advance(20)
                expect(bench.log.lines.suffix(2)) == ["EagerFeed has started", "launched"]
            }

            it("reports one that fails, tells those that need it, and starts the others") {
                bench.failing = ["Database"]
                let application = make([Logs.init, Database.init, Feed.init, Pictures.init, Settings.init])
                launch(application)
                advance(20)
                expect(bench.log.lines).to(contain("launched"))
                application.noteFirstScreen()
                advance(20)
                expect(outcome("Database", of: application)) == .failed("the disk is full")
                expect(outcome("Feed", of: application))
                    == .failed("Database could not be started: the disk is full")
                expect(bench.log.lines).to(contain("Pictures does without the database", "Pictures has started"))
                expect(outcome("Settings", of: application)) == .started

                var failure: ServiceFailure?
                bench.scheduler.start {
                    do { _ = try await application.use(Feed.self) } catch { failure = error as? ServiceFailure }
                }
                advance(0)
                expect(failure?.description)
                    == "Feed could not be started: Database could not be started: the disk is full"
            }

            it("starts nothing twice, however often its moment comes") {
                let application = make([Logs.init, Database.init, Feed.init])
                for _ in 0..<2 {
                    launch(application)
                    application.noteFirstScreen()
                    bench.scheduler.start { _ = try? await application.use(Database.self) }
                    advance(100)
                }
                expect(bench.log.lines.filter { $0.hasSuffix("begins") }) == [
                    "Logs begins", "Database begins", "Feed begins",
                ]
            }

            it("starts any services in an order that fits their needs") {
                runPrograms(100) { random in
                    let bench = ServiceBench()
                    var kinds: [(ServiceBench) -> any Service] = [
                        Logs.init, Database.init, Settings.init, Feed.init, Pictures.init, Cleaner.init, Prefetch.init,
                        Index.init, Search.init, EagerFeed.init,
                    ]
                    kinds.shuffle(using: &random)
                    for kind in kinds {
                        bench.starts[kind(bench).name] = .milliseconds(.random(in: 0...50, using: &random))
                    }
                    let services = kinds.map { $0(bench) }
                    let application = Application(on: bench.scheduler, services)
                    bench.scheduler.start { await application.launch() }
                    application.noteFirstScreen()
                    bench.scheduler.start { _ = try? await application.use(Search.self) }
                    bench.scheduler.run()
                    for service in services {
                        let (type, lines) = (type(of: service), bench.log.lines)
                        guard let begin = lines.firstIndex(of: "\(type) begins") else { return "\(type) did not start" }
                        if lines.count(where: { $0 == "\(type) begins" }) > 1 { return "\(type) started twice" }
                        for need in type.needs {
                            guard let end = lines.firstIndex(of: "\(need) has started"), end < begin else {
                                return "\(type) started before \(need)"
                            }
                        }
                    }
                    return nil
                }
            }

            it("leaks nothing, also if it is released while services start") {
                expect { scene in
                    let bench = ServiceBench()
                    let logs = scene.track(Logs(bench))
                    var application: Application? = scene.track(Application(on: bench.scheduler, [logs]))
                    application?.noteFirstScreen()
                    bench.scheduler.advance(by: .milliseconds(5))
                    release(&application)
                    bench.scheduler.run()
                    expect(bench.log.lines) == ["Logs begins"]
                }.to(leakNothing())
            }
        }
    }
}

/// Needs early what others need late.
final class EagerFeed: StubService, Service {
    static var needs: [any Service.Type] { [Index.self] }
    nonisolated(nonsending) func start(with services: StartedServices) async throws { try await begin() }
}

extension Service {
    /// The name in the log.
    fileprivate var name: String { "\(type(of: self))" }
}
