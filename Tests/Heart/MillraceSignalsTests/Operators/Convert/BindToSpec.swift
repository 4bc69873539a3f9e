import MillraceSignals
import MillraceSpecs
import TestSupport

final class BindToSpec: Spec {
    func testSpec() {
        describe("bind(to:)") {
            it("sets a variable to each value, until its subscription is gone") {
                let (emitter, variable) = (Emitter<Int>(), Variable(0))
                let log = Recording(of: variable.map { $0 * 10 })
                let subscription = emitter.bind(to: variable)
                emitter.send(1)
                emitter.send(2)
                subscription.cancel()
                emitter.send(3)
                expect(log.values).to(equal([0, 10, 20]))
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
                let log = Recording(of: combine(source, target)) { "\($0.0)\($0.1)" }
                source.map { $0 }.bind(to: target).store(in: bag)
                source.value = 2
                expect(log.values).to(equal(["10", "11", "21", "22"]))
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
