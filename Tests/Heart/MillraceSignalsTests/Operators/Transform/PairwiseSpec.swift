import MillraceSignals
import MillraceSpecs

final class PairwiseSpec: Spec {
    func testSpec() {
        describe("pairwise") {
            itKeepsTheLaws(
                OperatorCase("pairwise", one: ";;|", many: ";;1-2;2-3;3-4;|") { source, _ in
                    source.pairwise().map { "\($0.old)-\($0.new)" }
                }
            )

            it("takes a pair of values that are nil for a pair") {
                let emitter = Emitter<Int?>()
                let log = Recording(of: emitter.pairwise()) { "\($0.old as Any), \($0.new as Any)" }
                emitter.send(nil)
                emitter.send(nil)
                expect(log.values).to(equal(["nil, nil"]))
            }
        }
    }
}
