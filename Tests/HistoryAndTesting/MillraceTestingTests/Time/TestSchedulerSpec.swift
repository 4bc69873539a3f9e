import Millrace
import MillraceSpecs
import Synchronization

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
                scheduler.advance(by: .milliseconds(10))
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

            it("advances to the next thing due, and does all that is due then") {
                expect(scheduler.timeToNext).to(beNil())
                expect(scheduler.advanceToNext()).to(beNil())
                scheduler.schedule(after: .milliseconds(20)) { note("b") }
                scheduler.schedule(after: .milliseconds(20)) { note("c") }
                scheduler.schedule(after: .milliseconds(50)) { note("d") }
                scheduler.schedule(after: .milliseconds(10)) { note("never") }.cancel()
                expect(scheduler.timeToNext) == .milliseconds(20)
                expect(scheduler.advanceToNext()) == .milliseconds(20)
                expect(log) == ["b at 20.0", "c at 20.0"]
                expect(scheduler.now) == .milliseconds(20)
            }

            it("does what is due now before it looks for the next thing") {
                scheduler.start {
                    note("a")
                    try? await scheduler.sleep(for: .milliseconds(30))
                    note("b")
                }
                expect(scheduler.timeToNext) == .zero
                expect(scheduler.advanceToNext()) == .milliseconds(30)
                expect(log) == ["a at 0.0", "b at 30.0"]
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

            it("does any number that is due at one instant, and does not take it for work that never ends") {
                var count = 0
                for _ in 0..<100_001 { scheduler.schedule(after: .seconds(1)) { count += 1 } }
                scheduler.advance(by: .seconds(1))
                expect(count).to(equal(100_001))
                for _ in 0..<100_001 { scheduler.schedule(after: .seconds(1)) { count += 1 } }
                scheduler.run()
                expect(count).to(equal(200_002))
            }

            it("does what is left of a great many that are cancelled, in order, as it goes on") {
                var random = SeededGenerator(Seed.current)
                var done: [Int] = []
                var waiting: [(due: Duration, number: Int, work: ScheduledWork)] = []
                var expected: [Int] = []
                for number in 0..<3000 {
                    let delay = Duration.milliseconds(Int.random(in: 0..<200, using: &random))
                    let work = scheduler.schedule(after: delay) { done.append(number) }
                    waiting.append((scheduler.now + delay, number, work))
                    for _ in 0..<Int.random(in: 0..<3, using: &random) {
                        guard let index = waiting.indices.randomElement(using: &random) else { break }
                        waiting.remove(at: index).work.cancel()
                    }
                    guard number % 50 == 0 else { continue }
                    scheduler.advance(by: .milliseconds(40))
                    let due = waiting.filter { $0.due <= scheduler.now }
                    expected += due.sorted { ($0.due, $0.number) < ($1.due, $1.number) }.map(\.number)
                    waiting.removeAll { $0.due <= scheduler.now }
                }
                expect(done.count).to(beGreaterThan(10))
                expect(done).to(equal(expected))
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
    }
}

private let posted = Atomic<Int>(0)
