#if os(macOS) || os(Linux)
import MillraceFlux
import MillraceSignals
import TestSupport
import Testing

// The programmer's errors of families of stores.

@Suite struct FamilyTrapTests {
    @Test func aStoreThatIsNotNewIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            let (lobby, room) = (makeLobby([1, 2], on: dispatcher), makeRoom(1, on: dispatcher))
            _ = StoreFamily(of: lobby, \.rooms, name: "rooms") { _ in room }
        }
        expect(result, says: "StoreFamily.init", "rooms[2]", "make a store with each call")
    }

    @Test func aStoreOfAnotherDispatcherIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let lobby = makeLobby([1], on: Dispatcher())
            _ = StoreFamily(of: lobby, \.rooms, name: "rooms") { makeRoom($0, on: Dispatcher()) }
        }
        expect(result, says: "StoreFamily.init", "rooms[1]", "on the dispatcher of the parent")
    }

    @Test func closingAMemberThatItsFamilyCannotCloseIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            let lobby = makeLobby([1], on: dispatcher)
            let rooms = StoreFamily(of: lobby, \.rooms, name: "rooms") { _ in
                Store(0, on: dispatcher) { store in store.on(Clear.self) { _, _ in .close } }
            }
            rooms.dispatch(Clear(), to: 1)
        }
        expect(result, says: "Effect.close: rooms[1] asks to be closed", "StoreFamily.init `closing:`")
    }

    @Test func dispatchingWhereMembersAreMadeIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            let lobby = makeLobby(on: dispatcher)
            let family = StoreFamily(of: lobby, \.rooms, name: "rooms") { id in
                dispatcher.dispatch(Rename(name: "x"))
                return makeRoom(id, on: dispatcher)
            }
            dispatcher.dispatch(Open(room: 1))
            withExtendedLifetime(family) {}
        }
        expect(result, says: "Rename was dispatched while Open is being handled")
    }

    @Test func registeringWithAMemberThatIsGoneIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let lobby = makeLobby([1], on: Dispatcher())
            let rooms = makeRooms(of: lobby)
            let room = rooms[1]
            lobby.dispatcher.dispatch(Close(room: 1))
            room?.on(Clear.self) { _, _ in }
        }
        expect(result, says: "Store.on", "rooms[1] is not registered")
    }
}
#endif
