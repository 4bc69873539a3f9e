import MillraceFlux
import MillraceSpecs
import TestSupport

/// What is told of the decisions of middleware.
final class DroppedActionSpec: Spec {
    func testSpec() {
        var dispatcher = Dispatcher()
        var dropped: [DroppedAction] = []
        var handled: [[ActionIntervention]] = []

        beforeEach {
            dispatcher = Dispatcher()
            keep(makeCounter(on: dispatcher))
            (dropped, handled) = ([], [])
            dispatcher.install(
                Middleware(handled: { handled.append($0.interventions) }, dropped: { dropped.append($0) })
            )
        }

        it("tells of an action that a middleware has dropped, by its name or its number") {
            dispatcher.install(Middleware(decide: { ($0 as? Add)?.amount == 1 ? .drop : .pass }))
            dispatcher.install(Middleware(decide: { ($0 as? Add)?.amount == 2 ? .drop : .pass }, name: "limit"))
            for amount in 1...3 { dispatcher.dispatch(Add(amount: amount)) }
            expect(dropped.compactMap { ($0.action as? Add)?.amount }) == [1, 2]
            expect(dropped.map { $0.interventions.map(\.middleware) }) == [["2"], ["limit"]]
            expect(dropped[0].interventions[0].replaced == nil) == true
            expect(dropped[0].origin.place).to(contain("DroppedActionSpec.swift"))
            expect(handled.map(\.count)) == [0]
        }

        it("tells of an action that a middleware has not admitted") {
            dispatcher.install(Middleware(admits: { $0 is Rename }, name: "guard"))
            dispatcher.dispatch(Add())
            expect(dropped.map { $0.interventions.map(\.middleware) }) == [["guard"]]
        }

        it("tells in the handled action which one it has replaced") {
            dispatcher.install(Middleware(decide: { $0 is Add ? .replace(by: Rename(name: "a")) : .pass }, name: "one"))
            dispatcher.install(Middleware(decide: { $0 is Rename ? .replace(by: Clear()) : .pass }, name: "two"))
            dispatcher.dispatch(Add())
            expect(handled.map { $0.map(\.middleware) }) == [["one", "two"]]
            expect(handled[0][0].replaced is Add) == true
            expect(handled[0][1].replaced is Rename) == true
            dispatcher.dispatch(Clear())
            expect(handled.map(\.count)) == [2, 0]
        }

        it("tells all that has become of an action which was replaced and then dropped") {
            dispatcher.install(Middleware(decide: { $0 is Add ? .replace(by: Clear()) : .pass }, name: "one"))
            dispatcher.install(Middleware(decide: { $0 is Clear ? .drop : .pass }, name: "two"))
            dispatcher.dispatch(Add())
            expect(dropped.count) == 1
            expect(dropped[0].action is Clear) == true
            expect(dropped[0].interventions.map(\.middleware)) == ["one", "two"]
        }

        it("tells to whom it was addressed") {
            let counter = keep(makeCounter(on: dispatcher, name: "mine"))
            dispatcher.install(Middleware(decide: { _ in .drop }))
            dispatcher.dispatch(Add(), to: counter)
            dispatcher.dispatch(Add())
            expect(dropped.map(\.addressee)) == ["mine", nil]
        }
    }
}
