import MillraceSpecs

/// Law F1, as far as the compiler keeps it: outside of handlers a state can be read and observed, and not assigned to.
final class F1CompilationSpec: Spec {
    func testSpec() {
        describe("F1: the compiler") {
            let test = CompilationTest(
                common: """
                    struct Add: Action { let amount: Int }
                    struct CounterState { var count = 0 }
                    let dispatcher = Dispatcher()
                    let store = Store(CounterState(), on: dispatcher) { store in
                        store.on(Add.self) { state, action in state.count += action.amount }
                    }
                    """
            )

            it("refuses to assign to a store's value") {
                try test.expect(
                    toCompile: "print(store.state.value)",
                    butNot: "store.state.value = CounterState()",
                    because: "cannot assign to property: 'value' is a get-only property"
                )
            }

            it("refuses to assign to a part of a store's value") {
                try test.expect(
                    toCompile: "print(store.state.value.count)",
                    butNot: "store.state.value.count += 1",
                    because: "'value' is a get-only property"
                )
            }

            it("refuses to exchange a store's observable") {
                try test.expect(
                    toCompile: "let observable: Observable<CounterState> = store.state; print(observable)",
                    butNot: "store.state = Variable(CounterState())",
                    because: "cannot assign to property: 'state' is a 'let' constant"
                )
            }

            it("refuses to take a store's state for a variable") {
                try test.expect(
                    toCompile: "let observable: Observable = store.state; print(observable)",
                    butNot: "let variable: Variable = store.state; print(variable)",
                    because: "cannot convert value of type 'Observable<CounterState>'"
                )
            }

            it("refuses to update a store's state from outside") {
                try test.expect(
                    toCompile: "Variable(0).update { $0 += 1 }",
                    butNot: "store.state.update { $0.count += 1 }",
                    because: "has no member 'update'"
                )
            }

            it("refuses the way around through what the modules share among themselves") {
                try test.expect(
                    toCompile: "print(store.state.description)",
                    butNot: "print(store.state.box)",
                    because: "'box' is inaccessible due to 'package' protection level"
                )
            }

            it("refuses to keep what was handed in beyond the handler") {
                try test.expect(
                    toCompile: "var later = {}; store.on(Add.self) { state, _ in { state.count = 0 }() }; later()",
                    butNot: "var later = {}; store.on(Add.self) { state, _ in later = { state.count = 0 } }; later()",
                    because: "escaping closure captures 'inout' parameter 'state'"
                )
            }

            it("refuses to use a dispatcher outside of its domain") {
                try test.expect(
                    toCompile: "@MainActor func add() { dispatcher.dispatch(Add(amount: 1)) }",
                    butNot: "nonisolated func add() { dispatcher.dispatch(Add(amount: 1)) }",
                    because: "main actor-isolated let 'dispatcher' can not be referenced from a nonisolated context"
                )
            }

            it("refuses an action that must not cross to other threads") {
                try test.expect(
                    toCompile: "final class Text: Sendable {}; struct Write: Action { let text: Text }",
                    butNot: "final class Text {}; struct Write: Action { let text: Text }",
                    because: "non-Sendable type 'Text'"
                )
            }
        }
    }
}
