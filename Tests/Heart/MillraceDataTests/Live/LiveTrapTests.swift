#if os(macOS) || os(Linux)
import MillraceData
import MillraceSignals
import TestSupport
import Testing

/// Rows that are made elsewhere come back to where their view belongs.
struct LiveTrapTests {
    @Test func rows_made_for_the_main_actor_observed_off_it() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let view = Variable(Table<Item>()).live().map(on: .main) { $0 }
            withExtendedLifetime(view.observeChanges(isolation: nil) { _ in }) {}
        }
        expect(result, says: "Home: Observable<Rows<Item>> belongs to the main actor, and was used off it.")
    }
}
#endif
