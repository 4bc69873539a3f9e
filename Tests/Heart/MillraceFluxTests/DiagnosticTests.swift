#if os(macOS) || os(Linux)
import MillraceFlux
import MillraceHistory
import MillraceSignals
import MillraceSpecs
import TestSupport
import Testing

// What is told on standard error: probable mistakes that end nothing. Most of it in a debug build only.

private func lines(_ result: ExitTest.Result?) -> Int? {
    result.map { standardError($0).split(separator: "\n").count }
}

#if DEBUG
/// Stores of one dispatcher that have the same name.
@Suite struct StoreNamesTests {
    @Test func twoStoresOfOneNameAreReportedOnce() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            let first = makeCounter(on: dispatcher, name: "counter")
            dispatcher.dispatch(Add())
            let others = [makeCounter(on: dispatcher, name: "counter"), makeCounter(on: dispatcher, name: "counter")]
            for _ in 0..<3 { dispatcher.dispatch(Add()) }
            withExtendedLifetime((first, others)) {}
        }
        expect(result, says: "Store.init: two stores on one dispatcher are named counter. To fix: pass another `name:`")
        #expect(lines(result) == 1)
    }

    @Test func neitherMembersOfFamiliesNorStoresThatAreGoneNorThoseWithoutANameAre() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            let list = Store([1, 2], on: dispatcher, name: "list") { $0.on(Add.self) { ids, _ in ids.append(3) } }
            let members = StoreFamily(of: list, \.self, name: "member") { _ in
                makeCounter(on: dispatcher, name: "counter")
            }
            let unnamed = [makeCounter(on: dispatcher), makeCounter(on: dispatcher)]
            for id in 1...2 { _ = members.state(of: id).value }
            var brief = [makeCounter(on: dispatcher, name: "brief")]
            dispatcher.dispatch(Add())
            brief = []
            brief = [makeCounter(on: dispatcher, name: "brief")]
            dispatcher.dispatch(Add())
            // Each dispatcher has its own names.
            let another = makeCounter(on: Dispatcher(), name: "list")
            another.dispatcher.dispatch(Add())
            withExtendedLifetime((list, members, unnamed, brief, another)) {}
        }
        #expect(lines(result) == 0)
    }
}
#endif

/// Stores that nobody keeps: in a release build, too, where a constant of a function may be one.
@Suite struct LostStoreTests {
    @Test func aStoreThatNobodyKeepsIsToldWhenItsActionComes() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            _ = makeCounter(on: dispatcher, name: "counter")
            for _ in 0..<3 { dispatcher.dispatch(Add()) }
        }
        expect(
            result,
            says: """
                Dispatcher.dispatch: nobody handles Add: counter, which does, was released before anything was dispatched.
                """
        )
        #expect(lines(result) == 1)
    }

    @Test func soIsOneThatAnOptimisedBuildReleasesAfterItsLastUse() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            var counter: Store<CounterState>? = makeCounter(on: dispatcher, name: "counter")
            counter?.on(Rename.self) { _, _ in }
            counter = nil
            dispatcher.dispatch(Rename(name: ""))
        }
        expect(result, says: "nobody handles Rename: counter", "To fix: keep the store for as long as it is used")
    }

    @Test func soItIsWhereMiddlewareIsInstalled() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            dispatcher.install(.stub())
            _ = makeCounter(on: dispatcher, name: "counter")
            for _ in 0..<3 { dispatcher.dispatch(Add()) }
        }
        #expect(lines(result) == 1)
    }

    @Test func nothingIsToldWhereAllIsWell() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            // Read, and released in time.
            var dispatcher = Dispatcher()
            print(makeCounter(on: dispatcher).state.value)
            // Another handles the action.
            dispatcher = Dispatcher()
            var kept = makeCounter(on: dispatcher)
            _ = makeCounter(on: dispatcher)
            dispatcher.dispatch(Add())
            // It has handled something.
            dispatcher = Dispatcher()
            kept = makeCounter(on: dispatcher)
            dispatcher.dispatch(Add())
            kept = makeCounter(on: Dispatcher())
            dispatcher.dispatch(Add())
            // There is one again.
            dispatcher = Dispatcher()
            _ = makeCounter(on: dispatcher)
            kept = makeCounter(on: dispatcher)
            dispatcher.dispatch(Add())
            withExtendedLifetime(kept) {}
        }
        #expect(lines(result) == 0)
    }
}

