#if os(macOS) || os(Linux)
import MillraceSignals
import MillraceSpecs
import TestSupport
import Testing

/// A scheduler that is used where it does not belong ends the process.
struct SchedulerTrapTests {
    private actor Feed {
        func schedule(on scheduler: ActorScheduler) { scheduler.schedule(after: .zero) {} }
    }

    @Test func schedulingOnTheMainActorFromElsewhere() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await Task.detached { _ = ActorScheduler.main.schedule(after: .zero) {} }.value
        }
        expect(result, says: "ActorScheduler.schedule(after:_:): the scheduler of the main actor was used off it")
    }

    @Test func startingOnTheMainActorFromElsewhere() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await Task.detached { _ = ActorScheduler.main.start {} }.value
        }
        expect(result, says: "ActorScheduler.start(_:): the scheduler of the main actor was used off it.")
    }

    @Test func schedulingOnTheMainActorFromAnActor() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await Feed().schedule(on: .main)
        }
        expect(result, says: "ActorScheduler.schedule(after:_:): the scheduler of the main actor was used off it")
    }

    /// The runtime has the first word for an actor on its own executor.
    @Test func schedulingOnAnActorFromAnother() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (feed, other) = (Feed(), Feed())
            await other.schedule(on: ActorScheduler(feed))
            withExtendedLifetime(feed) {}
        }
        #expect(standardError(result).contains("Incorrect actor executor assumption; expected"))
    }

    @Test func debouncingOnTheMainActorWhatIsSentElsewhere() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await Task.detached {
                let emitter = Emitter<Int>()
                let subscription = emitter.debounce(for: .seconds(1), on: .main).observe { _ in }
                emitter.send(1)
                withExtendedLifetime(subscription) {}
            }.value
        }
        expect(result, says: "Emitter<Int> belongs to the main actor, and was used off it")
    }

    @Test func anIntervalOfNoTime() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Signal.interval(.zero, on: .main)
        }
        expect(result, says: "Signal.interval: an interval of 0.0 seconds was asked for. To fix:")
    }
}

struct RetryTrapTests {
    @Test func tryingAgainLessThanNever() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = await retry(times: -1, on: TestScheduler()) { 1 }
        }
        expect(result, says: "retry(times:backoff:on:_:): a count of -1 was asked for. To fix: pass zero or more.")
    }
}
#endif
