import MillraceFlux
import MillraceHistory
import MillraceSignals
import MillraceSpecs
import TestSupport

/// What histories drop of the user's may read, set, send and dispatch as it goes: nothing of ours is in the midst of an
/// access then.
final class DroppedStatesSpec: Spec {
    private typealias State = DroppedObjects.State
    private typealias Put = DroppedObjects.Put

    func testSpec() {
        var objects = DroppedObjects()
        var (dispatcher, store, tally) = (objects.dispatcher, objects.store, objects.tally)

        beforeEach {
            objects = DroppedObjects()
            (dispatcher, store, tally) = (objects.dispatcher, objects.store, objects.tally)
        }

        describe("what a history of states drops") {
            it("goes when its limit is reached") {
                let history = StateHistory(of: store, on: dispatcher, limit: 2)
                for number in 1...6 {
                    dispatcher.dispatch(Put(number: number, object: objects.object { _ = history.moment.value }))
                }
                expect(objects.ends) == 3
                expect(tally.state.value) == 3
                expect(history.moment.value.kept.upperBound) == 6
                dispatcher.dispatch(Clear())
            }

            it("goes when what was to come is forgotten") {
                let history = StateHistory(of: store, on: dispatcher)
                for number in 1...3 {
                    dispatcher.dispatch(Put(number: number, object: objects.object { history.resume() }))
                }
                history.jump(to: 1)
                history.resume()
                expect(objects.ends) == 2
                expect(tally.state.value) == 2
            }

            it("goes with the handler that was replaced, of what is ignored") {
                let history = StateHistory(of: store, on: dispatcher)
                func install(_ capture: OnDeinit) { history.onIgnored = { _ in capture.touch() } }
                install(objects.object { _ = history.onIgnored })
                expect(objects.ends) == 0
                history.onIgnored = { _ in }
                expect(objects.ends) == 1
            }
        }

        describe("what a history of steps drops") {
            it("goes when its limit is reached, or a step is undone and another made") {
                let undo = UndoHistory(on: dispatcher, limit: 2) { undo in
                    undo.track(store)
                    undo.step(Put.self)
                }
                for number in 1...6 {
                    dispatcher.dispatch(Put(number: number, object: objects.object { _ = undo.canUndo.value }))
                }
                expect(objects.ends) == 3
                undo.undo()
                undo.undo()
                dispatcher.dispatch(Put(number: 7, object: nil))
                expect(objects.ends) == 5
                expect(tally.state.value) == 5
                expect(store.state.value.number) == 7
                undo.undo()
                expect(store.state.value.number) == 4
            }

            it("goes when the present is replaced within a step") {
                let undo = UndoHistory(on: dispatcher) { undo in
                    undo.track(store)
                    undo.step(Put.self) { _, _ in true }
                }
                for number in 1...4 {
                    dispatcher.dispatch(Put(number: number, object: objects.object { undo.undo() }))
                }
                expect(objects.ends) > 0
            }
        }
    }
}