#if DEBUG
/// Stores of one feature that get each other's answers.
@Suite struct CrosstalkTests {
    @Test func answersThatChangeTheOtherStoreAreToldOnceWithBothNames() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let bench = AnswerBench()
            keep([bench.makePane("left"), bench.makePane("right")])
            for _ in 0..<3 { bench.load() }
        }
        expect(
            result,
            says: """
                Effect: Loaded, by which an effect of right answers Load, has changed left too, whose own effect answers \
                Load in the same way. To fix: dispatch Load to each store, with dispatch(_:to:)
                """
        )
        #expect(lines(result) == 1)
    }

    @Test func nothingIsToldWhereAllIsWell() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            // Addressed.
            var bench = AnswerBench()
            var panes = [bench.makePane("left"), bench.makePane("right")]
            for pane in panes {
                bench.dispatcher.dispatch(Load(), to: pane)
                bench.scheduler.run()
            }
            // Told apart by what the answer holds.
            bench = AnswerBench()
            panes = [bench.makePane("left", takingAll: false), bench.makePane("right", takingAll: false)]
            for _ in 0..<3 { bench.load() }
            // One asks, both take.
            bench = AnswerBench()
            panes = [bench.makePane("left"), bench.makePane("right", asking: false)]
            for _ in 0..<3 { bench.load() }
            // One after the other.
            bench = AnswerBench()
            for _ in 0..<3 {
                panes = [bench.makePane("left")]
                bench.load()
            }
            // Stores of different features that answer alike.
            bench = AnswerBench()
            keep(
                Store(0, on: bench.dispatcher) { store in
                    store.on(Load.self) { _, _ in .run { Loaded(name: "other", number: 1) } }
                    store.on(Loaded.self) { count, _ in count += 1 }
                }
            )
            panes = [bench.makePane("left")]
            for _ in 0..<3 { bench.load() }
            // Meant for all.
            bench = AnswerBench()
            panes = [bench.makePane("left", toAll: true), bench.makePane("right", toAll: true)]
            for _ in 0..<3 { bench.load() }
            withExtendedLifetime(panes) {}
        }
        #expect(lines(result) == 0)
    }
}

/// Actions that an effect sends to its store alone, where others handle them.
@Suite struct LostAnswerTests {
    @Test func anActionOfAMemberThatOnlyOthersHandleIsToldOnceWithBothNames() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let scheduler = TestScheduler()
            let dispatcher = Dispatcher(on: scheduler)
            let lobby = makeLobby([1, 2], on: dispatcher)
            let rooms = makeTellingRooms(of: lobby) { send in send(Rename(name: "used")) }
            for _ in 0..<3 { dispatcher.dispatch(Load()) }
            scheduler.run()
            withExtendedLifetime((lobby, rooms)) {}
        }
        expect(
            result,
            says: """
                Effect.Send: Rename, which an effect of rooms[1] dispatches to rooms[1] alone, is not handled there, and \
                lobby handles it. To fix: dispatch it with send.toAll(_:)
                """
        )
        #expect(lines(result) == 1)
    }

    @Test func soIsOneThatIsReturned() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let scheduler = TestScheduler()
            let dispatcher = Dispatcher(on: scheduler)
            let lobby = makeLobby(on: dispatcher)
            let asker = Store(0, on: dispatcher, name: "asker") { store in
                store.on(Load.self) { _, _ in .run { Rename(name: "used") } }
            }
            dispatcher.dispatch(Load(), to: asker)
            scheduler.run()
            withExtendedLifetime(lobby) {}
        }
        expect(result, says: "Rename, which an effect of asker dispatches to asker alone", "lobby handles it")
        #expect(lines(result) == 1)
    }

    @Test func nothingIsToldWhereAllIsWell() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let scheduler = TestScheduler()
            let dispatcher = Dispatcher(on: scheduler)
            let lobby = makeLobby([1, 2], on: dispatcher)
            let rooms = makeTellingRooms(of: lobby) { send in
                send.toAll(Rename(name: "to all"))
                send.toParent(Rename(name: "to the parent"))
                send(Rename(name: "to one"), to: lobby)
                send(Say("handled"))
            }
            dispatcher.dispatch(Load())
            scheduler.run()
            withExtendedLifetime((lobby, rooms)) {}
        }
        #expect(lines(result) == 0)
    }
}

/// Rooms whose effects speak.
private func makeTellingRooms(
    of lobby: Store<Lobby>,
    _ tell: @escaping (Effect.Send) -> Void
) -> StoreFamily<Int, Room> {
    StoreFamily(of: lobby, \.rooms, name: "rooms") { id in
        Store(Room(id: id), on: lobby.dispatcher) { store in
            store.on(Say.self) { room, action in room.lines.append(action.text) }
            store.on(Load.self) { _, _ in .run { send in tell(send) } }
        }
    }
}

