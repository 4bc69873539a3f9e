@testable import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// A family observed by key and as a whole.
final class FamilyObservingSpec: Spec {
    func testSpec() {
        var dispatcher = Dispatcher()
        var lobby: Store<Lobby>!
        var rooms: StoreFamily<Int, Room>!
        var log = Log()

        beforeEach {
            dispatcher = Dispatcher()
            log = Log()
            lobby = makeLobby([1, 2], on: dispatcher)
            rooms = makeRooms(of: lobby)
        }
        afterEach { (lobby, rooms) = (nil, nil) }

        func text(_ changes: FamilyChanges<Int>) -> String {
            "+\(changes.appeared) ~\(changes.changed) -\(changes.disappeared)"
        }

        describe("states that tracked observables read") {
            let count = Programs.size(10_000)
            final class Tally { var runs: [Int: Int] = [:] }

            it("run the closure of one where one of \(count) changes, and those of no others") {
                dispatcher.dispatch(SetRooms(rooms: Array(0..<count)))
                let (family, tally) = (keep(makeRooms(of: lobby)), Tally())
                let texts = (0..<count).map { room in
                    Observable { read in
                        tally.runs[room, default: 0] += 1
                        return read(family.state(of: room))?.lines.last
                    }
                }
                let subscriptions = texts.map { $0.observe { _ in } }
                expect(tally.runs.count).to(equal(count))
                tally.runs = [:]
                family.dispatch(Say("a"), to: count / 2)
                expect(tally.runs).to(equal([count / 2: 1]))
                expect(texts[count / 2].value).to(equal("a"))
                dispatcher.dispatch(Close(room: 7))
                expect(tally.runs).to(equal([count / 2: 1, 7: 1]))
                subscriptions.forEach { $0.cancel() }
            }

            it("are read again as they are: where one of \(count) changes none is linked anew") {
                dispatcher.dispatch(SetRooms(rooms: Array(0..<count)))
                let (family, tally) = (keep(makeRooms(of: lobby)), Tally())
                let lines = Observable { read in
                    tally.runs[0, default: 0] += 1
                    return (0..<count).reduce(0) { $0 + (read(family.state(of: $1))?.lines.count ?? 0) }
                }
                let recording = Recording(of: lines)
                let known = family.state(of: 3)
                let edges = ObservableGraph(below: [known]).edges.map { "\($0)" }
                family.dispatch(Say("a"), to: count / 2)
                family.dispatch(Say("a"), to: count - 1)
                expect(recording.values).to(equal([0, 1, 2]))
                expect(tally.runs).to(equal([0: 3]))
                expect(ObservableGraph(below: [known]).edges.map { "\($0)" }).to(equal(edges))
                expect(family.statesByKey.entries.count).to(equal(count))
            }
        }

        describe("changes") {
            it("take one more observer without moving those that are there, and drop those that are gone") {
                func place() -> UnsafeRawPointer? { rooms.core.log.readers.withUnsafeBytes(\.baseAddress) }
                var places: Set<UnsafeRawPointer?> = []
                let observed = (0..<256).map { _ in
                    let subscription = rooms.changes.observe { _ in }
                    places.insert(place())
                    return subscription
                }
                expect(places.count).to(beLessThan(16))
                observed.forEach { $0.cancel() }
                for _ in 0..<1_000 { rooms.changes.observe { _ in }.cancel() }
                expect(rooms.core.log.readers.count).to(beLessThan(600))
            }

            it("tell of exactly the members that something became of, once a turn") {
                log.observe(rooms.changes.map(text))
                rooms.dispatch(Say("a"), to: 2)
                dispatcher.dispatch(Rename(name: "nothing of a member"))
                dispatcher.dispatch(Say("a"))
                dispatcher.dispatch(SetRooms(rooms: [2, 3]))
                batch {
                    rooms.dispatch(Say("b"), to: 3)
                    rooms.dispatch(Say("b"), to: 3)
                    dispatcher.dispatch(Open(room: 4))
                    rooms.dispatch(Say("b"), to: 4)
                }
                expect(log.lines).to(
                    equal(["+[] ~[2] -[]", "+[] ~[1, 2] -[]", "+[3] ~[] -[1]", "+[4] ~[3] -[]"])
                )
            }

            it("cancel each other within a turn") {
                log.observe(rooms.changes.map(text))
                batch {
                    dispatcher.dispatch(Open(room: 3))
                    dispatcher.dispatch(Close(room: 3))
                    dispatcher.dispatch(Close(room: 1))
                    dispatcher.dispatch(Open(room: 1))
                    rooms.dispatch(Say("a"), to: 2)
                    dispatcher.dispatch(Close(room: 2))
                }
                expect(log.lines).to(equal(["+[] ~[1] -[2]"]))
                batch {
                    dispatcher.dispatch(Open(room: 5))
                    rooms.dispatch(Say("a"), to: 5)
                    dispatcher.dispatch(Close(room: 5))
                }
                expect(log.lines.count).to(equal(1))
            }

            it("of which nobody was told are forgotten") {
                let changes = rooms.changes
                rooms.dispatch(Say("a"), to: 1)
                let first = changes.observe { log("\(text($0))") }
                rooms.dispatch(Say("a"), to: 2)
                first.cancel()
                rooms.dispatch(Say("a"), to: 1)
                log.observe(changes.map(text), as: "again ")
                rooms.dispatch(Say("a"), to: 2)
                expect(log.lines).to(equal(["+[] ~[2] -[]", "again +[] ~[2] -[]"]))
            }

            it("are complete for each observer, also where another reads in mid-batch") {
                let counts = rooms.collect(\.lines.count)
                log.observe(rooms.changes.map(text))
                batch {
                    rooms.dispatch(Say("a"), to: 1)
                    expect(counts.value[1]).to(equal(1))
                    rooms.dispatch(Say("a"), to: 2)
                }
                expect(log.lines).to(equal(["+[] ~[1, 2] -[]"]))
                expect(counts.value).to(equal([1: 1, 2: 1]))
            }
        }

        describe("collect") {
            it("gives what is made of each member, in the turn in which it changes") {
                let counts = rooms.collect(\.lines.count)
                let both = combine(counts, lobby.state).map { "\($0.values.reduce(0, +)) of \($1.rooms)" }
                log.observe(both)
                rooms.dispatch(Say("a"), to: 1)
                dispatcher.dispatch(Say("b"))
                dispatcher.dispatch(SetRooms(rooms: [2, 3]))
                expect(log.lines).to(equal(["0 of [1, 2]", "1 of [1, 2]", "3 of [1, 2]", "1 of [2, 3]"]))
                expect(counts.value).to(equal([2: 1, 3: 0]))
            }

            it("asks about those members alone that changed") {
                var asked: [Int] = []
                let counts = rooms.collect { room in
                    asked.append(room.id)
                    return room.lines.count
                }
                keep(counts.observe { _ in })
                expect(asked).to(equal([1, 2]))
                rooms.dispatch(Say("a"), to: 2)
                dispatcher.dispatch(Open(room: 5))
                dispatcher.dispatch(Rename(name: "x"))
                expect(asked).to(equal([1, 2, 2, 5]))
            }

            it("is right whenever it is read, without an observer") {
                let counts = rooms.collect(\.lines.count)
                expect(counts.value).to(equal([1: 0, 2: 0]))
                dispatcher.dispatch(Say("a"))
                dispatcher.dispatch(Close(room: 1))
                expect(counts.value).to(equal([2: 1]))
            }

            it("hands each observer a value that stays as it was") {
                var seen: [[Int: Int]] = []
                keep(rooms.collect(\.lines.count).observe { seen.append($0) })
                rooms.dispatch(Say("a"), to: 1)
                rooms.dispatch(Say("b"), to: 1)
                expect(seen).to(equal([[1: 0, 2: 0], [1: 1, 2: 0], [1: 2, 2: 0]]))
            }
        }

        describe("the state of a key") {
            it("is nil while there is no member, and follows each that comes") {
                log.observe(rooms.state(of: 3).map { "\($0?.lines.count ?? -1)" })
                dispatcher.dispatch(Open(room: 3))
                rooms.dispatch(Say("a"), to: 3)
                rooms.dispatch(Say("a"), to: 1)
                dispatcher.dispatch(Close(room: 3))
                batch {
                    dispatcher.dispatch(Open(room: 3))
                    rooms.dispatch(Say("a"), to: 3)
                }
                expect(log.lines).to(equal(["-1", "0", "1", "-1", "1"]))
            }

            it("makes a member that is made when asked for, also one whose element comes later") {
                let lazy = makeRooms(of: lobby, making: .whenAsked)
                let state = lazy.state(of: 3)
                dispatcher.dispatch(Open(room: 3))
                dispatcher.dispatch(Say("heard"))
                expect(state.value?.lines).to(equal(["heard"]))
                expect(lazy.state(of: 1).value?.lines).to(equal([]))
            }

            it("is that of one member, where the making of another asks for it") {
                var made: [Int] = []
                var lazy: StoreFamily<Int, Room>?
                lazy = StoreFamily(of: lobby, \.rooms, name: "lazy", making: .whenAsked) { [dispatcher] id in
                    made.append(id)
                    if id == 3 { _ = lazy?[4] }
                    return makeRoom(id, on: dispatcher)
                }
                let states = [3, 4].compactMap { lazy?.state(of: $0) }
                dispatcher.dispatch(SetRooms(rooms: [3, 4]))
                expect(made) == [3, 4]
                expect(states.map { $0.value?.id }) == [3, 4]
                lazy = nil
            }

            it("is that of a member that was asked for otherwise") {
                let lazy = makeRooms(of: lobby, making: .whenAsked)
                _ = lazy.state(of: 3)
                dispatcher.dispatch(Open(room: 3))
                lazy.dispatch(Say("a"), to: 3)
                expect(lazy.state(of: 3).value?.lines).to(equal(["a"]))
            }

            it("stays right where very many keys are asked for and forgotten") {
                let kept = rooms.state(of: 500)
                for key in 0..<1_000 { _ = rooms.state(of: key) }
                dispatcher.dispatch(Open(room: 500))
                expect(kept.value?.id).to(equal(500))
            }
        }
    }
}
