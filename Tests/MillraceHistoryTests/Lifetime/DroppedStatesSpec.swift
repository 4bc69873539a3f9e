import MillraceFlux
import MillraceHistory
import MillraceSignals
import MillraceSpecs

/// What histories drop of the user's may read, set, send and dispatch as it goes: nothing of ours is in the midst of an
/// access then.
final class DroppedStatesSpec: Spec {
    struct State {
        var number = 0
        var object: Dying?
    }

    struct Put: Action {
        let number: Int
        let object: Dying?
    }

    func testSpec() {
        var dispatcher: Dispatcher!
        var scheduler: TestScheduler!
        var store: Store<State>!
        var tally: Store<Int>!
        var ends = 0

        beforeEach {
            scheduler = TestScheduler()
            dispatcher = Dispatcher(on: scheduler)
            store = Store(State(), on: dispatcher, name: "store") { store in
                store.on(Put.self) { state, action in state = State(number: action.number, object: action.object) }
            }
            tally = Store(0, on: dispatcher, name: "tally") { $0.on(Add.self) { count, _ in count += 1 } }
            ends = 0
        }
        afterEach { (dispatcher, scheduler, store, tally) = (nil, nil, nil, nil) }

        /// An object whose end reads and dispatches, and what else it is told.
        func object(_ more: @escaping () -> Void = {}) -> Dying {
            let (dispatcher, store) = (dispatcher, store)
            return Dying {
                ends += 1
                _ = store?.state.value.number
                dispatcher?.dispatch(Add())
                more()
            }
        }

        describe("what a history of states drops") {
            it("goes when its limit is reached") {
                let history = StateHistory(of: store, on: dispatcher, limit: HistoryLimit(count: 2))
                for number in 1...6 {
                    dispatcher.dispatch(Put(number: number, object: object { _ = history.bytes }))
                }
                expect(ends) == 3
                expect(tally.state.value) == 3
                expect(history.moment.value.kept.upperBound) == 6
                dispatcher.dispatch(Clear())
            }

            it("goes when what was to come is forgotten") {
                let history = StateHistory(of: store, on: dispatcher)
                for number in 1...3 { dispatcher.dispatch(Put(number: number, object: object { history.resume() })) }
                history.jump(to: 1)
                history.resume()
                expect(ends) == 2
                expect(tally.state.value) == 2
            }

            it("goes with the handler that was replaced, of what is ignored") {
                let history = StateHistory(of: store, on: dispatcher)
                let capture = object { _ = history.onIgnored }
                history.onIgnored = { _ in withExtendedLifetime(capture) {} }
                expect(ends) == 0
                history.onIgnored = { _ in }
            }
        }

        describe("what a history of steps drops") {
            it("goes when its limit is reached, or a step is undone and another made") {
                let undo = UndoHistory(on: dispatcher, limit: HistoryLimit(count: 2)) { undo in
                    undo.restores(store)
                    undo.step(Put.self)
                }
                for number in 1...6 {
                    dispatcher.dispatch(Put(number: number, object: object { _ = undo.bytes }))
                }
                expect(ends) == 3
                undo.undo()
                undo.undo()
                dispatcher.dispatch(Put(number: 7, object: nil))
                expect(ends) == 5
                expect(tally.state.value) == 5
                expect(store.state.value.number) == 7
                undo.undo()
                expect(store.state.value.number) == 4
            }

            it("goes when the present is replaced within a step") {
                let undo = UndoHistory(on: dispatcher) { undo in
                    undo.restores(store)
                    undo.step(Put.self) { _, _ in true }
                }
                for number in 1...4 {
                    dispatcher.dispatch(Put(number: number, object: object { undo.undo() }))
                }
                expect(ends) > 0
            }
        }
    }
}
