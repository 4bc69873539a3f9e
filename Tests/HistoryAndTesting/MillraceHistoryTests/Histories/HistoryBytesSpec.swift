import MillraceFlux
import MillraceHistory
import MillraceSpecs
import TestSupport

private struct Drawing {
    var title = ""
    var shapes: [[Int]] = []
    var names: [String] = []
    var layers: [String: [Int]] = [:]
    var tags: Set<Int> = []
}

private struct Draw: Action { let change: @Sendable (inout Drawing) -> Void }

/// What a history says that its states take up.
final class HistoryBytesSpec: Spec {
    func testSpec() {
        let full = Drawing(
            shapes: (0..<1_000).map { _ in Array(repeating: 0, count: 100) },
            names: (0..<100).map { String(repeating: "x", count: 1_000 + $0) },
            layers: ["a": Array(repeating: 0, count: 1_000)],
            tags: Set(0..<1_000)
        )

        /// What a history costs whose only step is a change.
        func bytes(of change: @escaping @Sendable (inout Drawing) -> Void) -> Int {
            let dispatcher = Dispatcher()
            let store = Store(full, on: dispatcher) { $0.on(Draw.self) { $1.change(&$0) } }
            let history = StateHistory(of: store, on: dispatcher)
            dispatcher.dispatch(Draw(change: change))
            return history.bytes
        }

        describe("a step costs") {
            it("nothing, where the states are the same") { expect(bytes { _ in }).to(equal(0)) }

            it("little, where a small field is different") {
                expect(bytes { $0.title = "a" }).to(beLessThan(200))
            }

            it("the array that is different, not the elements that it shares") {
                let cost = bytes { $0.shapes[0][0] = 1 }
                expect(cost).to(beGreaterThanOrEqualTo(1_000 * 8))
                expect(cost).to(beLessThan(1_000 * 100 * 8 / 2))
            }

            it("the elements of an array that is all different, judged by a few") {
                expect(bytes { for index in $0.shapes.indices { $0.shapes[index][0] = 1 } }).to(
                    beGreaterThan(1_000 * 100 * 8)
                )
                expect(bytes { for index in $0.names.indices { $0.names[index] += "y" } }).to(beGreaterThan(100_000))
            }

            it("the dictionary or set that is different, and the values that are") {
                expect(bytes { $0.layers["a"]?[0] = 1 }).to(beGreaterThan(8_000))
                expect(bytes { $0.tags.insert(-1) }).to(beGreaterThan(8_000))
                expect(bytes { $0.layers["b"] = [] }).to(beLessThan(8_000))
            }

            it("the string that is different") {
                expect(bytes { $0.title = String(repeating: "z", count: 5_000) }).to(beLessThan(5_000))
                expect(
                    { () -> Int in
                        let dispatcher = Dispatcher()
                        let store = Store(String(repeating: "z", count: 5_000), on: dispatcher) {
                            $0.on(Add.self) { text, _ in text += "z" }
                        }
                        let history = StateHistory(of: store, on: dispatcher)
                        dispatcher.dispatch(Add())
                        return history.bytes
                    }()
                ).to(beGreaterThan(5_000))
            }
        }
    }
}
