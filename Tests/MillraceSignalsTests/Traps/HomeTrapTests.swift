#if os(macOS) || os(Linux)
import Foundation
import MillraceSignals
import Testing

/// What belongs to one home is refused in another, with both names.
struct HomeTrapTests {
    private static func message(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    private actor Kitchen {
        let orders = Emitter<Int>()
        let count = Variable(0)

        func handOutMainInlet() { _ = orders.inlet(on: .main) }

        func observeNotifications() {
            let signal = NotificationCenter.default.signal(for: Notification.Name("quit"), on: .main) { _ in 1 }
            withExtendedLifetime(signal.observe { _ in }) {}
        }

        func observeDebounced() {
            withExtendedLifetime(orders.debounce(for: .seconds(1), on: .main).observe { _ in }) {}
        }

        func use(_ variable: sending Variable<Int>) { withExtendedLifetime(variable.observe { _ in }) {} }
    }

    @Test func an_inlet_on_main_for_an_emitter_of_an_actor() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await Kitchen().handOutMainInlet()
        }
        #expect(Self.message(result).contains("Home: Emitter<Int> belongs to the main actor"))
        #expect(Self.message(result).contains("the actor Kitchen"))
        #expect(Self.message(result).contains("To fix:"))
    }

    @Test func notifications_on_main_observed_on_an_actor() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await Kitchen().observeNotifications()
        }
        #expect(Self.message(result).contains("belongs to the actor Kitchen"))
        #expect(Self.message(result).contains("the main actor"))
    }

    @Test func a_timed_operator_with_the_scheduler_of_another_actor() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await Kitchen().observeDebounced()
        }
        #expect(Self.message(result).contains("the main actor"))
        #expect(Self.message(result).contains("the actor Kitchen"))
    }

    @Test func a_second_scheduler_of_another_actor() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (emitter, kitchen) = (Emitter<Int>().named("orders"), Kitchen())
            _ = emitter.debounce(for: .seconds(1), on: .main)
            _ = emitter.throttle(for: .seconds(1), on: ActorScheduler(kitchen))
        }
        #expect(Self.message(result).contains("\"orders\" (Emitter<Int>) belongs to the main actor"))
        #expect(Self.message(result).contains("handed a scheduler of the actor Kitchen"))
    }

    @Test func a_graph_of_two_homes() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (left, right) = (Variable(0, in: Home("the left")), Variable(0, in: Home("the right")))
            withExtendedLifetime(combine(left, right).observe(isolation: nil) { _ in }) {}
        }
        #expect(Self.message(result).contains("belongs to the left"))
        #expect(Self.message(result).contains("to the right"))
    }

    @Test func what_is_the_main_actors_and_was_sent_away() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await Kitchen().use(Variable(0, in: .main))
        }
        #expect(Self.message(result).contains("Variable<Int> belongs to the main actor, and was used off it"))
    }
}
#endif
