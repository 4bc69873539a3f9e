import MillraceSpecs

/// Law F6, as far as the compiler keeps it: what a handler gives is begun, however it is written.
final class F6CompilationSpec: Spec {
    func testSpec() {
        describe("F6: the compiler") {
            let test = CompilationTest(
                common: """
                    struct Load: Action { var ids = [1]; var isEmpty = true }
                    func load(_ id: Int) -> Effect { .run(id) { Load() } }
                    let store = Store(0, on: Dispatcher())
                    """
            )
            func handler(_ body: String) -> String { "store.on(Load.self) { state, action in \(body) }" }

            it("takes every form of handler that returns an effect, or several, or none") {
                let bodies = [
                    "load(1)", "return load(1)", "state = 1; return load(1)",
                    "action.isEmpty ? .run { Load() } : .none", "if action.isEmpty { load(1) } else { .none }",
                    "switch action.ids.count { case 1: load(1); case 2: .run { Load() }; default: .none }",
                    "action.ids.map { load($0) }", "return action.ids.map { load($0) }",
                    "[.cancel(1), .run { Load() }]", "return [.cancel(1)] + action.ids.map { load($0) }",
                    "action.isEmpty ? [] : [load(1)]", "action.isEmpty ? load(1) : .none",
                    "let id = 1; return [load(id), .cancel(id)]",
                    "if action.isEmpty { return .none }; return .run { send in send(Load()) }",
                ]
                try test.expect(
                    toCompile: bodies.map(handler).joined(separator: "\n"),
                    butNot: handler("return Load()"),
                    because: "Load"
                )
            }

            it("says what is missing where an effect neither takes `send` nor returns an action") {
                for body in [
                    "return .run { print(1) }", ".run { print(1) }", ".run(\"name\", .latest) { await Task.yield() }",
                ] {
                    try test.expect(
                        toCompile: handler("return .run { _ in print(1) }"),
                        butNot: handler(body),
                        because: "an effect takes `send` or returns an action"
                    )
                }
            }

            it("says what is missing where `catching` makes no action") {
                for body in [
                    "return .run { send in send(Load()) } catching: { error in print(error) }",
                    ".run { Load() } catching: { print($0) }",
                    "return .run(1, .latest) { _ in } catching: { _ in state = 1 }",
                ] {
                    try test.expect(
                        toCompile: handler("return .run { _ in print(1) } catching: { _ in Load() }"),
                        butNot: handler(body),
                        because: "`catching` returns an action"
                    )
                }
            }

            it("takes every form of handler that returns nothing") {
                let bodies = [
                    "", "state = 1", "if action.isEmpty { state = 1 }", "state = 1; state = 2", "fatalError()",
                    "switch action.isEmpty { case true: state = 1; case false: return }; state = 2",
                ]
                try test.expect(
                    toCompile: bodies.map(handler).joined(separator: "\n"),
                    butNot: handler("return 1"),
                    because: "Int"
                )
            }
        }
    }
}
