import MillraceSpecs

/// Confinement, as far as the compiler keeps it: a graph is used in its own isolation domain and nowhere else.
final class ConfinementCompilationSpec: Spec {
    func testSpec() {
        describe("the compiler, of a graph that belongs to the main actor") {
            let test = CompilationTest(
                common: """
                    actor Archive {
                        func keep(_ signal: Signal<Int>) {}
                        func keep(_ number: Int) {}
                    }

                    @MainActor
                    final class Screen {
                        let taps = Emitter<Int>()
                        let title = Variable("")
                        let rows: Observable<Int> = Variable(0)
                    }
                    """
            )

            it("refuses to send a signal into another actor") {
                try test.expect(
                    toCompile: "@MainActor func hand(_ screen: Screen, to archive: Archive) async "
                        + "{ await archive.keep(screen.rows.value) }",
                    butNot: "@MainActor func hand(_ screen: Screen, to archive: Archive) async "
                        + "{ await archive.keep(screen.taps) }",
                    because: "sending value of non-Sendable type 'Emitter<Int>' risks causing data races"
                )
            }

            it("refuses to use a signal that was sent into another actor") {
                try test.expect(
                    toCompile: "func hand(to archive: Archive) async "
                        + "{ let taps = Emitter<Int>(); taps.send(1); await archive.keep(taps) }",
                    butNot: "func hand(to archive: Archive) async "
                        + "{ let taps = Emitter<Int>(); await archive.keep(taps); taps.send(1) }",
                    because: "sending value of non-Sendable type 'Emitter<Int>' risks causing data races"
                )
            }

            it("refuses to send what a sent signal was made of") {
                try test.expect(
                    toCompile: "func hand(to archive: Archive) async { let taps = Emitter<Int>(); "
                        + "await archive.keep(taps.map { $0 + 1 }); Emitter<Int>().send(1) }",
                    butNot: "func hand(to archive: Archive) async { let taps = Emitter<Int>(); "
                        + "await archive.keep(taps.map { $0 + 1 }); taps.send(1) }",
                    because: "sending value of non-Sendable type 'Signal<Int>' risks causing data races"
                )
            }

            it("refuses to change what was captured, from the thread of an inlet") {
                try test.expect(
                    toCompile: "@MainActor func feed(_ screen: Screen) { let inlet = screen.taps.inlet(); "
                        + "var count = 0; count += 1; Task.detached { [count] in inlet.send(count) } }",
                    butNot: "@MainActor func feed(_ screen: Screen) { let inlet = screen.taps.inlet(); "
                        + "var count = 0; Task.detached { count += 1; inlet.send(count) }; count += 1 }",
                    because: "sending value of non-Sendable type '() async -> ()' risks causing data races"
                )
            }

            it("refuses to go on using what was sent through an inlet") {
                try test.expect(
                    toCompile: "final class Page { var number = 0 }; func feed(_ inlet: Inlet<Page>) "
                        + "{ let page = Page(); page.number = 1; inlet.send(page) }",
                    butNot: "final class Page { var number = 0 }; func feed(_ inlet: Inlet<Page>) "
                        + "{ let page = Page(); inlet.send(page); page.number = 1 }",
                    because: "sending 'page' risks causing data races"
                )
            }

            it("refuses an inlet of what belongs to no actor") {
                try test.expect(
                    toCompile: "func open(_ scheduler: some Scheduler) -> Inlet<Int> "
                        + "{ Emitter<Int>().inlet(on: scheduler) }",
                    butNot: "func open() -> Inlet<Int> { Emitter<Int>().inlet() }",
                    because: "'nil' is not compatible with expected argument type 'any Actor'"
                )
            }

            it("refuses to use a signal from a detached task") {
                try test.expect(
                    toCompile: "@MainActor func tap(_ taps: Emitter<Int>) { Task { taps.send(1) } }",
                    butNot: "@MainActor func tap(_ taps: Emitter<Int>) { Task.detached { taps.send(1) } }",
                    because: "passing closure as a 'sending' parameter risks causing data races"
                )
            }

            it("refuses to use a view model's signal from code that is not isolated") {
                try test.expect(
                    toCompile: "@MainActor func tap(_ screen: Screen) { screen.taps.send(1) }",
                    butNot: "nonisolated func tap(_ screen: Screen) { screen.taps.send(1) }",
                    because: "main actor-isolated property 'taps' can not be referenced from a nonisolated context"
                )
            }

            it("refuses to observe a view model's observable from another actor") {
                try test.expect(
                    toCompile: "actor Log { func watch(_ screen: Screen) async -> Int "
                        + "{ await MainActor.run { screen.rows.value } } }",
                    butNot: "actor Log { func watch(_ screen: Screen) async -> Subscription "
                        + "{ await screen.rows.observe { print($0) } } }",
                    because: "non-Sendable"
                )
            }

            it("refuses to assign to an observable's value") {
                try test.expect(
                    toCompile: "@MainActor func clear(_ screen: Screen) { screen.title.value = \"\" }",
                    butNot: "@MainActor func clear(_ screen: Screen) { screen.rows.value = 0 }",
                    because: "cannot assign to property: 'value' is a get-only property"
                )
            }
        }

        describe("the compiler") {
            let test = CompilationTest(common: "func share<Value: Sendable>(_ type: Value.Type) {}")
            for type in [
                "Signal<Int>", "Emitter<Int>", "Observable<Int>", "Variable<Int>", "Observed<Int>", "Subscription",
                "SubscriptionBag", "Dispatcher", "Store<Int>", "Registration",
            ] {
                it("refuses to share a \(type) between domains") {
                    try test.expect(
                        toCompile: "share(Inlet<Int>.self); share(AsyncStream<Int>.self)",
                        butNot: "share(\(type).self)",
                        because: "type '\(type)' does not conform to the 'Sendable' protocol"
                    )
                }
            }
        }
    }
}
