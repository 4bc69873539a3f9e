import Foundation
import Millrace
import MillraceSpecs

final class TestSchedulerTasksSpec: Spec {
    func testSpec() {
        describe("a test scheduler, of asynchronous work,") {
            var scheduler = TestScheduler()
            var log: [String] = []

            beforeEach {
                scheduler = TestScheduler()
                log = []
            }

            func note(_ text: String) { log.append("\(text) at \(scheduler.now / .milliseconds(1))") }

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
                expect(scheduler.isIdle).to(beTrue())
            }

            it("throws at once where the task that would wait is cancelled already") {
                let work = scheduler.start {
                    await elsewhere()
                    do { try await scheduler.sleep(for: .seconds(1)) } catch { note("\(type(of: error))") }
                }
                scheduler.start { work.cancel() }
                scheduler.advance()
                expect(log).to(equal(["CancellationError at 0.0"]))
                expect(scheduler.isIdle).to(beTrue())
            }

            it("does not begin what is cancelled before the time is turned") {
                scheduler.start { note("never") }.cancel()
                scheduler.advance()
                expect(log).to(beEmpty())
            }

            it("does jobs in the order in which they are begun, and all of them before time passes") {
                for name in ["a", "b", "c"] {
                    scheduler.start {
                        note("\(name)1")
                        await Task.yield()
                        note("\(name)2")
                    }
                }
                scheduler.schedule(after: .milliseconds(1)) { note("work") }
                scheduler.advance(by: .milliseconds(1))
                expect(log.map { $0.prefix(2) }).to(equal(["a1", "b1", "c1", "a2", "b2", "c2", "wo"]))
            }

            it("wakes sleepers in the order of their times, and of one time in the order in which they lay down") {
                for (name, time) in [("c", 30), ("a", 10), ("b1", 20), ("b2", 20)] {
                    scheduler.start {
                        try? await scheduler.sleep(for: .milliseconds(time))
                        note(name)
                    }
                }
                scheduler.run()
                expect(log).to(equal(["a at 10.0", "b1 at 20.0", "b2 at 20.0", "c at 30.0"]))
            }

            it("does what is due at one instant before it wakes whoever lay down later, and jobs before further work") {
                scheduler.schedule(after: .milliseconds(10)) { note("first") }
                scheduler.start {
                    try? await scheduler.sleep(for: .milliseconds(10))
                    note("sleeper")
                }
                scheduler.advance()
                scheduler.schedule(after: .milliseconds(10)) { note("last") }
                scheduler.run()
                expect(log.map { $0.prefix(5) }).to(equal(["first", "sleep", "last "]))
            }

            it("runs what is concurrent on the thread that turns it, and task groups in order") {
                scheduler.start {
                    let names = await gathered(["a", "b", "c"], on: scheduler)
                    note(names.joined())
                }
                scheduler.advance(by: .milliseconds(9))
                expect(log).to(beEmpty())
                scheduler.advance(by: .milliseconds(1))
                expect(log).to(equal(["abc at 10.0"]))
            }

            it("stays on the thread that turns it") {
                var threads: [Bool] = []
                scheduler.start {
                    threads.append(isOnMainThread())
                    threads.append(await isOnMainThreadElsewhere())
                    try? await scheduler.sleep(for: .milliseconds(1))
                    threads.append(isOnMainThread())
                }
                scheduler.run()
                expect(threads).to(equal([true, true, true]))
            }
        }
    }
}

extension TestScheduler {
    fileprivate var isIdle: Bool {
        let start = now
        run()
        return now == start
    }
}

@concurrent private func elsewhere() async { await Task.yield() }

@concurrent private func gathered(_ names: [String], on scheduler: TestScheduler) async -> [String] {
    await withTaskGroup(of: String.self) { group in
        for name in names {
            group.addTask {
                try? await scheduler.sleep(for: .milliseconds(10))
                return name
            }
        }
        var gathered: [String] = []
        for await name in group { gathered.append(name) }
        return gathered
    }
}

private func isOnMainThread() -> Bool { Thread.isMainThread }

@concurrent private func isOnMainThreadElsewhere() async -> Bool { isOnMainThread() }
