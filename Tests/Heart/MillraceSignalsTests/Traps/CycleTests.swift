#if os(macOS) || os(Linux)
import MillraceSignals
import TestSupport
import Testing

/// The cycles of the suites of signal-polyfill and preact signals. Theirs throw; ours end the process, for a cycle is
/// a mistake in the program. Further ones stand in `TrapTests`.
struct CycleTests {
    @Test(arguments: [1, 2, 3, 4])
    func O2_a_cycle_of_any_length(_ length: Int) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [length] in
            let start = Variable(0)
            var cycle: [Observable<Int>] = []
            for place in 0..<length {
                cycle.append(start.map { $0 + cycle[(place + 1) % length].value }.named("place \(place)"))
            }
            _ = cycle[0].value
        }
        expect(result, says: "\"place 0\" (Observable<Int>) is read by its own computation")
    }

    @Test(arguments: [true, false])
    func O2_a_cycle_that_is_entered_from_outside(isObserved: Bool) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [isObserved] in
            let start = Variable(0)
            var cycle: [Observable<Int>] = []
            cycle.append(start.map { $0 + cycle[1].value }.named("entrance"))
            cycle.append(start.map { $0 + cycle[0].value })
            let outside = cycle[0].map { $0 + 1 }
            let subscription = isObserved ? outside.observe { _ in } : nil
            _ = outside.value
            withExtendedLifetime(subscription) {}
        }
        expect(result, says: "\"entrance\" (Observable<Int>) is read by its own computation")
    }

    @Test func O5_an_observer_that_sets_what_it_observes_without_end() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let variable = Variable(0.0).named("echo")
            keep(variable.observe(file: "Feature/Echo.swift", line: 1) { _ in variable.value = .nan })
            keep(variable.observe(file: "Feature/Echo.swift", line: 2) { _ in })
        }
        expect(result, says: "observers have set \"echo\" (Variable<Double>) anew")
        #if DEBUG
        expect(result, says: "Feature/Echo.swift:1: Fatal error")
        #endif
    }
}
#endif
