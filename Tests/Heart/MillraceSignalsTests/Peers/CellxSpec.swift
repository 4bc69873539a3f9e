import MillraceSignals
import MillraceSpecs
import TestSupport

/// The cellx benchmark: layers of four, each made of the four above, and every one of them observed. On a small stack,
/// since depth is free (O6).
final class CellxSpec: Spec {
    private struct Outcome: Equatable {
        var before: [Int]
        var after: [Int]
        var computed: Int
        var delivered: Int
    }

    /// What the last of the layers holds before and after the four variables are set in one batch, and what that takes.
    private static func play(layers: Int, isObserved: Bool) -> Outcome {
        let start = [1, 2, 3, 4].map { Variable($0) }
        let bag = SubscriptionBag()
        var (computed, delivered) = (0, 0)

        func derived(_ inputs: Observable<Int>..., by transform: @escaping ([Int]) -> Int) -> Observable<Int> {
            let result = combine(inputs).map { values in
                computed += 1
                return transform(values)
            }
            if isObserved { result.observe { _ in delivered += 1 }.store(in: bag) }
            return result
        }

        var layer = start as [Observable<Int>]
        for _ in 0..<layers {
            layer = [
                derived(layer[1]) { $0[0] },
                derived(layer[0], layer[2]) { $0[0] - $0[1] },
                derived(layer[1], layer[3]) { $0[0] + $0[1] },
                derived(layer[2]) { $0[0] },
            ]
        }
        let before = layer.map(\.value)
        (computed, delivered) = (0, 0)
        batch { for (variable, value) in zip(start, [4, 3, 2, 1]) { variable.value = value } }
        return Outcome(before: before, after: layer.map(\.value), computed: computed, delivered: delivered)
    }

    func testSpec() {
        describe("cellx") {
            for layers in [1000, 2500] {
                it("with \(layers) layers has the published values, each node computed and each effect run once") {
                    let outcome = onSmallStack { Self.play(layers: layers, isObserved: true) }
                    expect(outcome.before).to(equal([-3, -6, -2, 2]))
                    expect(outcome.after).to(equal([-2, -4, 2, 3]))
                    expect(outcome.computed).to(equal(4 * layers))
                    expect(outcome.delivered).to(equal(4 * layers))
                }

                it("with \(layers) layers that nobody observes has the same values when it is read") {
                    let outcome = onSmallStack { Self.play(layers: layers, isObserved: false) }
                    expect(outcome.before).to(equal([-3, -6, -2, 2]))
                    expect(outcome.after).to(equal([-2, -4, 2, 3]))
                    expect(outcome.computed).to(equal(4 * layers))
                }
            }
        }
    }
}
