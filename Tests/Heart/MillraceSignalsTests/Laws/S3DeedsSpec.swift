import MillraceSignals
import MillraceSpecs
import TestSupport

final class S3DeedsSpec: Spec {
    /// Sends into a signal whose three observers do all that observers can do, in every combination.
    private func compare(
        tellsAtOnce: Bool = false,
        transform: @escaping (Int) -> Int = { $0 },
        _ derive: (Signal<Int>) -> Signal<Int>
    ) {
        for deeds in combinations(of: Deed.all(observers: 3, canFinish: true), in: 3) {
            let emitter = Emitter<Int>()
            let real = Deliveries(of: derive(emitter), deeds: deeds, send: emitter.send, finish: emitter.finish)
            var naive = NaiveDeliveries(deeds: deeds, transform: transform)
            [1, 2].forEach(emitter.send)
            naive.send([1, 2], tellsAtOnce: tellsAtOnce)
            if real.log != naive.log { return fail("\(deeds) gave \(real.log), not \(naive.log)") }
        }
    }

    /// Sets a variable whose three observers, or those of what derives from it, do the same.
    private func compareObservable(
        _ transform: @escaping (Int) -> Int = { $0 },
        inBatch: Bool = false,
        _ derive: (Observable<Int>) -> Observable<Int>
    ) {
        for deeds in combinations(of: Deed.all(observers: 3, canFinish: false), in: 3) {
            let variable = Variable(0)
            let real = Deliveries(of: derive(variable), deeds: deeds) { variable.value = $0 }
            var naive = NaiveDeliveries(deeds: deeds, transform: transform)
            for value in [1, 2] {
                if inBatch { batch { variable.value = value } } else { variable.value = value }
            }
            naive.set([1, 2], from: 0)
            if real.log != naive.log { return fail("\(deeds) gave \(real.log), not \(naive.log)") }
        }
    }

    func testSpec() {
        describe(
            "S3 observing, cancelling, sending, finishing and releasing owners within a delivery, in every combination"
        ) {
            it("keeps the order and the promises of an emitter") { self.compare(tellsAtOnce: true) { $0 } }

            it("keeps those of a signal that derives from it") {
                self.compare(transform: { $0 * 2 }) { $0.map { $0 * 2 } }
            }

            it("keeps those of a merge of it with one that has finished") {
                self.compare { merge($0.filter { _ in true }, $0.prefix(0)) }
            }
        }

        describe("O5 observing, cancelling, setting and releasing owners within a delivery, in every combination") {
            it("keeps the order and the promises of a variable") { self.compareObservable { $0 } }

            it("keeps those of a variable that is set in batches") { self.compareObservable(inBatch: true) { $0 } }

            it("keeps those of an observable that derives from it") {
                self.compareObservable({ $0 * 2 }) { variable in combine(variable, variable.map { $0 }).map { $0 + $1 }
                }
            }

            it("keeps those of a flatMapLatest") {
                self.compareObservable { variable in variable.flatMapLatest { value in variable.map { _ in value } } }
            }
        }
    }
}
