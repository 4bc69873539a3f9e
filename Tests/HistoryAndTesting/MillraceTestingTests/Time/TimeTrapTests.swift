#if os(macOS) || os(Linux)
import Millrace
import MillraceSpecs
import TestSupport
import Testing

/// Mistakes in a spec end the process, with a message that says how to mend it.
struct TestSchedulerTrapTests {
    @Test func turningTheTimeByLessThanNothing() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            TestScheduler().advance(by: .seconds(-1))
        }
        expect(result, says: "TestScheduler.advance: it was asked for -1.0 seconds.")
    }

    @Test func turningTheTimeFromWithin() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let scheduler = TestScheduler()
            scheduler.schedule(after: .zero) { scheduler.advance(by: .seconds(1)) }
            scheduler.run()
        }
        expect(result, says: "TestScheduler.advance: it was called by work which an advance does.")
    }

    @Test func turningTheTimeFromAnAsynchronousFunctionThatItDrives() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let scheduler = TestScheduler()
            scheduler.start { scheduler.run() }
            scheduler.advance()
        }
        expect(result, says: "TestScheduler.advance: it was called by work which an advance does.")
    }

    @Test func runningWithoutEnd() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let scheduler = TestScheduler()
            let subscription = Signal.interval(.seconds(1), on: scheduler).observe { _ in }
            scheduler.run()
            subscription.cancel()
        }
        expect(result, says: "TestScheduler: after 100000 pieces of work on end, at 100001.0 seconds")
    }

    @Test func workWithoutEndAtOneInstant() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let scheduler = TestScheduler()
            let (ping, pong) = (Emitter<Int>(), Emitter<Int>())
            keep([
                ping.delay(for: .zero, on: scheduler).observe { pong.send($0) },
                pong.delay(for: .zero, on: scheduler).observe { ping.send($0) },
            ])
            ping.send(0)
            scheduler.advance(by: .seconds(1))
        }
        expect(result, says: "TestScheduler: after 100000 pieces of work on end, at 0.0 seconds")
    }

    @Test func columnsThatTakeNoTime() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = TestScheduler(column: .zero)
        }
        expect(result, says: "TestScheduler.init: a column of 0.0 seconds was asked for.")
    }
}
#endif
