#if os(macOS) || os(Linux)
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
    @Test func severalStoresOfDifferentDispatchers() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let (one, other) = (Dispatcher(on: TestScheduler()), Dispatcher(on: TestScheduler()))
                _ = StoreTester(of: Store(0, on: one), Store(0, on: other))
            }
        )
        #expect(
            String(decoding: result.standardErrorContent, as: UTF8.self).contains(
                """
                StoreTester.init(of:): there are no stores, or they are not of one dispatcher that turns virtual time. \
                To fix: make them all on one Dispatcher(on: TestScheduler()).
                """
            )
        )
    }

    @Test func theStateOfAStoreThatIsNotTested() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let dispatcher = Dispatcher(on: TestScheduler())
                let (cart, orders) = (Store(0, on: dispatcher, name: "cart"), Store(0, on: dispatcher, name: "orders"))
                print(StoreTester(of: cart).state[orders])
            }
        )
        #expect(
            String(decoding: result.standardErrorContent, as: UTF8.self).contains(
                "StoreStates.subscript: orders is not among the stores of the tester (cart). To fix: "
            )
        )
    }
}
#endif
