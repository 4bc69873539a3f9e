import MillraceSignals
import MillraceSpecs

final class ResultsSpec: Spec {
    private struct Refused: Error, Equatable { var code: Int }

    /// Even numbers are refused.
    private static func answers(_ source: Signal<Int>) -> Signal<Result<Int, Refused>> {
        source.map { $0.isMultiple(of: 2) ? .failure(Refused(code: $0)) : .success($0) }
    }

    func testSpec() {
        describe("Operators of signals of results") {
            itKeepsTheLaws(
                OperatorCase("mapSuccess", one: ";10;|", many: ";10;-2;30;-4;|") { source, tick in
                    Self.answers(source).mapSuccess { value in
                        tick()
                        return value * 10
                    }.replaceFailure { -$0.code }
                },
                OperatorCase("successes", one: ";1;|", many: ";1;;3;;|") { source, _ in Self.answers(source).successes()
                },
                OperatorCase("failures", one: ";;|", many: ";;2;;4;|") { source, _ in
                    Self.answers(source).failures().map(\.code)
                },
                OperatorCase("replaceFailure(with:)", one: ";1;|", many: ";1;0;3;0;|") { source, _ in
                    Self.answers(source).replaceFailure(with: 0)
                },
                OperatorCase("replaceFailure", one: ";1;|", many: ";1;-2;3;-4;|") { source, tick in
                    Self.answers(source).replaceFailure { refused in
                        tick()
                        return -refused.code
                    }
                }
            )
        }
    }
}
