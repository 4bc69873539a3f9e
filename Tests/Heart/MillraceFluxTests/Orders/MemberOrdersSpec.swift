import MillraceFlux
import MillraceHistory
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Law F8 in every order: a member whose effects are in flight when it is closed, closes itself, or is opened again.
final class MemberOrdersSpec: Spec {
    /// Explores a room that is opened, asks twice and is closed: by the lobby, by itself, or by an answer of its own.
    private static func exploreRoom(
        _ policy: OverlapPolicy,
        making: StoreFamily<Int, Questions>.Making = .withElements
    ) throws -> Exploration {
        try explore { world in
            let (work, dispatcher) = (WorkOutside(), Dispatcher(on: world.scheduler))
            let lobby = makeLobby(on: dispatcher)
            let rooms = StoreFamily(
                of: lobby,
                \.rooms,
                name: "rooms",
                making: making,
                closing: { lobby, room in lobby.rooms.removeAll { $0 == room } },
                { makeQuestions("\($0): ", in: world, work, closingAfter: "2", on: dispatcher) }
            )
            let isOpen = { lobby.state.value.rooms == [1] }
            world.may("open", times: 2, if: { !isOpen() }) { dispatcher.dispatch(Open(room: 1)) }
            world.may("close", if: isOpen) { dispatcher.dispatch(Close(room: 1)) }
            world.may("leave", if: isOpen) { rooms.dispatch(LeaveQuestions(), to: 1) }
            for text in ["1", "2"] { world.may("ask \(text)") { rooms.dispatch(AskOutside(text, policy), to: 1) } }
            world.compare("work") { work.texts }
            let room = { rooms.member(1)?.state.value ?? Questions() }
            world.always("the room is there that the lobby has") {
                rooms.keys
            } equals: {
                lobby.state.value.rooms
            }
            world.always("no answer comes to a room that has not asked") { room().wrongAnswers.isEmpty }
            world.always("nothing works for a room that is closed") {
                work.texts
            } equals: {
                room().running.map { "1: \($0.text)" }.sorted()
            }
            world.atRest("each question of an open room has its answer") { room().inFlight == 0 }
            return Inspection(of: lobby, rooms)
        }
    }

    func testSpec() {
        describe("F8: in every order, a member is closed while its effects") {
            let policies: [OverlapPolicy] = [.merge, .latest, .first, .concat]
            for policy in policies {
                it("have the policy \(policy)") {
                    let result = try Self.exploreRoom(policy)
                    expect(result.isComplete).to(beTrue())
                }
            }

            it("are those of one that is made when it is asked for") {
                let result = try Self.exploreRoom(.merge, making: .whenAsked)
                expect(result.isComplete).to(beTrue())
            }
        }
    }
}
