import MillraceSpecs
import Testing

/// What must trap: time that is turned wrongly, from which no spec can go on.
struct TestSchedulerTrapTests {
    private static func message(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    @Test func time_that_goes_back() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let scheduler = TestScheduler()
            scheduler.advance(by: .seconds(2))
            scheduler.advance(to: .seconds(1))
        }
        #expect(Self.message(result).contains("TestScheduler.advance(to:): 1.0 seconds has passed, it is 2.0 seconds."))
    }

    @Test func time_that_is_turned_by_work() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let scheduler = TestScheduler()
            scheduler.schedule(after: .zero) { scheduler.advance(by: .seconds(1)) }
            scheduler.advance()
        }
        #expect(Self.message(result).contains("TestScheduler.advance: it was called by work which an advance does."))
    }

    @Test func work_without_end() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let scheduler = TestScheduler()
            func again() { scheduler.schedule(after: .seconds(1), again) }
            again()
            scheduler.run()
        }
        #expect(Self.message(result).contains("TestScheduler.run: after 100000 pieces of work"))
    }
}
