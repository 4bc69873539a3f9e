import Millrace
import MillraceSpecs
import Testing

@Suite struct StoreTesterTrapTests {
    @Test func aStoreOnAnotherDispatcher() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = StoreTester { _ in Store(0, on: Dispatcher(), name: "count") }
            }
        )
        #expect(
            String(decoding: result.standardErrorContent, as: UTF8.self).contains(
                """
                StoreTester.init: count was made on another dispatcher. \
                To fix: make it on the one that the closure is handed.
                """
            )
        )
    }
}
