import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// A child of an optional state, and families within families (law F8 through both levels).
final class FamilyChildrenSpec: Spec {
    func testSpec() {
        @TestState var scheduler = TestScheduler()
        var stores: HallStores!
        beforeEach { stores = HallStores([1, 2], on: Dispatcher(on: scheduler)) }
        afterEach { stores = nil }

        describe("a child of an optional state") {
            it("is there as long as the value is") {
                expect(stores.search.only == nil) == true
                stores.dispatcher.dispatch(Lookup("tea"))
                let child = stores.search.only
                expect(child?.state.value) == ["tea"]
                expect(child?.description) == "search[tea]"
                stores.dispatcher.dispatch(Lookup("tea"))
                expect(stores.search.only) === child
                stores.dispatcher.dispatch(Lookup("milk"))
                expect(stores.search.only?.state.value) == ["milk"]
                stores.dispatcher.dispatch(Lookup(nil))
                expect(stores.search.only == nil) == true
                expect(stores.search.count) == 0
            }

            it("is observed as one state, through all that comes and goes") {
                let log = Log()
                log.observe(stores.search.onlyState.map { "\($0 ?? ["none"])" })
                stores.dispatcher.dispatch(Lookup("tea"))
                stores.search.dispatch(Say("a"), to: "tea")
                stores.dispatcher.dispatch(SetRooms(rooms: []))
                stores.dispatcher.dispatch(Lookup("milk"))
                stores.dispatcher.dispatch(Lookup(nil))
                expect(log.lines) == [
                    #"["none"]"#, #"["tea"]"#, #"["tea", "a"]"#, #"["milk"]"#, #"["none"]"#,
                ]
            }

            it("is seen with its parent in one turn") {
                let log = Log()
                let both = combine(stores.hall.state.select(\.searched), stores.search.onlyState)
                log.observe(both.map { "\($0 ?? "-") \($1?.first ?? "-")" })
                stores.dispatcher.dispatch(Lookup("tea"))
                stores.dispatcher.dispatch(Lookup("milk"))
                stores.dispatcher.dispatch(Lookup(nil))
                expect(log.lines) == ["- -", "tea tea", "milk milk", "- -"]
            }
        }

        for making in [StoreFamily<Int, ThreadedRoom>.Making.withElements, .whenAsked] {
            describe("a child of a member of a family made \(making)") {
                beforeEach { stores = HallStores([1, 2], on: Dispatcher(on: scheduler), making: making) }

                it("is there as long as its element is, under both keys") {
                    expect(stores.threads.keys.map(\.description)) == ["1 / first of 1", "2 / first of 2"]
                    stores.rooms.dispatch(SetThreads(["a", "b"]), to: 1)
                    let child = stores.threads[ChildKey(1, "b")]
                    expect(child?.state.value) == ["b in 1"]
                    expect(child?.description) == "threads[1 / b]"
                    stores.rooms.dispatch(SetThreads(["b"]), to: 1)
                    expect(stores.threads[ChildKey(1, "b")]) === child
                    expect(stores.threads.keys) == [ChildKey(1, "b"), ChildKey(2, "first of 2")]
                    stores.threads.dispatch(Say("x"), to: ChildKey(1, "b"))
                    expect(child?.state.value) == ["b in 1", "x"]
                    expect(stores.threads[ChildKey(2, "first of 2")]?.state.value) == ["first of 2 in 2"]
                }

                it("goes, with its effects, when the outer member goes") {
                    let child = stores.threads[ChildKey(1, "first of 1")]
                    stores.threads.dispatch(Finish(), to: ChildKey(1, "first of 1"))
                    scheduler.advance(by: .milliseconds(500))
                    let log = Log()
                    log.observe(stores.hall.state.map { [unowned stores] in "\($0.rooms) \(stores!.threads.keys)" })
                    stores.dispatcher.dispatch(SetRooms(rooms: [2]))
                    expect(stores.threads.keys) == [ChildKey(2, "first of 2")]
                    expect(log.lines.last) == "[2] [2 / first of 2]"
                    scheduler.run()
                    expect(child?.state.value) == ["first of 1 in 1"]
                    expect(child?.effectsInFlight.value) == 0
                }

                it("follows the order of the outer elements") {
                    stores.dispatcher.dispatch(SetRooms(rooms: [2, 1]))
                    expect(stores.threads.keys.map(\.parent)) == [2, 1]
                }

                it("may be one of an optional state") {
                    stores.rooms.dispatch(SetDraft("hello"), to: 2)
                    expect(stores.drafts.keys) == [ChildKey(2, "hello")]
                    stores.drafts.dispatch(Enough(), to: ChildKey(2, "hello"))
                    expect(stores.drafts.keys) == []
                    expect(stores.rooms[2]?.state.value.draft == nil) == true
                }
            }
        }

        it("a child of a member is not made where the outer element goes with the same action") {
            let dispatcher = Dispatcher()
            let lobby = Store(Lobby(rooms: [1, 2]), on: dispatcher)
            let rooms = StoreFamily(of: lobby, \.rooms, name: "rooms") { _ in
                Store(ThreadedRoom(), on: dispatcher) { store in
                    store.on(Close.self) { state, _ in state.threads.append("late") }
                }
            }
            var made: [Int] = []
            let threads = StoreFamily(of: rooms, \.threads, name: "threads") { room, _ in
                made.append(room)
                return Store(0, on: dispatcher)
            }
            // After those of the members.
            lobby.on(Close.self) { state, action in state.rooms.removeAll { $0 == action.room } }
            dispatcher.dispatch(Close(room: 1))
            expect(made) == [2]
            expect(threads.keys) == [ChildKey(2, "late")]
        }

        it("two keys have different names, whatever is in them") {
            expect(ChildKey("a / b", "c").description) != ChildKey("a", "b / c").description
            expect(ChildKey(#"a\"#, "c").description) != ChildKey(#"a\\"#, "c").description
            expect(ChildKey("tea", 7).description) == "tea / 7"
        }

        it("families within families leak nothing") {
            expect { scene in
                let scheduler = TestScheduler()
                let stores = scene.track(HallStores([1], on: Dispatcher(on: scheduler)))
                scene.track(stores.threads)
                scene.track(stores.rooms)
                stores.threads.dispatch(Finish(), to: ChildKey(1, "first of 1"))
                stores.rooms.dispatch(SetDraft("x"), to: 1)
                stores.dispatcher.dispatch(Lookup("x"))
                stores.search.dispatch(Enough(), to: "x")
                stores.rooms.dispatch(Enough(), to: 1)
                scheduler.run()
                expect(stores.threads.count + stores.search.count) == 0
            }.to(leakNothing())
        }
    }
}
