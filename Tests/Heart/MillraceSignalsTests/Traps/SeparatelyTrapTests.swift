#if os(macOS) || os(Linux)
import MillraceSignals
import TestSupport
import Testing

/// What must not be done within `separately`.
@Suite struct SeparatelyTrapTests {
    @Test func settingWhatIsBeingDeliveredIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let variable = Variable(0).named("theme")
            keep(variable.observe { number in if number == 1 { separately { variable.value = 2 } } })
            variable.value = 1
        }
        expect(
            result,
            says: "Turn.run: \"theme\" (Variable<Int>) was set by a turn apart",
            "To fix: within `separately`, or where a graph of another home is used"
        )
    }

    @Test func soItIsForAnObserverThatHasCancelledItself() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let variable = Variable(0)
            let bag = SubscriptionBag()
            for _ in 0..<3 {
                variable.observe { number in
                    guard number == 1 else { return }
                    bag.cancelAll()
                    separately { variable.value = 2 }
                }.store(in: bag)
            }
            variable.value = 1
        }
        expect(result, says: "was set by a turn apart, while observers of it are being called.")
    }

    @Test func soItIsForWhatIsDerived() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let variable = Variable(0)
            let derived = variable.map { $0 + 1 }.named("next")
            keep(derived.observe { number in if number == 2 { separately { variable.value = 2 } } })
            variable.value = 1
        }
        expect(result, says: "Turn.run: \"next\" (Observable<Int>) was set by a turn apart")
    }

    @Test func callingItInAComputationIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (variable, other) = (Variable(0), Variable(0))
            let derived = variable.map { number in
                separately { other.value = number }
                return number
            }
            _ = derived.value
        }
        expect(result, says: "separately: was called while a derived observable computes.")
    }
}
#endif
