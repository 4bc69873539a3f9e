import MillraceFlux
import MillraceHistory
import MillraceSpecs
import TestSupport

final class InspectionSpec: Spec {
    func testSpec() {
        describe("what the inspector sees of an app") {
            it("is recorded from its beginning to its end") {
                let dispatcher = Dispatcher()
                let counter = keep(makeCounter(on: dispatcher, name: "counter"))
                let other = keep(makeCounter(on: dispatcher, name: "other"))
                let (inspection, tape) = (Inspection(of: counter, other), Tape())
                expect(tape.contents).to(beEmpty())
                let recorder = inspection.record(to: tape.write) { fail("\($0)") }
                dispatcher.dispatch(Add())
                recorder.finish()
                // The beginning, the names that the action brings, the action, and the end.
                expect(tape.contents).to(haveCount(4))
                expect(tape.contents[0]).to(contain("\"counter\"", "\"other\""))
                expect(tape.contents[1]).to(contain("Add"))
                expect(tape.contents[2]).to(contain("\"amount\""))
            }

            it("has each of its parts visited, in order, and names their dispatcher") {
                final class Names: StateVisitor {
                    let method: StaticString = "Names"
                    var names: [String] = []

                    func visit<State>(_ store: Store<State>) { names.append(store.description) }
                    func visit<Key, State>(_ family: StoreFamily<Key, State>) { names.append(family.name) }
                }
                let (dispatcher, visitor) = (Dispatcher(), Names())
                let keys = keep(Store([1, 2], on: dispatcher, name: "keys"))
                let family = keep(StoreFamily(of: keys, \.self, name: "family") { Store($0, on: dispatcher) })
                let inspection = Inspection(of: keys, family, keep(makeCounter(on: dispatcher, name: "counter")))
                inspection.visit(visitor)
                expect(visitor.names) == ["keys", "family", "counter"]
                expect(inspection.dispatcher) === dispatcher
            }

            it("is without what its rules leave out") {
                var rules = InspectionRules()
                rules.redactFields(named: "name")
                let (dispatcher, tape) = (Dispatcher(), Tape())
                let counter = keep(makeCounter(on: dispatcher, name: "counter"))
                _ = Inspection(of: counter, rules: rules).record(to: tape.write) { fail("\($0)") }
                dispatcher.dispatch(Rename(name: "hush"))
                expect(tape.lines).to(haveCount(3))
                expect(tape.text).toNot(contain("hush"))
            }

            it("tells in words, once, what cannot be written") {
                struct Full: Error {}
                let dispatcher = Dispatcher()
                var problems: [String] = []
                let counter = keep(makeCounter(on: dispatcher, name: "counter"))
                _ = Inspection(of: counter).record(to: { _ in throw Full() }) { problems.append("\($0)") }
                dispatcher.dispatch(Add())
                expect(problems).to(haveCount(1))
                expect(problems.first).to(contain("Full"))
            }
        }
    }
}
