import MillraceFlux
import MillraceHistory
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Law F8: a member of a family lives, with its effects, exactly as long as its element; what its effects dispatch goes
/// to that member unless they say otherwise; to speak to one costs the same however many there are.
final class F8FamilySpec: Spec {
    func testSpec() {
        @TestState var scheduler = TestScheduler()
        var dispatcher = Dispatcher()
        var lobby: Store<Lobby>!
        var rooms: StoreFamily<Int, Room>!

        beforeEach {
            dispatcher = Dispatcher(on: scheduler)
            lobby = makeLobby([1, 2], on: dispatcher)
            rooms = makeRooms(of: lobby)
        }
        afterEach { (lobby, rooms) = (nil, nil) }

        func lines(_ room: Int) -> [String]? { rooms[room]?.state.value.lines }

        describe("a member") {
            it("is there from the turn in which its element appears to that in which it goes") {
                let log = Log()
                keep(
                    lobby.state.observe { state in
                        log("\(state.rooms): \(state.rooms.map { rooms[$0] != nil }), \(rooms.count)")
                    }
                )
                dispatcher.dispatch(Open(room: 3))
                dispatcher.dispatch(Close(room: 1))
                dispatcher.dispatch(SetRooms(rooms: []))
                expect(log.lines).to(
                    equal([
                        "[1, 2]: [true, true], 2", "[1, 2, 3]: [true, true, true], 3", "[2, 3]: [true, true], 2",
                        "[]: [], 0",
                    ])
                )
                expect(rooms[1] == nil).to(beTrue())
            }

            it("is the same for as long as its element is there, wherever that stands") {
                let room = rooms[2]
                rooms.dispatch(Say("a"), to: 2)
                dispatcher.dispatch(SetRooms(rooms: [2, 9, 1]))
                dispatcher.dispatch(SetRooms(rooms: [1, 2, 2, 2]))
                expect(rooms[2]).to(beIdenticalTo(room))
                expect(lines(2)).to(equal(["a"]))
                expect(rooms.keys).to(equal([1, 2]))
            }

            it("is another one when its element comes back") {
                let former = rooms[1]
                rooms.dispatch(Say("a"), to: 1)
                dispatcher.dispatch(Close(room: 1))
                dispatcher.dispatch(Open(room: 1))
                expect(rooms[1] === former).to(beFalse())
                expect(lines(1)).to(equal([]))
                expect(former?.state.value.lines).to(equal(["a"]))
            }

            it("is spoken to alone by its key, and with the others by an action to all") {
                rooms.dispatch(Say("one"), to: 1)
                dispatcher.dispatch(Say("all"))
                expect(lines(1)).to(equal(["one", "all"]))
                expect(lines(2)).to(equal(["all"]))
            }

            it("is named by its family and its key") {
                expect(rooms[2]?.description).to(equal("rooms[2]"))
            }
        }

        describe("an effect of a member") {
            it("ends with its element, whoever still holds the store") {
                let room = rooms[1]
                rooms.dispatch(Echo(), to: 1)
                scheduler.advance(by: .milliseconds(500))
                dispatcher.dispatch(Close(room: 1))
                scheduler.run()
                expect(room?.state.value.lines).to(equal([]))
                expect(room?.effectsInFlight.value).to(equal(0))
            }

            it("never begins where its element goes with the same action") {
                var begun = 0
                let pairs = StoreFamily(of: lobby, \.rooms, name: "pairs") { _ in
                    Store(0, on: dispatcher) { store in
                        store.on(Close.self) { (_: inout Int, _) -> Effect in
                            .run { (_: Effect.Send) in begun += 1 }
                        }
                    }
                }
                dispatcher.dispatch(Close(room: 1))
                scheduler.run()
                expect(begun).to(equal(1))
                expect(pairs.keys).to(equal([2]))
            }

            it("answers to its member, however it was asked for") {
                rooms.dispatch(Echo(), to: 1)
                scheduler.run()
                expect(lines(1)).to(equal(["echo 1"]))
                expect(lines(2)).to(equal([]))
                dispatcher.dispatch(Echo())
                scheduler.run()
                expect(lines(1)).to(equal(["echo 1", "echo 1"]))
                expect(lines(2)).to(equal(["echo 2"]))
            }

            it("answers to all, to another store and to another member where it says so") {
                let tally = Store(0, on: dispatcher) { $0.on(Say.self) { count, _ in count += 1 } }
                let echoes = Reference<StoreFamily<Int, Room>>()
                let family = StoreFamily(of: lobby, \.rooms, name: "echoes") { id in
                    Store(Room(id: id), on: dispatcher) { store in
                        store.on(Say.self) { state, action in state.lines.append(action.text) }
                        store.on(Clear.self) { state, _ in
                            .run { send in
                                send.toAll(Say("all"))
                                send(Say("tally"), to: tally)
                                if let echoes = echoes.object {
                                    send(Say("two"), to: 2, in: echoes)
                                    send(Say("nobody"), to: 9, in: echoes)
                                }
                            }
                        }
                    }
                }
                echoes.object = family
                family.dispatch(Clear(), to: 1)
                scheduler.run()
                expect(family[1]?.state.value.lines).to(equal(["all"]))
                expect(family[2]?.state.value.lines).to(equal(["all", "two"]))
                expect(lines(1)).to(equal(["all"]))
                expect(tally.state.value).to(equal(2))
            }
        }

        describe("speaking to one member") {
            it("and being told of it asks as little of the keys however many there are") {
                let work = [1, 10, 1_000].map { count in
                    let counter = KeyCounter()
                    let keys = (0..<count).map { CountedKey(number: $0, counter: counter) }
                    let parent = Store(keys, on: dispatcher) { $0.on(Rename.self) { _, _ in } }
                    let family = StoreFamily(of: parent, { $0 }, name: "counted \(count)") { key in
                        makeRoom(key.number, on: dispatcher)
                    }
                    var told = 0
                    keep(family.changes.observe { told += $0.changed.count })
                    counter.hashes = 0
                    for _ in 0..<10 {
                        family.dispatch(Say("a"), to: keys[count / 2])
                        dispatcher.dispatch(Rename(name: "elements not touched"))
                    }
                    expect(told).to(equal(10))
                    return counter.hashes
                }
                expect(work.first).to(beGreaterThan(0))
                expect(Set(work).count).to(equal(1))
            }
        }

        describe("an action for a member that is not there") {
            var found: [String] = []
            beforeEach {
                found = []
                dispatcher.install(.actionGuard { found.append("\($0)") })
            }

            it("is handled by nobody, which is told as of any other action") {
                rooms.dispatch(Say("a"), to: 9)
                expect(found.count).to(equal(1))
                expect(found.first).to(contain("nobody handles Say, addressed to rooms[9]"))
            }

            it("is no error either where somebody still holds its store") {
                guard let room = rooms[1] else { return fail("there is no member") }
                dispatcher.dispatch(Close(room: 1))
                dispatcher.dispatch(Say("a"), to: room)
                expect(found.first).to(contain("addressed to rooms[1]"))
                expect(room.state.value.lines).to(equal([]))
            }

            it("is told of also where it goes while the action waits") {
                keep(
                    lobby.state.select(\.title).observe { title in
                        guard title == "go" else { return }
                        dispatcher.dispatch(Close(room: 1))
                        rooms.dispatch(Say("late"), to: 1)
                    }
                )
                dispatcher.dispatch(Rename(name: "go"))
                expect(found.count).to(equal(1))
                expect(found.first).to(contain("addressed to rooms[1]"))
            }
        }

        describe("an action that waits for a member whose family is released") {
            it("is told of as any other that nobody handles") {
                var found: [String] = []
                dispatcher.install(.actionGuard { found.append("\($0)") })
                keep(
                    lobby.state.select(\.title).observe { title in
                        guard title == "go" else { return }
                        rooms.dispatch(Say("late"), to: 1)
                        rooms = nil
                    }
                )
                dispatcher.dispatch(Rename(name: "go"))
                expect(found.first).to(contain("addressed to rooms[1]"))
            }
        }

        describe("a family whose members are made when asked for") {
            it("makes each once, when somebody asks, and releases it with its element") {
                var made: [Int] = []
                let lazy = StoreFamily(of: lobby, \.rooms, name: "lazy", making: .whenAsked) { id in
                    made.append(id)
                    return makeRoom(id, on: dispatcher)
                }
                dispatcher.dispatch(Say("to all"))
                expect(made).to(equal([]))
                lazy.dispatch(Say("a"), to: 2)
                expect(lazy[2]?.state.value.lines).to(equal(["a"]))
                expect(lazy[9] == nil).to(beTrue())
                expect(made).to(equal([2]))
                dispatcher.dispatch(SetRooms(rooms: [1]))
                expect(lazy[2] == nil).to(beTrue())
                dispatcher.dispatch(SetRooms(rooms: [2]))
                expect(made).to(equal([2]))
                expect(lazy[2]?.state.value.lines).to(equal([]))
            }
        }
    }
}

/// How often keys were hashed.
private final class KeyCounter { var hashes = 0 }

private struct CountedKey: Hashable {
    let number: Int
    let counter: KeyCounter

    static func == (left: CountedKey, right: CountedKey) -> Bool { left.number == right.number }

    func hash(into hasher: inout Hasher) {
        counter.hashes += 1
        hasher.combine(number)
    }
}

/// A reference that does not keep its object.
final class Reference<Object: AnyObject> {
    weak var object: Object?
}
