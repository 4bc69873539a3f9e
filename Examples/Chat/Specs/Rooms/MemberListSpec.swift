import Millrace
import MillraceApp
import MillraceSpecs
import SampleHomeserver

@testable import MatrixChat

private let tea = "!tea"
private let (ada, bob, carl) = ("@ada:sample.example", "@bob:sample.example", "@carl:sample.example")

/// A homeserver that tells only of the members whose events it sends.
final class MemberListSpec: Spec {
    func testSpec() {
        @TestState var stage = Stage()
        func open(_ room: String = tea) {
            stage.chat.dispatcher.dispatch(Go.show(Route(.rooms, .room(room))))
            stage.scheduler.advance(by: .seconds(1))
        }
        func lines(_ room: String = tea) -> [String] {
            let view = stage.chat.view(of: room).value
            return view?.rows.map { $0.text(view?.names ?? Names()) } ?? []
        }
        func requests() -> Int { stage.network.requests.count { $0.hasSuffix("/members") } }

        beforeEach {
            stage.server.change { server in
                server.loadsMembersLazily = true
                // These are told in any case: a room without a name is called after them.
                for number in 1...3 { server.name("@p\(number):x", "P\(number)", in: tea) }
                server.name(carl, "Carl", in: tea)
                server.name(ada, "Ada", in: tea)
                for number in 1...60 { server.say("\(number)", by: ada, in: tea) }
                server.say("from Carl", by: carl, in: tea)
                for number in 61...100 { server.say("\(number)", by: ada, in: tea) }
            }
        }

        describe("the people in older messages") {
            it("have their names, which come with them") {
                stage.server.change { $0.tellsMembers = false }
                stage.signIn()
                expect(stage.chat.rooms.state.value.rooms[id: tea]?.members[carl]).to(beNil())
                stage.chat.fillLastGap(of: tea)
                stage.scheduler.advance(by: .seconds(1))
                expect(lines()).to(contain("Carl: from Carl"))
            }

            it("do not take newer names away") {
                var state = RoomsState()
                state.take([RoomUpdate(tea)], limits: ChatLimits())
                func page(_ names: String...) -> OlderEvents {
                    var page = OlderEvents(events: [], end: "p1")
                    page.facts = names.map { .person(Person(id: carl, name: $0, avatar: nil)) }
                    return page
                }
                state.take(page("Carl the newer", "Carl the older"), asMembersOf: tea)
                expect(state.rooms[id: tea]?.members[carl]?.person.name).to(equal("Carl the newer"))
                state.take(page("Carl the oldest"), asMembersOf: tea)
                expect(state.rooms[id: tea]?.members[carl]?.person.name).to(equal("Carl the newer"))
            }
        }

        describe("somebody of whom nothing is known") {
            it("is shown with the identity, and with the name that is used elsewhere") {
                stage.server.change { server in
                    server.say("hi", by: bob, in: tea)
                    server.name(ada, "Ada", in: "!mill")
                    server.say("ho", by: "@p1:x", in: "!mill")
                }
                stage.signIn()
                stage.server.change { _ = $0.say("own", by: SampleHomeserver.user, in: tea) }
                stage.scheduler.advance(by: .seconds(1))
                expect(Array(lines().suffix(2))).to(equal(["\(bob): hi", "you: own"]))
                expect(lines("!mill").last).to(equal("P1 (@p1:x): ho"))
            }
        }

        describe("the members of a room that is opened") {
            it("are asked for once, so that somebody of the same name who has not written is told apart") {
                stage.server.change { server in
                    server.name(bob, "Ada", in: tea)
                    for number in 101...140 { server.say("\(number)", by: ada, in: tea) }
                }
                stage.signIn()
                expect(lines().last).to(equal("Ada: 140"))
                expect(requests()).to(equal(0))
                open()
                expect(lines().last).to(equal("Ada (\(ada)): 140"))
                for _ in 0..<3 { open() }
                expect(requests()).to(equal(1))
            }

            it("are asked for again when the homeserver left something out, and when it has failed") {
                stage.signIn()
                open()
                stage.server.change { server in for number in 1...50 { server.say("\(number)", by: ada, in: tea) } }
                stage.scheduler.advance(by: .seconds(1))
                expect(requests()).to(equal(2))
                stage.network.isUp = false
                stage.chat.dispatcher.dispatch(Go.show(Route(.rooms)))
                stage.server.change { _ = $0.say("there", in: "!mill") }
                stage.network.isUp = true
                stage.scheduler.advance(by: .seconds(70))
                stage.server.change { ($0.refusals, $0.refusalDelay) = (1, .seconds(20)) }
                open("!mill")
                let count = requests()
                stage.scheduler.advance(by: .seconds(100))
                expect(requests()).to(equal(count))
                open()
                open("!mill")
                expect(requests()).to(equal(count + 1))
                expect(stage.chat.rooms.state.value.memberLists["!mill"]).to(equal(.told))
            }

            it("are not asked for again where the homeserver refuses") {
                stage.server.change { $0.tellsMembers = false }
                stage.signIn()
                open()
                stage.scheduler.advance(by: .seconds(100))
                expect(requests()).to(equal(1))
            }

            it("are as the list says, but for what has arrived since it was asked for") {
                func person(_ user: String, _ name: String) -> RoomFact {
                    .person(Person(id: user, name: name, avatar: nil))
                }
                func update(_ facts: RoomFact...) -> RoomUpdate {
                    var update = RoomUpdate(tea)
                    update.facts = facts
                    return update
                }
                var state = RoomsState()
                state.take([update(person(ada, "Ada"), person(bob, "Bob"))], limits: ChatLimits())
                state.memberLists[tea] = .asked(newer: [])
                state.take([update(person(ada, "Ada L."))], limits: ChatLimits())
                state.take([person(ada, "Ada"), person(carl, "Carl")], asMembersOf: tea)
                let members = state.rooms[id: tea]?.members ?? [:]
                expect(members[ada]?.person.name).to(equal("Ada L."))
                expect(members[carl]?.isHere).to(beTrue())
                expect(members[bob]?.isHere).to(beFalse())
                expect(members[bob]?.person.name).to(equal("Bob"))
            }
        }
    }
}
