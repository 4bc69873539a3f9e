import Millrace
import MillraceSpecs
import TestSupport

/// A tester of a family, beside its parent.
final class FamilyTesterSpec: Spec {
    func testSpec() {
        @TestState var scheduler = TestScheduler()
        var lobby: Store<Lobby>!
        var rooms: StoreFamily<Int, Room>!

        beforeEach {
            lobby = makeLobby([1], on: Dispatcher(on: scheduler))
            rooms = makeRooms(of: lobby)
        }
        afterEach { (lobby, rooms) = (nil, nil) }

        describe("a tester of a family") {
            it("says how members come, change and go, and which effects begin") {
                let tester = StoreTester(of: lobby, rooms)
                tester.send(Open(room: 2)) {
                    $0[lobby].rooms = [1, 2]
                    $0[rooms][2] = Room(id: 2)
                }
                tester.send(Echo(), to: 2, in: rooms, starting: "echo")
                tester.advance(by: .seconds(1))
                tester.receive(Say("echo 2")) { $0[rooms][2]?.lines = ["echo 2"] }
                tester.send(Echo(), to: 1, in: rooms, starting: "echo")
                tester.expectEffects("echo")
                tester.send(SetRooms(rooms: [])) {
                    $0[lobby].rooms = []
                    $0[rooms] = [:]
                }
                tester.finish()
            }

            it("fails where another member changes, under the family's name") {
                let found = messages {
                    let tester = StoreTester(of: rooms)
                    tester.send(Say("a")) { _ in }
                }
                expect(found.first).to(contain("rooms"))
                expect(found.first).to(contain("lines"))
            }

            it("fails where the member is not there") {
                let found = messages {
                    let tester = StoreTester(of: rooms)
                    tester.send(Say("a"), to: 9, in: rooms)
                }
                expect(found.first).to(contain("expected a store to handle"))
            }

            it("knows the effects of a member that stands where one stood that is gone") {
                let tester = StoreTester(of: lobby, rooms)
                for room in 2..<40 {
                    tester.send(SetRooms(rooms: [room])) {
                        $0[lobby].rooms = [room]
                        $0[rooms] = [room: Room(id: room)]
                    }
                    tester.send(Echo(), to: room, in: rooms, starting: "echo")
                }
                tester.send(SetRooms(rooms: [])) {
                    $0[lobby].rooms = []
                    $0[rooms] = [:]
                }
                tester.finish()
            }

            it("knows members that are made because they are asked for, as they were made") {
                let lazy = makeRooms(of: lobby, making: .whenAsked)
                let tester = StoreTester(of: lobby, lazy)
                tester.send(Open(room: 2)) { $0[lobby].rooms = [1, 2] }
                tester.send(Say("a"), to: 2, in: lazy) { $0[lazy][2]?.lines = ["a"] }
                expect(tester.state[lazy][1]).to(beNil())
                lobby.dispatcher.dispatch(Rename(name: "b"))
                expect(lazy[1]).notTo(beNil())
                tester.receive(Rename(name: "b")) { $0[lobby].title = "b" }
                tester.send(Say("c")) {
                    $0[lazy][1]?.lines = ["c"]
                    $0[lazy][2]?.lines = ["a", "c"]
                }
                tester.finish()
            }

            it("sends to one store alone") {
                let tester = StoreTester(of: lobby, rooms)
                guard let room = rooms[1] else { return fail("there is no member") }
                tester.send(Say("a"), to: room) { $0[rooms][1]?.lines = ["a"] }
                tester.finish()
            }
        }
    }
}
