import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Who keeps members, and what they keep; and what happens in the midst of a dispatch.
final class FamilyLifetimeSpec: Spec {
    private struct State {
        let token: Tracked
        var object: OnDeinit?
    }

    func testSpec() {
        @TestState var scheduler = TestScheduler()
        var dispatcher = Dispatcher()
        var lobby: Store<Lobby>!
        var living = LivingCount()

        beforeEach {
            dispatcher = Dispatcher(on: scheduler)
            lobby = makeLobby([1, 2], on: dispatcher)
            living = LivingCount()
        }
        afterEach { lobby = nil }

        /// A family whose members are counted: their states, and what their handlers and effects capture.
        func makeFamily() -> StoreFamily<Int, State> {
            let (dispatcher, living, scheduler) = (dispatcher, living, scheduler)
            return StoreFamily(of: lobby, \.rooms, name: "rooms") { _ in
                Store(State(token: living.instance()), on: dispatcher) { store in
                    let (inHandler, inEffect) = (living.instance(), living.instance())
                    store.on(Echo.self) { _, _ in
                        inHandler.touch()
                        return .run("echo", .concat) { _ in
                            inEffect.touch()
                            try await scheduler.sleep(for: .seconds(1))
                        }
                    }
                }
            }
        }

        describe("what is released while a family changes") {
            it("may ask for the states of other members: the last state of one that is gone") {
                var afterlife: (() -> Void)?
                let family = StoreFamily(of: lobby, \.rooms, name: "rooms") { [living, dispatcher] _ in
                    Store(State(token: living.instance(), object: OnDeinit { afterlife?() }), on: dispatcher)
                }
                expect(family.state(of: 1).value).notTo(beNil())
                dispatcher.dispatch(Close(room: 1))
                var asked = 0
                afterlife = { for room in 2..<40 { asked += family.state(of: room).value == nil ? 1 : 0 } }
                expect(family.state(of: 1).value).to(beNil())
                expect(family.state(of: 2).value).notTo(beNil())
                afterlife = nil
                expect(asked).to(beGreaterThan(0))
            }

            it("may dispatch: a family whose last owner goes while its states are collected, or a member is made") {
                for isCollected in [true, false] {
                    var family: StoreFamily<Int, Int>?
                    var isReleasing = false
                    let count = Store(0, on: dispatcher) { store in store.on(Echo.self) { state, _ in state += 1 } }
                    let last = { [dispatcher] in OnDeinit { dispatcher.dispatch(Echo()) } }
                    family = StoreFamily(of: lobby, \.rooms, name: "rooms", making: .whenAsked) {
                        [dispatcher, last = last()] room in
                        withExtendedLifetime(last) {}
                        if isReleasing { family = nil }
                        return Store(room, on: dispatcher)
                    }
                    let (states, only) = (family?.collect { $0 }, family?.onlyState)
                    isReleasing = true
                    _ = isCollected ? states?.value.count : only?.value
                    expect(family == nil).to(beTrue())
                    expect(count.state.value).to(equal(1))
                }
            }

            it("may dispatch: a key that goes with the readers of the family") {
                let rooms = Store<[RestlessKey]>([], on: dispatcher) { store in
                    store.on(SetKeys.self) { keys, action in keys = action.keys }
                }
                let (counter, dispatcher) = (makeCounter(on: dispatcher), dispatcher)
                let family = StoreFamily(of: rooms, { $0 }, name: "keys") { _ in Store(0, on: dispatcher) }
                var number = 0
                func key() -> RestlessKey {
                    number += 1
                    return RestlessKey(number) { dispatcher.dispatch(Add()) }
                }
                for _ in 0..<40 {
                    let subscription = family.changes.observe { _ in }
                    dispatcher.dispatch(SetKeys(keys: [key(), key()]))
                    if number % 3 == 0 { dispatcher.dispatch(SetKeys(keys: [])) }
                    subscription.cancel()
                }
                dispatcher.dispatch(SetKeys(keys: []))
                expect(counter.state.value.count).to(beGreaterThan(40))
                expect(family.count).to(equal(0))
            }

            it("may dispatch: what the family has captured, which the making of a member releases") {
                let (lobby, counter) = (makeLobby(on: dispatcher), makeCounter(on: dispatcher))
                var farewell: OnDeinit? = OnDeinit { [dispatcher] in dispatcher.dispatch(Add()) }
                var family: StoreFamily<Int, Room>?
                family = StoreFamily(of: lobby, \.rooms, name: "brief") { [farewell, dispatcher] id in
                    family = nil
                    return withExtendedLifetime(farewell) { makeRoom(id, on: dispatcher) }
                }
                farewell = nil
                dispatcher.dispatch(Open(room: 1))
                expect(family).to(beNil())
                expect(counter.state.value.count).to(equal(1))
                withExtendedLifetime(lobby) {}
            }

            it("may observe the family: a key that goes with a reader whom another follows") {
                let rooms = Store<[RestlessKey]>([], on: dispatcher) { store in
                    store.on(SetKeys.self) { keys, action in keys = action.keys }
                }
                let family = StoreFamily(of: rooms, { $0 }, name: "keys") { _ in Store(0, on: dispatcher) }
                let log = Log()
                var subscriptions: [Subscription] = []
                func observe(_ name: String) {
                    subscriptions.append(family.changes.observe { log("\(name): \($0.appeared.count)") })
                }
                family.changes.observe { _ in }.cancel()
                var farewell: (() -> Void)? = { observe("farewell") }
                dispatcher.dispatch(SetKeys(keys: [RestlessKey(1) { farewell?() }]))
                // The reader that has ended still notes the key, until so many follow that it is looked at.
                dispatcher.dispatch(SetKeys(keys: []))
                for _ in 0..<16 { family.changes.observe { _ in }.cancel() }
                observe("next")
                farewell = nil
                dispatcher.dispatch(SetKeys(keys: [RestlessKey(2) {}]))
                expect(log.lines.suffix(2).sorted()).to(equal(["farewell: 1", "next: 1"]))
                withExtendedLifetime((rooms, family, subscriptions)) {}
            }
        }

        describe("a member that is gone") {
            it("is freed in the same dispatch, with its handlers and its effects") {
                let family = makeFamily()
                dispatcher.dispatch(Echo())
                dispatcher.dispatch(Echo())
                scheduler.advance()
                expect(living.count).to(equal(6))
                dispatcher.dispatch(Close(room: 1))
                scheduler.advance()
                expect(living.count).to(equal(3))
                dispatcher.dispatch(Close(room: 2))
                scheduler.advance()
                expect(living.count).to(equal(0))
                expect(family.count).to(equal(0))
            }

            it("is freed also where it was observed by key and as a whole") {
                let family = makeFamily()
                keep(family.state(of: 1).observe { _ in })
                keep(family.collect { _ in 0 }.observe { _ in })
                keep(family.changes.observe { _ in })
                dispatcher.dispatch(SetRooms(rooms: []))
                expect(living.count).to(equal(0))
            }

            it("leaves nothing behind, however many come and go") {
                let family = makeFamily()
                keep(family.changes.observe { _ in })
                for round in 0..<1_000 { dispatcher.dispatch(SetRooms(rooms: [round, round + 1])) }
                expect(living.count).to(equal(6))
                expect(family.keys).to(equal([999, 1_000]))
            }
        }

        describe("a family") {
            it("is freed with its members, in any order, and what derives from it stays as it was") {
                expect { scene in
                    let dispatcher = Dispatcher(on: TestScheduler())
                    let lobby = makeLobby([1, 2], on: dispatcher)
                    let family = StoreFamily(of: lobby, \.rooms, name: "rooms") { id in
                        Store(scene.instance(id), on: dispatcher) { $0.on(Clear.self) { _, _ in } }
                    }
                    scene.track(family)
                    let numbers = family.collect(\.number)
                    let subscription = numbers.observe { _ in }
                    dispatcher.dispatch(Clear())
                    dispatcher.dispatch(Open(room: 3))
                    expect(numbers.value.keys.sorted()).to(equal([1, 2, 3]))
                    withExtendedLifetime((family, subscription)) {}
                }.to(leakNothing())
            }

            it("is freed also where nobody has read what became of it") {
                expect { scene in
                    let dispatcher = Dispatcher()
                    let lobby = makeLobby([1, 2], on: dispatcher)
                    let family = scene.track(makeRooms(of: lobby))
                    let (changes, lines) = (family.changes, family.collect(\.lines))
                    _ = lines.value
                    dispatcher.dispatch(Say("a"))
                    withExtendedLifetime((changes, lines)) {}
                }.to(leakNothing())
            }

            it("that is released follows nothing any more") {
                var made: [Int] = []
                var family: StoreFamily<Int, Room>? = StoreFamily(of: lobby, \.rooms, name: "rooms") { id in
                    made.append(id)
                    return makeRoom(id, on: dispatcher)
                }
                let numbers = family!.collect(\.id)
                expect(numbers.value.count).to(equal(2))
                family = nil
                dispatcher.dispatch(Open(room: 3))
                expect(made).to(equal([1, 2]))
                expect(numbers.value.keys.sorted()).to(equal([1, 2]))
            }
        }

        describe("in the midst of a dispatch") {
            it("a member whose observer removes it, or another, is told to the end") {
                let rooms = makeRooms(of: lobby)
                let log = Log()
                for id in [1, 2] {
                    keep(
                        rooms[id]!.state.observe { room in
                            log("\(id): \(room.lines.count)")
                            if room.lines.count == 1 { dispatcher.dispatch(Close(room: id)) }
                            if room.lines.count == 1, id == 1 { dispatcher.dispatch(Close(room: 2)) }
                        }
                    )
                }
                dispatcher.dispatch(Say("a"))
                dispatcher.dispatch(Say("b"))
                expect(log.lines).to(equal(["1: 0", "2: 0", "1: 1", "2: 1"]))
                expect(rooms.count).to(equal(0))
            }

            it("an action that closes a room is handled by that room, too, for the last time") {
                var heard: [Int] = []
                let family = StoreFamily(of: lobby, \.rooms, name: "rooms") { id in
                    Store(id, on: dispatcher) { store in store.on(Close.self) { state, _ in heard.append(state) } }
                }
                dispatcher.dispatch(Close(room: 1))
                dispatcher.dispatch(Close(room: 2))
                expect(heard).to(equal([1, 2, 2]))
                expect(family.count).to(equal(0))
            }

            it("what a state holds that goes may dispatch when it ends") {
                let tally = Store(0, on: dispatcher) { $0.on(Add.self) { count, action in count += action.amount } }
                let living = living
                let family = StoreFamily(of: lobby, \.rooms, name: "rooms") { _ in
                    Store(
                        State(token: living.instance(), object: OnDeinit { dispatcher.dispatch(Add()) }),
                        on: dispatcher
                    ) { $0.on(Say.self) { _, _ in } }
                }
                dispatcher.dispatch(SetRooms(rooms: [7]))
                expect(tally.state.value).to(equal(2))
                dispatcher.dispatch(SetRooms(rooms: []))
                expect(tally.state.value).to(equal(3))
                expect(family.count).to(equal(0))
            }

            it("an effect that closes its own room ends with that") {
                var after = false
                let family = StoreFamily(of: lobby, \.rooms, name: "rooms") { id in
                    Store(id, on: dispatcher) { store in
                        store.on(Echo.self) { state, _ in
                            let id = state
                            return .run { send in
                                send.toAll(Close(room: id))
                                send(Echo())
                                send.toAll(Open(room: 9))
                                after = true
                            }
                        }
                    }
                }
                family.dispatch(Echo(), to: 1)
                scheduler.run()
                expect(after).to(beTrue())
                expect(family.keys).to(equal([2]))
            }

            it("a member that closes others while its family is made with them stays in order") {
                let pages = makeLobby([], on: dispatcher)
                let family = StoreFamily(of: pages, \.rooms, name: "pages") { makeRoom($0, on: dispatcher) }
                keep(
                    family.changes.observe { changes in
                        for key in changes.appeared where key % 2 == 0 { dispatcher.dispatch(Close(room: key)) }
                    }
                )
                dispatcher.dispatch(SetRooms(rooms: [1, 2, 3, 4]))
                expect(family.keys).to(equal([1, 3]))
                expect(pages.state.value.rooms).to(equal([1, 3]))
            }
        }
    }
}

/// A key that dispatches when it goes.
private final class RestlessKey: Hashable, @unchecked Sendable {
    private let number: Int
    private let farewell: () -> Void

    init(_ number: Int, _ farewell: @escaping () -> Void) { (self.number, self.farewell) = (number, farewell) }

    deinit { farewell() }

    static func == (left: RestlessKey, right: RestlessKey) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

private struct SetKeys: Action { let keys: [RestlessKey] }
