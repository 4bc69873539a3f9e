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
            func outcome(_ name: String, of application: Application) -> ServiceStart.Outcome? {
                application.starts.value.first { $0.name == name }?.outcome
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

            it("starts earlier what is needed earlier, and says for whom") {
                let application = make([Feed.init, Logs.init, Database.init, EagerFeed.init, Index.init])
                let entry = application.starts.value.first { $0.name == "Index" }
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
            }

            it("starts nothing twice, however often its moment comes") {
                let application = make([Logs.init, Database.init, Feed.init])
                for _ in 0..<2 {
                    launch(application)
                    application.noteFirstScreen()
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
                        Logs.init, Database.init, Settings.init, Feed.init, Pictures.init, Cleaner.init, Index.init,
                        Search.init, EagerFeed.init,
                    ]
                    kinds.shuffle(using: &random)
                    for kind in kinds {
                        bench.starts[kind(bench).name] = .milliseconds(.random(in: 0...50, using: &random))
                    }
                    let services = kinds.map { $0(bench) }
                    let application = Application(on: bench.scheduler, services)
                    bench.scheduler.start { await application.launch() }
                    application.noteFirstScreen()
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
