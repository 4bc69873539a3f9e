import MillraceFlux
import MillraceHistory
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Law F6 in every order: questions that a store asks by effects of one identity, whose answers come, fail, or come when
/// the user has asked for more, or has given up.
final class EffectOrdersSpec: Spec {
    /// Explores a store that asks once with each of the policies, and is stopped.
    private static func exploreQuestions(_ policies: [OverlapPolicy], stops: Int = 1) throws -> Exploration {
        try explore { world in
            let (work, dispatcher) = (WorkOutside(), Dispatcher(on: world.scheduler))
            let store = makeQuestions(in: world, work, on: dispatcher, name: "questions")
            for (number, policy) in policies.enumerated() {
                let text = "\(number + 1)"
                world.may("ask \(text), \(policy)") { dispatcher.dispatch(AskOutside(text, policy)) }
            }
            world.may("stop", times: stops) { dispatcher.dispatch(StopAsking()) }
            world.compare("work") { work.texts }
            let state = store.state
            world.always("no answer comes of an effect that was cancelled, or has ended") {
                state.value.wrongAnswers.isEmpty
            }
            world.always("as many effects are in flight as their policies say") {
                store.effectsInFlight.value
            } equals: {
                state.value.inFlight
            }
            world.always("those work that their policies let work") {
                work.texts
            } equals: {
                state.value.running.map(\.text).sorted()
            }
            world.atRest("each question has its answer that was not cancelled") { state.value.inFlight == 0 }
            return Inspection(of: store)
        }
    }

    func testSpec() {
        describe("F6: in every order, effects") {
            let policies: [OverlapPolicy] = [.merge, .latest, .first, .concat, .concurrent(limit: 2)]
            for policy in policies {
                it("of the policy \(policy)") {
                    let result = try Self.exploreQuestions([policy, policy, policy])
                    expect(result.isComplete).to(beTrue())
                }
            }

            for (first, second, third) in [
                (OverlapPolicy.merge, OverlapPolicy.concat, OverlapPolicy.latest),
                (.concat, .concurrent(limit: 2), .first),
                (.concurrent(limit: 2), .merge, .concat),
            ] {
                it("of the policies \(first), \(second) and \(third) under one identity") {
                    let result = try Self.exploreQuestions([first, second, third], stops: 0)
                    expect(result.isComplete).to(beTrue())
                }
            }
        }
    }
}
