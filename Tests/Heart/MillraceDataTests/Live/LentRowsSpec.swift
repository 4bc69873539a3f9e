import MillraceData
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Rows that a computation is lent, while a turn of another home runs within it. Run under the address sanitizer, too.
final class LentRowsSpec: Spec {
    func testSpec() {
        describe("O2 rows that are lent to a computation") {
            it("stay until it is over, although a turn apart ends the observation") {
                let table = Variable(Table((0..<100).map { Item($0) }), in: Home("A"))
                let other = Variable(0, in: Home("B"))
                let view = table.live().filter { $0.id.number % 2 == 0 }
                var subscription: Subscription?
                var sums: [Int] = []
                let derived = view.observable.map { rows in
                    other.value += 1
                    return rows.reduce(0) { $0 + $1.id.number }
                }
                keep(other.observe(isolation: nil) { if $0 == 2 { subscription?.cancel() } })
                subscription = derived.observe(isolation: nil) { sums.append($0) }
                table.update { _ = $0.updateOrAppend(Item(1_000)) }
                expect(sums).to(equal([2_450]))
                withExtendedLifetime(derived) {}
            }

            it("go when it is over, with what could not go in the turn apart") {
                let living = LivingCount()
                let (source, other) = (Variable(0, in: Home("A")), Variable(0, in: Home("B")))
                let made = other.map { living.instance($0) }
                // Nobody observes it: the former instance is replaced where it is read.
                keep(other.observe(isolation: nil) { _ in _ = made.value })
                let derived = source.map { number in
                    other.value = number
                    return number
                }
                let subscription = derived.observe(isolation: nil) { _ in }
                for number in 1...3 {
                    source.value = number
                    expect(living.count).to(equal(1))
                }
                subscription.cancel()
            }
        }
    }
}
