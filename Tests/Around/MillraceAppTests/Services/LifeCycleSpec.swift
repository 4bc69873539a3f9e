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

        describe("the starts of the services") {
            it("say what each has cost and for whom it was early, as an observable whose values are lines") {
                let bench = ServiceBench()
                bench.starts = ["Logs": .milliseconds(2), "Feed": .seconds(1)]
                bench.failing = ["Settings"]
                let application = Application(
                    on: bench.scheduler,
                    [Logs(bench), Feed(bench), Database(bench), Settings(bench), EagerFeed(bench), Index(bench)]
                )
                let ends = Recording(of: application.starts.map { $0.count { $0.took != nil } })
                bench.scheduler.start { await application.launch() }
                bench.scheduler.advance(by: .milliseconds(100))
                application.noteFirstScreen()
                bench.scheduler.advance(by: .milliseconds(500))
                expect(application.starts.value.map { "\($0)" }) == [
                    "Logs, before the first screen: started in 0.002 seconds",
                    "Database, before the first screen: started in 0.01 seconds",
                    "Feed, after the first screen: starting",
                    "Settings, before the first screen: failed (the disk is full) in 0.01 seconds",
                    "Index, before the first screen for EagerFeed: started in 0.01 seconds",
                    "EagerFeed, before the first screen: started in 0.01 seconds",
                ]
                expect(Set(ends.values)) == [0, 1, 2, 3, 4, 5]
            }
        }
    }
}
