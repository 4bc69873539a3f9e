import MillraceSignals
import MillraceSpecs
import TestSupport

final class FlatMapObservableSpec: Spec {
    func testSpec() {
        describe("flatMap of observables") {
            it("latest gives the present value and the changes of the last one") {
                let (outer, first, second) = (Emitter<Int>(), Variable(10), Variable(20))
                var log: [Int] = []
                let subscription = outer.flatMapLatest { $0 == 1 ? first.map { $0 } : second.map { $0 } }
                    .observe { log.append($0) }
                first.value = 11
                outer.send(1)
                first.value = 12
                outer.send(2)
                first.value = 13
                second.value = 21
                subscription.cancel()
                second.value = 22
                expect(log).to(equal([11, 12, 20, 21]))
            }

            it("latest gives the value as it is in a batch, and not again when the turn comes") {
                let (outer, variable) = (Emitter<Int>(), Variable(1))
                let log = Recording(of: outer.flatMapLatest { _ in variable.map { $0 * 10 } })
                batch {
                    variable.value = 2
                    outer.send(0)
                }
                variable.value = 3
                expect(log.values).to(equal([20, 30]))
            }

            it("merge follows all of them, up to the limit") {
                let (outer, variables) = (Emitter<Int>(), [Variable(0), Variable(10), Variable(20)])
                let log = Recording(of: outer.flatMap(.concurrent(limit: 2)) { variables[$0] })
                for number in 0..<3 { outer.send(number) }
                for variable in variables { variable.value += 1 }
                expect(log.values).to(equal([0, 10, 1, 11]))
            }

            it("first follows the first of them") {
                let (outer, variables) = (Emitter<Int>(), [Variable(0), Variable(10)])
                let log = Recording(of: outer.flatMap(.first) { variables[$0] })
                outer.send(1)
                outer.send(0)
                variables[1].value = 11
                expect(log.values).to(equal([10, 11]))
            }

            it("leaves nothing alive") {
                expect { scene in
                    let (outer, variable, owner) = (Emitter<Int>(), Variable(0), scene.instance())
                    outer.flatMapLatest { _ in variable.map(scene.watching { $0 }) }.observe(for: owner) { _, _ in }
                    outer.send(1)
                    variable.value = 1
                    outer.send(2)
                }.to(leakNothing())
            }
        }
    }
}
