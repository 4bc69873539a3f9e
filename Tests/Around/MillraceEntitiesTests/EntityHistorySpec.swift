import MillraceFlux
import MillraceHistory
import MillraceSpecs

@testable import MillraceEntities

private struct Tell: Action { let answer: String }

/// A history of states in which there are entities.
final class EntityHistorySpec: Spec {
    func testSpec() {
        describe("a step of a state with entities") {
            it("costs what was told, not all that is known") {
                var entities = EntityTable()
                for id in 0..<2_000 { try entities.tell(#"{"id": \#(id), "title": "a pin"}"#) }
                let dispatcher = Dispatcher()
                let store = Store(entities, on: dispatcher) { store in
                    store.on(Tell.self) { entities, tell in _ = try? entities.tell(tell.answer) }
                }
                let history = StateHistory(of: store, on: dispatcher)
                dispatcher.dispatch(Tell(answer: #"{"id": 7, "title": "another pin"}"#))
                let cost = history.bytes
                expect(cost).to(beGreaterThan(500))
                expect(cost).to(beLessThan(10_000))
                for id in 1_000..<1_050 {
                    dispatcher.dispatch(Tell(answer: #"{"id": \#(id), "title": "another pin"}"#))
                }
                expect(history.bytes).to(beGreaterThan(20 * cost))
                expect(history.bytes).to(beLessThan(80 * cost))
            }
        }
    }
}
