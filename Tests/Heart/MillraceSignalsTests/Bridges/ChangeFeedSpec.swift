import MillraceBase
import MillraceSignals
import MillraceSpecs
import TestSupport

/// A number that changes on any thread, as a module outside would write it.
private final class Counter: Sendable {
    private let count = Locked(0)
    private let feed = ChangeFeed()

    /// How often it was read.
    let reads = Locked(0)

    var present: Int {
        reads.withLock { $0 += 1 }
        return count.withLock { $0 }
    }

    func add(_ number: Int) {
        count.withLock { $0 += number }
        feed.notify()
    }

    func count(on scheduler: some Scheduler) -> MillraceSignals.Observable<Int> {
        feed.observable(of: self, on: scheduler, \.present)
    }
}

final class ChangeFeedSpec: Spec {
    func testSpec() {
        describe("a change feed") {
            var scheduler = TestScheduler()
            beforeEach { scheduler = TestScheduler() }

            it("notifies the graph of the present value, and of one change a turn, however many there were") {
                let counter = Counter()
                counter.add(1)
                var seen: [Int] = []
                keep(counter.count(on: scheduler).observe { seen.append($0) })
                for _ in 0..<3 { counter.add(2) }
                expect(seen) == [1]
                scheduler.advance()
                expect(counter.reads.withLock { $0 }) == 2
                expect(seen) == [1, 7]
            }

            it("goes on, and passes on only what is not equal") {
                let counter = Counter()
                var seen: [Int] = []
                keep(counter.count(on: scheduler).observe { seen.append($0) })
                for number in [1, 0, 2] {
                    counter.add(number)
                    scheduler.advance()
                }
                expect(seen) == [0, 1, 3]
            }

            it("has what changes while a graph reads for another change") {
                let counter = Counter()
                var seen: [Int] = []
                keep(
                    counter.count(on: scheduler).observe { count in
                        seen.append(count)
                        if count < 3 { counter.add(1) }
                    }
                )
                scheduler.advance()
                expect(seen) == [0, 1, 2, 3]
            }

            it("is followed by several graphs, of which those that are gone get no message") {
                let (counter, other) = (Counter(), CountingScheduler())
                let kept = counter.count(on: scheduler)
                var dropped: MillraceSignals.Observable<Int>? = counter.count(on: other)
                expect(dropped?.value) == 0
                dropped = nil
                counter.add(5)
                expect(other.posts) == 0
                scheduler.advance()
                expect(kept.value) == 5
            }

            it("is followed again after all graphs have gone") {
                let counter = Counter()
                _ = counter.count(on: scheduler)
                counter.add(1)
                let count = counter.count(on: scheduler)
                counter.add(1)
                scheduler.advance()
                expect(count.value) == 2
            }

            it("keeps no owner alive: what it had last stays") {
                var counter: Counter? = Counter()
                weak let released = counter
                let count = counter?.count(on: scheduler)
                counter?.add(4)
                scheduler.advance()
                counter = nil
                expect(released).to(beNil())
                expect(count?.value) == 4
            }
        }
    }
}
