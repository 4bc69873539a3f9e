import Foundation
import MillraceSignals
import MillraceSpecs
import Synchronization
import TestSupport

private struct Broken: Error, Equatable {}

final class SequencesSpec: Spec {
    func testSpec() {
        var scheduler = TestScheduler()
        var log: [String] = []

        beforeEach {
            scheduler = TestScheduler()
            log = []
        }

        func observing<Value>(_ signal: Signal<Value>) -> Subscription {
            signal.observe(onFinish: { log.append("|") }) { log.append("\($0)") }
        }

        describe("a signal of an asynchronous sequence") {
            it("emits its elements, and finishes with it") {
                let (stream, continuation) = AsyncStream<Int>.makeStream()
                keep(observing(Signal(stream, on: scheduler)))
                continuation.yield(1)
                expect(log).to(beEmpty())
                scheduler.advance()
                expect(log).to(equal(["1"]))
                continuation.yield(2)
                continuation.finish()
                scheduler.advance()
                expect(log).to(equal(["1", "2", "|"]))
            }

            it("reads nothing while nobody observes") {
                let reads = Atomic<Int>(0)
                let stream = AsyncStream<Int> {
                    reads.add(1, ordering: .relaxed)
                    return nil
                }
                let signal = Signal(stream, on: scheduler)
                scheduler.advance()
                expect(reads.load(ordering: .relaxed)).to(equal(0))
                keep(observing(signal))
                scheduler.advance()
                expect(reads.load(ordering: .relaxed)).to(equal(1))
            }

            it("cancels the reading when the last observer leaves, and delivers nothing more") {
                let (stream, continuation) = AsyncStream<Int>.makeStream()
                continuation.onTermination = { _ in }
                let signal = Signal(stream, on: scheduler)
                let subscriptions = [observing(signal), observing(signal)]
                continuation.yield(1)
                scheduler.advance()
                subscriptions[0].cancel()
                continuation.yield(2)
                scheduler.advance()
                subscriptions[1].cancel()
                scheduler.advance()
                guard case .terminated = continuation.yield(3) else { return fail("the stream is still read") }
                scheduler.advance()
                expect(log).to(equal(["1", "1", "2"]))
            }

            it("gives the error with which it ends as the last value") {
                let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
                let signal = Signal(resultsOf: stream, on: scheduler)
                let subscription = observing(signal.map { result in (try? result.get()).map { "\($0)" } ?? "error" })
                continuation.yield(1)
                continuation.finish(throwing: Broken())
                scheduler.advance()
                expect(log).to(equal(["1", "error", "|"]))
                withExtendedLifetime(subscription) {}
            }
        }

        describe("a signal of notifications") {
            let name = Notification.Name("SequencesSpec")

            it("emits what is taken from each, later, where it belongs") {
                let center = NotificationCenter()
                let signal = center.signal(for: name, on: scheduler) { $0.userInfo?["number"] as? Int ?? 0 }
                center.post(name: name, object: nil, userInfo: ["number": 0])
                keep(observing(signal))
                center.post(name: name, object: nil, userInfo: ["number": 1])
                center.post(name: name, object: nil, userInfo: ["number": 2])
                expect(log).to(beEmpty())
                scheduler.advance()
                expect(log).to(equal(["1", "2"]))
            }

            it("emits those of one object where one is given") {
                let center = NotificationCenter()
                let (one, other) = (NSObject(), NSObject())
                keep(observing(center.signal(for: name, object: one, on: scheduler) { _ in "it" }))
                center.post(name: name, object: other)
                center.post(name: name, object: one)
                scheduler.advance()
                expect(log).to(equal(["it"]))
            }

            it("observes the center only while it is observed itself") {
                let center = NotificationCenter()
                let taken = Atomic<Int>(0)
                let signal = center.signal(for: name, on: scheduler) { _ in
                    taken.add(1, ordering: .relaxed).newValue
                }
                center.post(name: name, object: nil)
                expect(taken.load(ordering: .relaxed)).to(equal(0))
                let subscription = observing(signal)
                center.post(name: name, object: nil)
                expect(taken.load(ordering: .relaxed)).to(equal(1))
                subscription.cancel()
                center.post(name: name, object: nil)
                expect(taken.load(ordering: .relaxed)).to(equal(1))
                scheduler.advance()
                expect(log).to(beEmpty())
            }
        }
    }
}

/// A sequence whose next element is always there: it never suspends, and never ends.
private struct AlwaysReady: AsyncSequence, AsyncIteratorProtocol {
    private var count = 0

    mutating func next(isolation actor: isolated (any Actor)?) async -> Int? {
        count += 1
        return count
    }

    mutating func next() async -> Int? { await next(isolation: nil) }

    func makeAsyncIterator() -> AlwaysReady { self }
}

final class EndlessSequenceSpec: Spec {
    @MainActor func testSpec() async {
        describe("a signal of a sequence that is always ready") {
            it("does not keep the main actor from all else") {
                var subscriptions: [Subscription] = []
                var count = 0
                subscriptions.append(Signal(AlwaysReady(), on: .main).observe { _ in count += 1 })
                subscriptions.append(Signal(resultsOf: AlwaysReady(), on: .main).observe { _ in count += 1 })
                // Each turn of this loop has to have its turn among the others.
                while count < 1000 { await Task.yield() }
                for subscription in subscriptions { subscription.cancel() }
                let last = count
                for _ in 0..<100 { await Task.yield() }
                expect(count).to(equal(last))
            }
        }
    }
}
