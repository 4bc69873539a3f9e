#if os(macOS) || os(Linux)
import MillraceData
import MillraceSignals
import TestSupport
import Testing

/// Rows that are made elsewhere come back to where their view belongs, and that is one place.
struct LiveTrapTests {
    private actor Kitchen {}

    @Test func rows_made_for_two_homes() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (dishes, kitchen) = (Variable(Table<Item>()), Kitchen())
            _ = dishes.live().map(on: .main) { $0 }
            _ = dishes.live().map(on: ActorScheduler(kitchen)) { $0 }
        }
        expect(result, says: "belongs to the main actor", "handed a scheduler of the actor Kitchen")
    }
}
#endif
