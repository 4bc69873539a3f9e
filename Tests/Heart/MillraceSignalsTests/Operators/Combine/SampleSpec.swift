import MillraceSignals
import MillraceSpecs
import TestSupport

final class SampleSpec: Spec {
    func testSpec() {
        describe("sample(on:)") {
            itKeepsTheLaws(
                OperatorCase("sample(on:)", one: ";;|", many: ";;2;;4;|") { source, _ in
                    source.sample(on: source.filter { $0.isMultiple(of: 2) })
                }
            )

            it("sample(on:) gives each value once") {
                expect(trace("b0 a1 a2 b0 b0 a3 b0") { a, b, _ in a.sample(on: b) }).to(equal(";;;;2;;;3"))
            }

            it("sample(on:) gives the last value away after the source has finished, then finishes") {
                expect(trace("a1 a| b0") { a, b, _ in a.sample(on: b) }).to(equal(";;;1 |"))
                expect(trace("a1 b0 a| b0") { a, b, _ in a.sample(on: b) }).to(equal(";;1;|;"))
                expect(trace("a1 b| a2") { a, b, _ in a.sample(on: b) }).to(equal(";;|;"))
            }
        }

        describe("Observable.sample(on:)") {
            it("takes the value over when the signal emits, and notifies each time") {
                let (variable, trigger) = (Variable(1), Emitter<Void>())
                let sampled = variable.map { $0 * 10 }.sample(on: trigger)
                let log = Recording(of: sampled)
                variable.value = 2
                trigger.send()
                trigger.send()
                batch {
                    variable.value = 3
                    trigger.send()
                }
                variable.value = 4
                trigger.finish()
                expect(log.values).to(equal([10, 20, 20, 30]))
                expect(sampled.value).to(equal(30))
            }

            it("stays connected without observers, and leaves nothing alive") {
                expect { scene in
                    let (variable, trigger) = (Variable(scene.instance(1)), Emitter<Void>())
                    let sampled = variable.sample(on: trigger)
                    variable.value = scene.instance(2)
                    trigger.send()
                    expect(sampled.value.number).to(equal(2))
                    variable.value = scene.instance(3)
                }.to(leakNothing())
            }
        }
    }
}
