import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// A member that asks to be closed, and one that speaks to its parent, without knowing either.
final class ClosingSpec: Spec {
    func testSpec() {
        @TestState var scheduler = TestScheduler()
        @TestState var told: [String] = []
        var stores: HallStores!
        beforeEach {
            let dispatcher = Dispatcher(on: scheduler)
            dispatcher.install(
                Middleware(handled: { handled in
                    let addressee = handled.addressee ?? "all"
                    told.append("\(type(of: handled.action)) to \(addressee): \(handled.changedStores)")
                })
            )
            stores = HallStores([1, 2], on: dispatcher)
        }
        afterEach { stores = nil }

        describe("a member that asks to be closed") {
            it("is closed by a handler of its parent, in the turn after") {
                stores.rooms.dispatch(Enough(), to: 1)
                expect(stores.hall.state.value.rooms) == [2]
                expect(stores.rooms.keys) == [2]
                expect(told) == [#"Enough to rooms[1]: ["rooms[1]"]"#, #"CloseMember to hall: ["hall"]"#]
            }

            it("is closed where all are asked at once") {
                stores.dispatcher.dispatch(Enough())
                expect(stores.rooms.keys) == []
                expect(stores.threads.keys) == []
            }

            it("is closed in a family within a family") {
                let key = ChildKey(1, "first of 1")
                stores.threads.dispatch(Enough(), to: key)
                expect(stores.rooms[1]?.state.value.threads) == []
                expect(stores.threads.keys) == [ChildKey(2, "first of 2")]
                expect(told.last) == #"CloseMember to rooms[1]: ["rooms[1]"]"#
            }

            it("is closed where its value is optional") {
                stores.dispatcher.dispatch(Lookup("tea"))
                stores.search.dispatch(Enough(), to: "tea")
                expect(stores.hall.state.value.searched == nil) == true
            }

            it("is closed by an effect, which ends there") {
                stores.dispatcher.dispatch(Lookup("tea"))
                let child = stores.search.only
                stores.search.dispatch(Finish(), to: "tea")
                scheduler.run()
                expect(stores.search.only == nil) == true
                expect(child?.state.value) == ["tea"]
                expect(child?.effectsInFlight.value) == 0
            }

            it("is not closed twice, and not in place of what has come after it") {
                let dispatcher = stores.dispatcher
                dispatcher.dispatch(CloseMember("rooms[1]"))
                dispatcher.dispatch(CloseMember("rooms[1]"))
                dispatcher.dispatch(CloseMember("rooms[x"))
                dispatcher.dispatch(CloseMember("threads[2 / none]"))
                expect(stores.hall.state.value.rooms) == [2]
                expect(stores.threads.count) == 1
                batch {
                    stores.rooms.dispatch(Enough(), to: 2)
                    dispatcher.dispatch(SetRooms(rooms: []))
                    dispatcher.dispatch(SetRooms(rooms: [2]))
                }
                expect(stores.rooms.keys) == [2]
            }
        }

        describe("a member that speaks to its parent") {
            it("reaches the store whose state has its element") {
                stores.dispatcher.dispatch(Lookup("tea"))
                stores.search.dispatch(Finish(), to: "tea")
                scheduler.run()
                expect(told.filter { $0.hasPrefix("Rename") }) == [#"Rename to hall: ["hall"]"#]
            }

            it("reaches the outer member, where there is one") {
                stores.threads.dispatch(Finish(), to: ChildKey(2, "first of 2"))
                scheduler.run()
                expect(stores.rooms[2]?.state.value.threads) == ["first of 2 in 2"]
                expect(told.filter { $0.hasPrefix("Rename") }) == [#"Rename to rooms[2]: ["rooms[2]"]"#]
            }
        }

        describe("a store that is no member") {
            it("speaks to all, and its wish to be closed is an action that nobody handles") {
                let dispatcher = Dispatcher(on: scheduler)
                dispatcher.install(
                    Middleware(handled: { handled in told.append("\(handled.action) \(handled.addressee ?? "all")") })
                )
                told = []
                let alone = Store(0, on: dispatcher, name: "alone") { store in
                    store.on(Rename.self) { count, _ in count += 1 }
                    store.on(Enough.self) { _, _ in .close }
                    store.on(Finish.self) { _, _ in .run { send in send.toParent(Rename(name: "x")) } }
                }
                dispatcher.dispatch(Enough(), to: alone)
                dispatcher.dispatch(Finish(), to: alone)
                scheduler.run()
                expect(alone.state.value) == 1
                expect(told) == [
                    "Enough() alone", #"CloseMember(member: "alone") all"#, "Finish() alone", #"Rename(name: "x") all"#,
                ]
            }
        }
    }
}
