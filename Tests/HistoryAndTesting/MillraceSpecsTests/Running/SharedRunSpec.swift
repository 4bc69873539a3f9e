#if os(Linux)
import Foundation
import MillraceSpecs

/// A run that two processes share, as a plain `swift test` of this package is.
final class SharedRunSpec: Spec {
    func testSpec() throws {
        if try Fixture.defineRequested() { return }

        describe("a run of two specs that two processes share") {
            @TestState var folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

            @TestState var meeting = folder.appendingPathComponent("meeting")

            beforeEach { try FileManager.default.createDirectory(at: meeting, withIntermediateDirectories: true) }
            afterEach { try? FileManager.default.removeItem(at: folder) }

            func run(_ fixture: Fixture, processes: String = "2") throws -> ChildRun {
                try ChildRun(
                    fixture,
                    environment: [
                        "MILLRACE_PROCESSES": processes, Fixture.meeting: meeting.path, "TMPDIR": folder.path,
                    ],
                    alsoIn: ["SharedRunSpec"]
                )
            }

            it("runs each once, some in either process, and counts all") {
                let run = try run(.shared)
                expect(run.status).to(equal(0))
                expect(run.totals).to(equal("4 tests, with 0 failures (0 unexpected)"))
                expect(run.results.filter { $0 == "passed meets the other process" }).to(haveCount(2))
                let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                expect(left.filter { $0.hasPrefix("millrace-") }).to(beEmpty())
            }

            it("fails where the second process fails, and counts its failures") {
                let run = try run(.sharedFailing)
                expect(run.status).to(equal(1))
                expect(run.failures).toNot(beEmpty())
                expect(run.totals).to(equal("4 tests, with \(run.failures.count) failures (0 unexpected)".singular))
            }

            it("fails where the second process ends before its specs") {
                let run = try run(.sharedTrapping)
                expect(run.status).to(equal(1))
                expect(run.failures.map(\.message)).to(contain(where: { $0.contains("the second process has ended") }))
            }

            it("is one process where one is wanted") {
                let run = try run(.failing, processes: "1")
                expect(run.totals).to(equal("12 tests, with 10 failures (0 unexpected)"))
            }

            it("is refused for any other number") {
                expect(try run(.passing, processes: "7").errors).to(contain("MILLRACE_PROCESSES: is '7'. To fix: "))
            }
        }
    }
}

extension String {
    fileprivate var singular: String { replacing("1 failures", with: "1 failure") }
}
#endif
