import MillraceSignals
import MillraceSpecs

final class WithLatestSpec: Spec {
    func testSpec() {
        describe("withLatest(from:)") {
            itKeepsTheLaws(
                OperatorCase("withLatest(from:) a signal", one: ";;|", many: ";;2-2;3-2;4-4;|") { source, _ in
                    source.withLatest(from: source.filter { $0.isMultiple(of: 2) }).map { "\($0)-\($1)" }
                },
                OperatorCase("withLatest(from:) an observable", one: ";1-0;|", many: ";1-0;2-0;3-0;4-0;|") {
                    source,
                    _ in
                    source.withLatest(from: Variable(0).map { $0 }).map { "\($0)-\($1)" }
                },
                OperatorCase("withLatest(from:) itself, held", one: ";1-1;|", many: ";1-1;2-2;3-3;4-4;|") { source, _ in
                    source.withLatest(from: source.hold(0)).map { "\($0)-\($1)" }
                }
            )

            it("emits when the source does, once the other has emitted, and goes on when that finishes") {
                expect(trace("a1 b2 b3 a4 b| a5 a|") { a, b, _ in a.withLatest(from: b).map { "\($0)\($1)" } })
                    .to(equal(";;;;43;;53;|"))
            }

            it("reads an observable as it is, also in a batch and in an observer") {
                let (emitter, variable, bag) = (Emitter<Int>(), Variable(0), SubscriptionBag())
                var log: [String] = []
                emitter.withLatest(from: variable.map { $0 * 10 }.map { $0 + 1 })
                    .observe { log.append("\($0.0) \($0.1)") }.store(in: bag)
                emitter.send(1)
                batch {
                    variable.value = 2
                    emitter.send(2)
                    variable.value = 3
                    emitter.send(3)
                }
                variable.observe { value in
                    guard value == 4 else { return }
                    variable.value = 5
                    emitter.send(4)
                }.store(in: bag)
                variable.value = 4
                expect(log).to(equal(["1 1", "2 21", "3 31", "4 51"]))
            }

            it("computes what it reads once a turn, and an observer of it hears once") {
                let (emitter, variable, bag) = (Emitter<Int>(), Variable(0), SubscriptionBag())
                var (computed, heard): (Int, [Int]) = (0, [])
                let derived = variable.map { value in
                    computed += 1
                    return value
                }
                derived.observe { heard.append($0) }.store(in: bag)
                emitter.withLatest(from: derived).observe { _ in }.store(in: bag)
                batch {
                    variable.value = 1
                    emitter.send(1)
                    emitter.send(2)
                }
                expect(computed).to(equal(2))
                expect(heard).to(equal([0, 1]))
            }

            it("keeps the last value of an observable whose source is gone") {
                let emitter = Emitter<Int>()
                let log = Recording(of: emitter.withLatest(from: Variable(7).map { $0 + 1 })) { $0.1 }
                emitter.send(1)
                expect(log.values).to(equal([8]))
            }
        }
    }
}
