import Millrace
import MillraceSpecs

final class TestSchedulerSpec: Spec {
    func testSpec() {
        describe("a test scheduler") {
            var scheduler = TestScheduler()
            var log: [String] = []

            beforeEach {
                scheduler = TestScheduler()
                log = []
            }

            func note(_ text: String) { log.append("\(text) at \(scheduler.now / .milliseconds(1))") }

            it("begins at zero, and stands still") {
                scheduler.schedule(after: .zero) { note("work") }
                expect(scheduler.now).to(equal(.zero))
                expect(log).to(beEmpty())
            }

            it("does what becomes due, at its time, in the order of the times") {
                scheduler.schedule(after: .milliseconds(20)) { note("b") }
                scheduler.schedule(after: .milliseconds(10)) { note("a") }
                scheduler.schedule(after: .milliseconds(31)) { note("c") }
                scheduler.advance(by: .milliseconds(30))
                expect(log).to(equal(["a at 10.0", "b at 20.0"]))
                expect(scheduler.now).to(equal(.milliseconds(30)))
            }

            it("does what is due at one instant in the order in which it was scheduled") {
                for number in 0..<5 { scheduler.schedule(after: .milliseconds(10)) { note("\(number)") } }
                scheduler.schedule(after: .milliseconds(5)) {
                    scheduler.schedule(after: .milliseconds(5)) { note("later") }
                }
                scheduler.advance(to: .milliseconds(10))
                expect(log.map { $0.prefix(5) }).to(equal(["0 at ", "1 at ", "2 at ", "3 at ", "4 at ", "later"]))
            }

            it("does what was scheduled meanwhile, where it is due") {
                scheduler.schedule(after: .milliseconds(10)) {
                    note("first")
                    scheduler.schedule(after: .milliseconds(10)) { note("second") }
                    scheduler.schedule(after: .zero) { note("at once") }
                }
                scheduler.advance(by: .milliseconds(20))
                expect(log).to(equal(["first at 10.0", "at once at 10.0", "second at 20.0"]))
            }

            it("runs until there is nothing to do") {
                scheduler.schedule(after: .seconds(3600)) { note("late") }
                scheduler.run()
                expect(log).to(equal(["late at 3600000.0"]))
                expect(scheduler.now).to(equal(.seconds(3600)))
            }

            it("leaves what was cancelled") {
                let work = scheduler.schedule(after: .milliseconds(10)) { note("never") }
                scheduler.schedule(after: .milliseconds(10)) { note("other") }
                work.cancel()
                work.cancel()
                scheduler.run()
                expect(log).to(equal(["other at 10.0"]))
            }

            it("leaves what is cancelled by work of the same instant") {
                var work: ScheduledWork?
                scheduler.schedule(after: .milliseconds(10)) { work?.cancel() }
                work = scheduler.schedule(after: .milliseconds(10)) { note("never") }
                scheduler.run()
                expect(log).to(beEmpty())
            }

            it("drives asynchronous work, which waits in its time, on the thread that turns it") {
                scheduler.start {
                    note("begun")
                    try? await scheduler.sleep(for: .milliseconds(10))
                    note("slept")
                    await elsewhere()
                    note("back")
                }
                expect(log).to(beEmpty())
                scheduler.advance()
                expect(log).to(equal(["begun at 0.0"]))
                scheduler.advance(by: .milliseconds(10))
                expect(log).to(equal(["begun at 0.0", "slept at 10.0", "back at 10.0"]))
            }

            it("wakes those whose task is cancelled at once") {
                let work = scheduler.start {
                    do { try await scheduler.sleep(for: .seconds(1)) } catch { note("\(type(of: error))") }
                }
                scheduler.advance()
                work.cancel()
                scheduler.advance()
                expect(log).to(equal(["CancellationError at 0.0"]))
            }
        }
    }

}

@concurrent private func elsewhere() async { await Task.yield() }
