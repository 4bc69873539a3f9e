import MillraceApp
import MillraceFlux
import MillraceHistory
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Law A3 in every order: screens that are left, by each of the ways in which one can leave them, while their effects are
/// in flight.
final class ScreenOrdersSpec: Spec {
    enum Screen: Hashable, Sendable {
        case home, settings, room
    }

    typealias Go = Navigate<Screen>

    /// Explores a room that asks something: on the stack of a tab, or presented.
    private static func exploreRoom(presented: Bool, _ policy: OverlapPolicy) throws -> Exploration {
        try explore { world in
            let (work, dispatcher) = (WorkOutside(), Dispatcher(on: world.scheduler))
            let route = Store(Route<Screen>(tabs: .home, .settings), on: dispatcher, name: "route") {
                $0.handleNavigation()
            }
            var lives = 0
            let rooms = StoreFamily(of: route, screens: { $0 == .room ? () : nil }, name: "room") { _ in
                lives += 1
                return makeQuestions("\(lives): ", in: world, work, closingAfter: "2", on: dispatcher)
            }
            let isThere = { !rooms.keys.isEmpty }
            world.may("enter", times: 2, if: { route.state.value.top == .home }) {
                dispatcher.dispatch(presented ? Go.present(.room) : Go.push(.room))
            }
            for text in ["1", "2"] {
                world.may("ask \(text)", if: isThere) {
                    for key in rooms.keys { rooms.dispatch(AskOutside(text, policy), to: key) }
                }
            }
            world.may("go back", if: { route.state.value.top == .room }) { dispatcher.dispatch(Go.back) }
            world.may("select the other tab") { dispatcher.dispatch(Go.select(.settings)) }
            world.may("follow a link home") { dispatcher.dispatch(Go.show(Route(.home))) }
            world.compare("work") { work.texts }
            world.compare("lives") { lives }
            let room = { rooms.keys.first.flatMap { rooms.member($0) }?.state.value ?? Questions() }
            let isInRoute = {
                (route.state.value.tabs + route.state.value.presented).contains {
                    ([$0.root] + $0.pushed).contains(.room)
                }
            }
            world.always("the store is there as long as the screen has its place", isThere, equals: isInRoute)
            world.always("no answer comes to a screen that has not asked") { room().wrongAnswers.isEmpty }
            world.always("nothing works for a screen that was left") {
                work.texts
            } equals: {
                room().running.map { "\(lives): \($0.text)" }.sorted()
            }
            world.atRest("each question of a screen that is there has its answer") { room().inFlight == 0 }
            return Inspection(of: route, rooms)
        }
    }

    func testSpec() {
        describe("A3: in every order, a screen is left while its effects are in flight") {
            for policy in [OverlapPolicy.latest, .concat] {
                it("on the stack of a tab, \(policy)") {
                    let result = try Self.exploreRoom(presented: false, policy)
                    expect(result.isComplete).to(beTrue())
                }

                it("presented on top of all, \(policy)") {
                    let result = try Self.exploreRoom(presented: true, policy)
                    expect(result.isComplete).to(beTrue())
                }
            }
        }
    }
}
