import Millrace
import MillraceSpecs
import SampleHomeserver

@testable import MatrixChat

final class RoomListSpec: Spec {
    func testSpec() {
        @TestState var stage = Stage()

        func titles(_ membership: Room.Membership = .joined) -> [String] {
            stage.chat.list.value.filter { $0.membership == membership }.map { $0.title(stage.chat.titleNames.value) }
        }

        func name(_ room: String, _ name: String) {
            stage.server.change {
                _ = $0.add(
                    [
                        "type": "m.room.name", "state_key": "", "sender": "@ada:sample.example",
                        "content": ["name": .string(name)],
                    ],
                    to: room
                )
            }
        }

        beforeEach {
            name("!tea", "Tea")
            name("!mill", "Mill")
            stage.server.change { $0.name("@ada:sample.example", "Ada", in: "!ada") }
            stage.signIn()
        }

        describe("the list") {
            it("begins with the room in which something has happened last") {
                expect(titles()).to(equal(["Ada", "Mill", "Tea"]))
                stage.server.change { _ = $0.say("hello", in: "!tea") }
                stage.scheduler.advance(by: .seconds(1))
                expect(titles()).to(equal(["Tea", "Ada", "Mill"]))
            }

            it("moves one row for a message, and touches no other") {
                var changes: [String] = []
                let observation = stage.chat.list.observeChanges { change in
                    if case .update(_, let rows) = change { changes.append("\(rows)") }
                }
                stage.server.change { _ = $0.say("hello", in: "!tea") }
                stage.scheduler.advance(by: .seconds(1))
                expect(changes).to(equal(["~[2→0] ↕[2→0]"]))
                observation.cancel()
            }

            it("has those whose names contain a text, also that of a member who changes it") {
                stage.chat.search.value = "ADA"
                expect(titles()).to(equal(["Ada"]))
                stage.server.change { $0.rename("@ada:sample.example", "Dora") }
                stage.scheduler.advance(by: .seconds(1))
                expect(titles()).to(beEmpty())
                stage.chat.search.value = "dor"
                expect(titles()).to(equal(["Dora"]))
            }

            it("has invitations apart") {
                let other = Stage()
                other.server.change { $0.fill(interval: nil) }
                other.signIn()
                expect(other.chat.list.value.count(where: \.isInvitation)).to(equal(2))
                expect(other.chat.list.value).to(haveCount(12))
                expect(other.chat.badge.value.invitations).to(equal(2))
            }
        }

        describe("the badge") {
            it("counts what is unread in all rooms, whatever is searched for, until it is seen") {
                stage.chat.search.value = "nothing"
                stage.server.change { server in for room in ["!tea", "!mill"] { server.say("hello", in: room) } }
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.chat.badge.value).to(equal(Badge(unread: 2)))
                stage.chat.dispatcher.dispatch(RoomSeen(room: "!tea"))
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.chat.badge.value).to(equal(Badge(unread: 1)))
            }

            it("tells the homeserver once what was seen") {
                for _ in 0..<3 { stage.chat.dispatcher.dispatch(RoomSeen(room: "!tea")) }
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.network.requests.filter { $0.hasSuffix("read_markers") }).to(haveCount(1))
            }

            it("tells it again where it has not arrived, later each time") {
                stage.network.isUp = false
                stage.chat.dispatcher.dispatch(RoomSeen(room: "!tea"))
                stage.scheduler.advance(by: .milliseconds(6_900))
                func count() -> Int { stage.network.requests.count { $0.hasSuffix("read_markers") } }
                expect(count()).to(equal(3))
                stage.network.isUp = true
                stage.scheduler.advance(by: .seconds(60))
                expect(count()).to(equal(4))
            }

            it("waits as briefly as at first where it fails again after it has arrived") {
                func count() -> Int { stage.network.requests.count { $0.hasSuffix("read_markers") } }
                stage.network.isUp = false
                stage.chat.dispatcher.dispatch(RoomSeen(room: "!tea"))
                stage.scheduler.advance(by: .milliseconds(6_900))
                expect(count()).to(equal(3))
                stage.network.isUp = true
                stage.scheduler.advance(by: .seconds(70))
                expect(count()).to(equal(4))
                stage.server.change { _ = $0.say("hello", in: "!tea") }
                stage.scheduler.advance(by: .seconds(1))
                stage.network.isUp = false
                stage.chat.dispatcher.dispatch(RoomSeen(room: "!tea"))
                stage.scheduler.advance(by: .milliseconds(1_900))
                expect(count()).to(equal(6))
            }

            it("tells it no sooner than the homeserver allows") {
                stage.server.change { _ = $0.say("hello", in: "!tea") }
                stage.scheduler.advance(by: .seconds(1))
                stage.server.change { ($0.refusals, $0.refusalDelay) = (1, .seconds(20)) }
                stage.chat.dispatcher.dispatch(RoomSeen(room: "!tea"))
                stage.scheduler.advance(by: .seconds(19))
                expect(stage.chat.badge.value.unread).to(equal(1))
                stage.scheduler.advance(by: .seconds(2))
                expect(stage.chat.badge.value.unread).to(equal(0))
                expect(stage.network.requests.filter { $0.hasSuffix("read_markers") }).to(haveCount(2))
            }
        }

        describe("the sample") {
            it("has ten rooms and two invitations, with 2,000 events of all kinds, the same in each run") {
                var rooms: [[String: HomeserverState.Room]] = []
                for _ in 0..<2 {
                    let server = SampleHomeserver(clock: stage.scheduler)
                    rooms.append(
                        server.change { state in
                            state.fill(interval: nil)
                            return state.rooms
                        }
                    )
                }
                expect(rooms[0].values.map(\.events.count).reduce(0, +)).to(beGreaterThan(2_000))
                let events = rooms.map { rooms in rooms.sorted { $0.key < $1.key }.map { $0.value.events.map(\.event) }
                }
                expect(events[0] == events[1]).to(beTrue())
                let contents = events[0].joined().map { TimelineEvent($0).content }
                let damaged = contents.count { if case .damaged = $0 { true } else { false } }
                expect(damaged).to(beGreaterThan(10))
            }
        }
    }
}