/// Actions that no store has ever registered for.
@Suite struct UnknownActionTests {
    @Test func anActionThatNoStoreHasRegisteredForIsReportedOnce() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            let kept = makeCounter(on: dispatcher)
            for _ in 0..<3 { dispatcher.dispatch(Clear()) }
            withExtendedLifetime(kept) {}
        }
        expect(
            result,
            says: "Dispatcher.dispatch: nobody handles Clear: no store on this dispatcher has registered for it."
        )
        #expect(lines(result) == 1)
    }

    @Test func soIsOneThatTheStoreAloneToWhichItIsDispatchedDoesNotHandle() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            let kept = makeCounter(on: dispatcher, name: "counter")
            let lobby = makeLobby([1], on: dispatcher)
            let rooms = makeRooms(of: lobby)
            for _ in 0..<2 { dispatcher.dispatch(Add(), to: lobby) }
            for _ in 0..<2 { rooms.dispatch(Clear(), to: 1) }
            withExtendedLifetime(kept) {}
        }
        expect(
            result,
            says: "Dispatcher.dispatch: Add is dispatched to lobby alone, which does not handle it, and counter does.",
            "Dispatcher.dispatch: Clear is dispatched to rooms[1] alone, which does not handle it. To fix: register"
        )
        #expect(lines(result) == 2)
    }

    @Test func soIsOneThatAnEffectSendsToAParentThatDoesNotHandleIt() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let scheduler = TestScheduler()
            let lobby = makeLobby([1], on: Dispatcher(on: scheduler))
            let rooms = makeTellingRooms(of: lobby) { send in send.toParent(Clear()) }
            lobby.dispatcher.dispatch(Load())
            scheduler.run()
            withExtendedLifetime(rooms) {}
        }
        expect(result, says: "Clear is dispatched to lobby alone, which does not handle it.")
    }

    @Test func soIsTheWishToBeClosedOfAStoreThatIsNoMember() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let dispatcher = Dispatcher()
            let kept = Store(0, on: dispatcher, name: "alone") { store in store.on(Clear.self) { _, _ in .close } }
            for _ in 0..<2 { dispatcher.dispatch(Clear()) }
            withExtendedLifetime(kept) {}
        }
        expect(result, says: "Effect.close: alone asks to be closed, and is no member of a family. To fix: make")
        #expect(lines(result) == 1)
    }

    @Test func nothingIsReportedWhereSomebodyIsTold() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            // A callback for all actions.
            var dispatcher = Dispatcher()
            let callback = dispatcher.register { _ in }
            dispatcher.dispatch(Clear())
            // Middleware that is told what was handled.
            dispatcher = Dispatcher()
            dispatcher.install(.actionGuard { _ in })
            dispatcher.dispatch(Clear())
            // A store that is gone.
            dispatcher = Dispatcher()
            dispatcher.dispatch(Add(), handledBy: makeCounter(on: dispatcher))
            dispatcher.dispatch(Add())
            // A family that has no member yet.
            dispatcher = Dispatcher()
            let lobby = makeLobby(on: dispatcher)
            let rooms = makeRooms(of: lobby)
            dispatcher.dispatch(Say("hello"))
            // A member that is not there.
            rooms.dispatch(Say("hello"), to: 7)
            withExtendedLifetime((callback, lobby, rooms)) {}
        }
        #expect(lines(result) == 0)
    }
}

extension Dispatcher {
    /// Dispatches an action while a store lives.
    fileprivate func dispatch(_ action: some Action, handledBy store: Store<CounterState>) {
        dispatch(action)
        withExtendedLifetime(store) {}
    }
}

private struct Load: Action {}

private struct Loaded: Action {
    let name: String
    let number: Int
}

private struct AnswerBench {
    let scheduler = TestScheduler()
    let dispatcher: Dispatcher

    init() { dispatcher = Dispatcher(on: scheduler) }

    func load() {
        dispatcher.dispatch(Load())
        scheduler.run()
    }

    func makePane(
        _ name: String,
        asking: Bool = true,
        takingAll: Bool = true,
        toAll: Bool = false
    ) -> Store<[String: Int]> {
        Store([:], on: dispatcher, name: name) { store in
            if asking {
                store.on(Load.self) { state, _ in
                    let answer = Loaded(name: name, number: state[name, default: 0] + 1)
                    if toAll { return .run { send in send.toAll(answer) } }
                    return .run { answer }
                }
            }
            store.on(Loaded.self) { state, action in
                if takingAll || action.name == name { state[action.name] = action.number }
            }
        }
    }
}
#endif
#endif
