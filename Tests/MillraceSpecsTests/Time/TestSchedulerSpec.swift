import Foundation
import Millrace
import MillraceSpecs
import Synchronization
import Testing

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

            it("leaves what work of another instant cancels, and what it has scheduled itself") {
                scheduler.schedule(after: .milliseconds(10)) {
                    let works = [
                        scheduler.schedule(after: .milliseconds(20)) { note("never") },
                        scheduler.schedule(after: .zero) { note("never") },
                    ]
                    works.forEach { $0.cancel() }
                }
                scheduler.run()
                expect(scheduler.now).to(equal(.milliseconds(10)))
                expect(log).to(beEmpty())
            }

            it("takes a delay of less than nothing for none, and goes on when it is released") {
                scheduler.schedule(after: .seconds(-1)) { note("work") }
                scheduler.advance()
                expect(log).to(equal(["work at 0.0"]))
            }

            it("does all of a great many, in the order of their times, and of one time in order") {
                var random = SeededGenerator(Seed.current)
                var done: [(time: Int, number: Int)] = []
                let times = (0..<5000).map { _ in Int.random(in: 0..<500, using: &random) }
                for (number, time) in times.enumerated() {
                    scheduler.schedule(after: .milliseconds(time)) { done.append((time, number)) }
                }
                scheduler.run()
                expect(done.count).to(equal(times.count))
                expect(zip(done, done.dropFirst()).allSatisfy { $0 < $1 }).to(beTrue())
            }

            it("keeps what waits, and lets go of what is done or cancelled") {
                final class Thing {}
                weak var (done, cancelled): (Thing?, Thing?)
                var work: ScheduledWork?
                do {
                    let (first, second) = (Thing(), Thing())
                    (done, cancelled) = (first, second)
                    scheduler.schedule(after: .seconds(1)) { withExtendedLifetime(first) {} }
                    work = scheduler.schedule(after: .seconds(1)) { withExtendedLifetime(second) {} }
                }
                expect(done != nil && cancelled != nil).to(beTrue())
                work?.cancel()
                expect(cancelled == nil).to(beTrue())
                scheduler.run()
                expect(done == nil).to(beTrue())
            }

            it("does what another thread posts, when the time is next turned") {
                await withTaskGroup { group in
                    for _ in 0..<8 {
                        group.addTask { [scheduler] in
                            for _ in 0..<100 { scheduler.post { posted.add(1, ordering: .relaxed) } }
                        }
                    }
                }
                expect(posted.exchange(0, ordering: .relaxed)).to(equal(0))
                scheduler.advance()
                expect(posted.exchange(0, ordering: .relaxed)).to(equal(800))
            }
        }

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

/// With work that belongs to the main actor.
final class TestSchedulerSettleSpec: Spec {
    @MainActor private final class Model {
        private(set) var log: [String] = []

        func load(_ name: String, on scheduler: TestScheduler) async {
            log.append("\(name) begins")
            await elsewhere()
            try? await scheduler.sleep(for: .milliseconds(10))
            log.append("\(name) is done at \(scheduler.now / .milliseconds(1))")
        }
    }

    @MainActor func testSpec() async {
        describe("settling") {
            it("waits for work of the main actor, as far as it goes without time passing") {
                let (scheduler, model) = (TestScheduler(), Model())
                scheduler.start { await model.load("a", on: scheduler) }
                scheduler.start { await model.load("b", on: scheduler) }
                await scheduler.settle()
                expect(model.log).to(equal(["a begins", "b begins"]))
                expect(scheduler.now).to(equal(.zero))
                scheduler.advance(by: .milliseconds(10))
                await scheduler.settle()
                expect(model.log).to(equal(["a begins", "b begins", "a is done at 10.0", "b is done at 10.0"]))
            }

            it("waits for what goes to the main actor and back again and again") {
                let scheduler = TestScheduler()
                var rounds = 0
                scheduler.start {
                    for _ in 0..<50 {
                        await elsewhere()
                        rounds += 1
                    }
                }
                await scheduler.settle()
                expect(rounds).to(equal(50))
            }

            it("returns where there is nothing to wait for") {
                let scheduler = TestScheduler()
                await scheduler.settle()
                expect(scheduler.now).to(equal(.zero))
            }
        }
    }
}

/// Mistakes in a spec end the process, with a message that says how to mend it.
struct TestSchedulerTrapTests {
    private static func expect(_ result: ExitTest.Result?, says text: String) {
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains(text), "the message was: \(message.prefix(500))")
        #expect(message.contains("To fix:"))
    }

    @Test func turningTheTimeBack() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let scheduler = TestScheduler()
            scheduler.advance(by: .seconds(2))
            scheduler.advance(to: .seconds(1))
        }
        Self.expect(result, says: "TestScheduler.advance(to:): 1.0 seconds has passed, it is 2.0 seconds.")
    }

    @Test func turningTheTimeByLessThanNothing() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            TestScheduler().advance(by: .seconds(-1))
        }
        Self.expect(result, says: "TestScheduler.advance(to:): -1.0 seconds has passed")
    }

    @Test func turningTheTimeFromWithin() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let scheduler = TestScheduler()
            scheduler.schedule(after: .zero) { scheduler.advance(by: .seconds(1)) }
            scheduler.run()
        }
        Self.expect(result, says: "TestScheduler.advance: it was called by work which an advance does.")
    }

    @Test func turningTheTimeFromAnAsynchronousFunctionThatItDrives() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let scheduler = TestScheduler()
            scheduler.start { scheduler.run() }
            scheduler.advance()
        }
        Self.expect(result, says: "TestScheduler.advance: it was called by work which an advance does.")
    }

    @Test func runningWithoutEnd() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let scheduler = TestScheduler()
            let subscription = Signal.interval(.seconds(1), on: scheduler).observe { _ in }
            scheduler.run()
            subscription.cancel()
        }
        Self.expect(result, says: "TestScheduler.run: after 100000 pieces of work, at 100001.0 seconds")
    }

    @Test func workWithoutEndAtOneInstant() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let scheduler = TestScheduler()
            let (ping, pong) = (Emitter<Int>(), Emitter<Int>())
            let subscriptions = [
                ping.delay(for: .zero, on: scheduler).observe { pong.send($0) },
                pong.delay(for: .zero, on: scheduler).observe { ping.send($0) },
            ]
            ping.send(0)
            scheduler.advance(by: .seconds(1))
            withExtendedLifetime(subscriptions) {}
        }
        Self.expect(result, says: "TestScheduler.advance: after 100000 pieces of work at one instant, 0.0 seconds")
    }

    @Test func columnsThatTakeNoTime() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = TestScheduler(column: .zero)
        }
        Self.expect(result, says: "TestScheduler.init: a column of 0.0 seconds was asked for.")
    }
}

private let posted = Atomic<Int>(0)

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
