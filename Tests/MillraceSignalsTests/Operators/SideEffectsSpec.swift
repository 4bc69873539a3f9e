import MillraceSignals
import MillraceSpecs

final class SideEffectsSpec: Spec {
    func testSpec() {
        describe("Operators that tell what happens") {
            itKeepsTheLaws(
                OperatorCase("handleEvents", one: ";1;|", many: ";1;2;3;4;|") { source, tick in
                    source.handleEvents(onStart: tick, onValue: { _ in tick() }, onFinish: tick, onCancel: tick)
                },
                OperatorCase("onFinish", one: ";1;|", many: ";1;2;3;4;|") { source, tick in source.onFinish(tick) },
                OperatorCase("debug", one: ";1;|", many: ";1;2;3;4;|") { source, tick in
                    source.debug("a") { _ in tick() }
                }
            )

            it("handleEvents tells before it passes on, and either that it finished or that it was left") {
                let emitter = Emitter<Int>()
                var log: [String] = []
                let told = emitter.handleEvents(
                    onStart: { log.append("start") },
                    onValue: { log.append("value \($0)") },
                    onFinish: { log.append("finish") },
                    onCancel: { log.append("cancel") }
                )
                let first = told.observe { log.append("a\($0)") }
                let second = told.observe { log.append("b\($0)") }
                emitter.send(1)
                first.cancel()
                second.cancel()
                expect(log).to(equal(["start", "value 1", "a1", "b1", "cancel"]))
                log = []
                let third = told.observe(onFinish: { log.append("c finished") }) { _ in }
                emitter.finish()
                third.cancel()
                expect(log).to(equal(["start", "finish", "c finished"]))
            }

            it("debug prints with the label, with the name, or with the type") {
                var lines: [String] = []
                func play(_ build: (Emitter<String>) -> Signal<String>) {
                    lines = []
                    let emitter = Emitter<String>()
                    let subscription = build(emitter).observe { _ in }
                    emitter.send("x")
                    subscription.cancel()
                    _ = build(emitter).observe { _ in }
                    emitter.finish()
                }
                play { $0.debug("label", print: { lines.append($0) }) }
                expect(lines).to(
                    equal(["label: observed", "label: \"x\"", "label: left", "label: observed", "label: left"])
                )
                play { $0.named("name").debug(print: { lines.append($0) }) }
                expect(lines.first).to(equal("name: observed"))
                play { $0.debug(print: { lines.append($0) }) }
                expect(lines.first).to(equal("Emitter<String>: observed"))
            }

            it("debug prints the end") {
                var lines: [String] = []
                _ = trace("a|") { a, _, _ in a.debug("a") { lines.append($0) } }
                expect(lines).to(equal(["a: observed", "a: finished"]))
            }

            it("a signal has the name that it was given, an emitter stays one") {
                let emitter = Emitter<Int>().named("taps")
                emitter.send(1)
                expect(emitter.name).to(equal("taps"))
                expect("\(emitter)").to(equal("\"taps\" (Emitter<Int>)"))
                expect("\(emitter.map { $0 })").to(equal("Signal<Int>"))
            }
        }

        describe("bind(to:)") {
            it("sets a variable to each value, until its subscription is gone") {
                let (emitter, variable) = (Emitter<Int>(), Variable(0))
                var log: [Int] = []
                let observation = variable.map { $0 * 10 }.observe { log.append($0) }
                let subscription = emitter.bind(to: variable)
                emitter.send(1)
                emitter.send(2)
                subscription.cancel()
                emitter.send(3)
                observation.cancel()
                expect(log).to(equal([0, 10, 20]))
            }

            it("does not keep the variable, but sets it for what derives from it") {
                let (emitter, living) = (Emitter<Tracked?>(), LivingCount())
                var variable: Variable<Tracked?>? = Variable(nil)
                var derived: Observable<Int?>? = variable?.map { $0?.number }
                let subscription = variable.map { emitter.bind(to: $0) }
                variable = nil
                emitter.send(living.instance(7))
                expect(derived?.value).to(equal(7))
                derived = nil
                emitter.send(living.instance(8))
                subscription?.cancel()
                expect(living.count).to(equal(0))
            }

            it("sets a property of an object for as long as that lives") {
                final class Screen { var title = "" }
                let (emitter, variable) = (Emitter<String>(), Variable("present"))
                var screen: Screen? = Screen()
                weak let released = screen
                let bag = SubscriptionBag()
                if let screen {
                    emitter.bind(to: screen, \.title).store(in: bag)
                    variable.bind(to: screen, \.title).store(in: bag)
                }
                expect(screen?.title).to(equal("present"))
                emitter.send("sent")
                expect(screen?.title).to(equal("sent"))
                variable.value = "set"
                expect(screen?.title).to(equal("set"))
                screen = nil
                expect(released == nil).to(beTrue())
                emitter.send("nobody")
                variable.value = "nobody"
            }

            it("of an observable sets the variable at once, and in the turn after each change") {
                let (source, target, bag) = (Variable(1), Variable(0), SubscriptionBag())
                var log: [String] = []
                combine(source, target).observe { log.append("\($0.0)\($0.1)") }.store(in: bag)
                source.map { $0 }.bind(to: target).store(in: bag)
                source.value = 2
                expect(log).to(equal(["10", "11", "21", "22"]))
            }

            it("both ways leaves nothing alive") {
                expect { scene in
                    let (first, second, owner) = (
                        Variable(scene.instance()), Variable(scene.instance()), scene.instance()
                    )
                    let (to, fro) = (
                        first.changes.bind(to: second), second.changes.removeDuplicates(by: ===).bind(to: first)
                    )
                    first.observe(for: owner) { _, _ in }
                    first.value = scene.instance()
                    expect(first.value === second.value).to(beTrue())
                    to.cancel()
                    withExtendedLifetime(fro) {}
                }.to(leakNothing())
            }
        }
    }
}
