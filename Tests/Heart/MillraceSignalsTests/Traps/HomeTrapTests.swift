#if os(macOS) || os(Linux)
import Foundation
import MillraceSignals
import TestSupport
import Testing

/// What belongs to one home is refused in another, with both names.
struct HomeTrapTests {
    private actor Kitchen {
        let orders = Emitter<Int>()
        let count = Variable(0)

        func handOutMainInlet() { _ = orders.inlet(on: .main) }

        func observeDebounced() {
            withExtendedLifetime(orders.debounce(for: .seconds(1), on: .main).observe { _ in }) {}
        }

        func use(_ variable: sending Variable<Int>) { withExtendedLifetime(variable.observe { _ in }) {} }
    }

    @Test func an_inlet_on_main_for_an_emitter_of_an_actor() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await Kitchen().handOutMainInlet()
        }
        expect(result, says: "Home: Emitter<Int> belongs to the main actor", "the actor Kitchen")
    }

    @Test func a_timed_operator_with_the_scheduler_of_another_actor() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await Kitchen().observeDebounced()
        }
        expect(result, says: "the main actor", "the actor Kitchen")
    }

    @Test func a_second_scheduler_of_another_actor() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (emitter, kitchen) = (Emitter<Int>().named("orders"), Kitchen())
            _ = emitter.debounce(for: .seconds(1), on: .main)
            _ = emitter.throttle(for: .seconds(1), on: ActorScheduler(kitchen))
        }
        expect(
            result,
            says: "\"orders\" (Emitter<Int>) belongs to the main actor",
            "handed a scheduler of the actor Kitchen"
        )
    }

    @Test func a_graph_of_two_homes() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (left, right) = (Variable(0, in: Home("the left")), Variable(0, in: Home("the right")))
            withExtendedLifetime(combine(left, right).observe(isolation: nil) { _ in }) {}
        }
        expect(result, says: "belongs to the left", "to the right")
    }

    @Test func what_is_the_main_actors_and_was_sent_away() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await Kitchen().use(Variable(0, in: .main))
        }
        expect(result, says: "Variable<Int> belongs to the main actor, and was used off it")
    }
}
#endif
