import Foundation
import MillraceApp
import MillraceSignals
import MillraceSpecs
import XCTest

final class LifeCycleSpec: Spec {
    func testSpec() {
        describe("a life-cycle event") {
            @TestState var bench = ServiceBench()

            func make() -> Application {
                Application(on: bench.scheduler, [Feed(bench), Logs(bench), Database(bench), Settings(bench)])
            }

            it("reaches every service in the declared order, whether it has started or not") {
                let application = make()
                application.handle(.willLaunch)
                application.handle(.memoryWarning)
                expect(bench.log.lines) == [
                    "Feed: willLaunch", "Logs: willLaunch", "Database: willLaunch",
                    "Feed: memoryWarning", "Logs: memoryWarning", "Database: memoryWarning",
                ]
            }

            it("is answered by the greatest of all answers") {
                let application = make()
                let url = try XCTUnwrap(URL(string: "mill:"))
                expect(application.handle(.openURL(url))) == .noted
                bench.answers = ["Logs": .taken]
                expect(application.handle(.openURL(url))) == .taken
                bench.answers = ["Feed": .taken, "Logs": .notYet, "Database": .taken]
                expect(application.handle(.willTerminate)) == .notYet
                expect(bench.log.lines.count) == 9
            }
        }

        describe("the report of the starts") {
            it("has what each has cost, as an observable and as a table") {
                let bench = ServiceBench()
                bench.starts = ["Logs": .milliseconds(2), "Database": .microseconds(41_250), "Feed": .seconds(1)]
                bench.failing = ["Settings"]
                let application = Application(
                    on: bench.scheduler,
                    [Logs(bench), Feed(bench), Database(bench), Settings(bench), EagerFeed(bench), Index(bench)]
                )
                let reports = Recording(of: application.report.map { $0.starts.count { $0.took != nil } })
                bench.scheduler.start { await application.launch() }
                bench.scheduler.advance(by: .milliseconds(30))
                expect(application.report.value.beforeFirstScreen).to(beNil())
                bench.scheduler.advance(by: .milliseconds(70))
                application.noteFirstScreen()
                bench.scheduler.advance(by: .milliseconds(500))
                expect(application.report.value.description) == """
                    service    starts                                     began     took  outcome
                    Logs       before the first screen                   0.0 ms   2.0 ms  started
                    Database   before the first screen                   2.0 ms  41.3 ms  started
                    Feed       after the first screen                  100.0 ms           starting
                    Settings   before the first screen                   0.0 ms  10.0 ms  failed: the disk is full
                    Index      before the first screen, for EagerFeed    0.0 ms  10.0 ms  started
                    EagerFeed  before the first screen                  10.0 ms  10.0 ms  started
                    before the first screen: 43.3 ms
                    """
                expect(application.report.value.beforeFirstScreen) == .microseconds(43_250)
                expect(Set(reports.values)) == [0, 1, 2, 3, 4, 5]
            }
        }
    }
}
