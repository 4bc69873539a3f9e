import MillraceFlux
import MillraceSignals
import MillraceSpecs
import MillraceTesting
import TestSupport

/// Law F9: a reaction to a part of a store's state runs once in the turn in which that part has become another value,
/// after all handlers of the action and before observers, with the value before. It is a handler: it may change the
/// state and returns an effect.
final class F9ReactionSpec: Spec {
    func testSpec() {
        @TestState var scheduler = TestScheduler()
        var dispatcher = Dispatcher()
        var log = Log()

        beforeEach {
            dispatcher = Dispatcher(on: scheduler)
            log = Log()
        }

        /// A counter with reactions.
        func counter(_ name: String = "counter", _ react: (Store<CounterState>) -> Void) -> Store<CounterState> {
            let store = makeCounter(on: dispatcher, name: name)
            react(store)
            return store
        }

        describe("a reaction") {
            it("gets the value before, once for an action that has made the part another") {
                let store = counter { $0.onChange(of: \.count) { log("\($1) to \($0.count)") } }
                dispatcher.dispatch(Add(amount: 2))
                dispatcher.dispatch(Rename(name: "a"))
                dispatcher.dispatch(Add(amount: 0))
                dispatcher.dispatch(Add(amount: 3))
                expect(log.lines).to(equal(["0 to 2", "2 to 5"]))
                keep(store)
            }

            it("is not called when it is added, and gets what was there then") {
                let store = counter { _ in }
                dispatcher.dispatch(Add(amount: 2))
                store.onChange(of: \.count) { log("\($1) to \($0.count)") }
                dispatcher.dispatch(Rename(name: "a"))
                expect(log.lines).to(equal([]))
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["2 to 3"]))
            }

            it("sees the outcome of all handlers of its store") {
                let store = counter {
                    $0.on(Add.self) { state, _ in state.count *= 10 }
                    $0.onChange(of: \.count) { log("\($1) to \($0.count)") }
                }
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["0 to 10"]))
                keep(store)
            }

            it("follows computed, nested and watched parts, and the whole state") {
                struct Nested: Equatable {
                    struct Inner: Equatable { var name = "a" }

                    var inner = Inner()
                    var watched = 0 { didSet { changes += 1 } }
                    private(set) var changes = 0
                    var length: Int { inner.name.count }
                }
                let store = Store(Nested(), on: dispatcher) { store in
                    store.on(Rename.self) { $0.inner.name = $1.name }
                    store.on(Add.self) { $0.watched += $1.amount }
                    store.onChange(of: \.inner.name) { log("name \($1)") }
                    store.onChange(of: \.length) { log("length \($1)") }
                    store.onChange(of: \.watched) { log("watched \($1)") }
                    store.onChange(of: \.self) { log("state \($1.inner.name) \($1.watched)") }
                }
                dispatcher.dispatch(Rename(name: "b"))
                dispatcher.dispatch(Rename(name: "long"))
                dispatcher.dispatch(Add())
                expect(log.lines).to(
                    equal([
                        "name a", "state a 0", "name b", "length 1", "state b 0", "watched 0", "state long 0",
                    ])
                )
                keep(store)
            }

            it("takes not-a-number for what it was, although it is not equal to itself") {
                let store = Store((Double.nan, 0), on: dispatcher) { store in
                    store.on(Add.self) { $0.0 = $1.amount < 0 ? .nan : Double($1.amount) }
                    store.onChange(of: \.0) { state, former in
                        log("\(former) to \(state.0)")
                        state.1 += 1
                    }
                    store.onChange(of: \.1) { state, _ in log("\(state.1)") }
                }
                for amount in [-1, 2, -1, -1] { dispatcher.dispatch(Add(amount: amount)) }
                expect(log.lines).to(equal(["nan to 2.0", "1", "2.0 to nan", "2"]))
                keep(store)
            }

            it("is called for an action to its store alone") {
                let (one, other) = (counter { $0.onChange(of: \.count) { _, _ in log("one") } }, counter { _ in })
                dispatcher.dispatch(Add(), to: other)
                dispatcher.dispatch(Add(), to: one)
                expect(log.lines).to(equal(["one"]))
            }

            it("is called after each action of a batch") {
                let store = counter { $0.onChange(of: \.count) { log("\($1) to \($0.count)") } }
                log.observe(store.state.select(\.count), as: "observed ")
                batch {
                    dispatcher.dispatch(Add())
                    dispatcher.dispatch(Add())
                }
                expect(log.lines).to(equal(["observed 0", "0 to 1", "1 to 2", "observed 2"]))
            }

            it("is not called any more when its store is unregistered, by another one as well") {
                var unregistering: Store<CounterState>?
                let store = counter { store in
                    store.onChange(of: \.count) { _, _ in
                        log("first")
                        if let unregistering { dispatcher.unregister(unregistering) }
                    }
                    store.onChange(of: \.count) { _, _ in log("second") }
                }
                dispatcher.dispatch(Add())
                unregistering = store
                dispatcher.dispatch(Add())
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["first", "second", "first"]))
            }

            it("is not called for a store that another one's handler has released") {
                var brief: Store<CounterState>? = counter { $0.onChange(of: \.count) { _, _ in log("brief") } }
                let store = Store(0, on: dispatcher) { $0.on(Add.self) { _, _ in brief = nil } }
                expect(brief).notTo(beNil())
                dispatcher.dispatch(Add())
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal([]))
                keep(store)
            }
        }

        describe("the change of a reaction") {
            it("is part of the turn: observers see it, and what derives from the state, once") {
                let store = counter { $0.onChange(of: \.count) { state, _ in state.name = "\(state.count)" } }
                log.observe(store.state.map { "\($0.count) \($0.name)" })
                let derived = store.state.select(\.name)
                dispatcher.dispatch(Add(amount: 7))
                expect(log.lines).to(equal(["0 ", "7 7"]))
                expect(derived.value).to(equal("7"))
            }

            it("is read anew where a handler of another store has read what derives from the state") {
                var name: Observable<String>?
                let store = counter { $0.onChange(of: \.count) { state, _ in state.name = "\(state.count)" } }
                name = store.state.map(\.name)
                let reader = Store("", on: dispatcher) { reader in
                    reader.on(Add.self, after: [store]) { state, _ in state = "<\(name?.value ?? "")>" }
                }
                dispatcher.dispatch(Add(amount: 4))
                expect(reader.state.value).to(equal("<>"))
                expect(name?.value).to(equal("4"))
            }

            it("is one of the action's for a middleware, with the state before and after") {
                var handled: [HandledAction] = []
                let store = counter { $0.onChange(of: \.count) { state, _ in state.name = "\(state.count)" } }
                dispatcher.install(.stub(wantsFormerStates: true, handled: { handled.append($0) }))
                dispatcher.dispatch(Add())
                let call = handled.first?.calls.first
                expect(handled.map(\.changedStores)).to(equal([["counter"]]))
                expect((call?.formerState as? CounterState)?.name).to(equal(""))
                expect((call?.state as? CounterState)?.name).to(equal("1"))
                keep(store)
            }

            it("comes before families follow") {
                let lobby = makeLobby([1], on: dispatcher)
                lobby.onChange(of: \.title) { state, _ in state.rooms = [1, state.title.count] }
                let rooms = makeRooms(of: lobby)
                log.observe(lobby.state.map { _ in "\(rooms.keys)" })
                dispatcher.dispatch(Rename(name: "four"))
                expect(log.lines).to(equal(["[1]", "[1, 4]"]))
            }

            it("needs no reaction of its own to its own part") {
                let store = counter { store in
                    store.onChange(of: \.name) { state, former in
                        log("\(former) to \(state.name)")
                        state.name = state.name.lowercased()
                    }
                }
                dispatcher.dispatch(Rename(name: "ADA"))
                dispatcher.dispatch(Rename(name: "ada"))
                dispatcher.dispatch(Rename(name: "Grace"))
                expect(log.lines).to(equal([" to ADA", "ada to Grace"]))
                expect(store.state.value.name).to(equal("grace"))
            }
        }

        describe("several reactions") {
            it("are called in the order in which they were added") {
                let store = counter { store in
                    store.onChange(of: \.added) { state, _ in log("added") }
                    store.onChange(of: \.count) { state, _ in log("count") }
                    store.onChange(of: \.name) { state, _ in log("name") }
                }
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["added", "count"]))
                keep(store)
            }

            it("are called again as long as one has changed what an earlier one follows") {
                let store = counter { store in
                    store.onChange(of: \.count) { state, former in
                        log("count \(former) to \(state.count)")
                        state.name = "\(state.count)"
                    }
                    store.onChange(of: \.name) { state, former in
                        log("name \(former) to \(state.name)")
                        state.count = min(state.count + 1, 3)
                    }
                }
                dispatcher.dispatch(Add())
                expect(log.lines).to(
                    equal([
                        "count 0 to 1", "name  to 1", "count 1 to 2", "name 1 to 2", "count 2 to 3", "name 2 to 3",
                    ])
                )
                expect(store.state.value.name).to(equal("3"))
            }

            it("may be many, each in answer to the next") {
                let size = 300
                let store = Store([Int](repeating: 0, count: size + 1), on: dispatcher) { store in
                    store.on(Add.self) { $0[size] += $1.amount }
                    for place in 0..<size { store.onChange(of: \.[place + 1]) { state, _ in state[place] += 1 } }
                }
                dispatcher.dispatch(Add())
                expect(store.state.value).to(equal([Int](repeating: 1, count: size + 1)))
            }

            it("of several stores follow the order of the handlers, and read all states") {
                let first = counter("first") { _ in }
                let second = Store(0, on: dispatcher, name: "second") { second in
                    second.on(Add.self, after: [first]) { $0 += $1.amount }
                }
                first.onChange(of: \.count) { state, _ in
                    log("first reads \(second.state.value)")
                    state.count *= 10
                }
                second.onChange(of: \.self) { state, _ in
                    log("second reads \(first.state.value.count)")
                    state = -state
                }
                dispatcher.dispatch(Add(amount: 2))
                expect(log.lines).to(equal(["first reads 2", "second reads 20"]))
                expect(second.state.value).to(equal(-2))
            }
        }

        describe("the effect of a reaction") {
            it("starts when the turn is over, after those of the handlers") {
                let store = makeCounter(on: dispatcher)
                store.on(Clear.self) { state, _ in
                    state.count = 9
                    return .run { (_: Effect.Send) in log("of the handler") }
                }
                store.onChange(of: \.count) { _, former in .run { (_: Effect.Send) in log("of the reaction") } }
                keep(store.state.observe { log("observed \($0.count)") })
                dispatcher.dispatch(Clear())
                scheduler.run()
                expect(log.lines).to(equal(["observed 0", "observed 9", "of the handler", "of the reaction"]))
            }

            it("is what a closure returns that is only an expression, and may be several") {
                let store = makeCounter(on: dispatcher)
                func note(_ line: String) -> Effect { .run { (_: Effect.Send) in log(line) } }
                store.onChange(of: \.count) { state, _ in note("\(state.count)") }
                store.onChange(of: \.added) { state, _ in state.added.map { note("added \($0)") } }
                dispatcher.dispatch(Add(amount: 2))
                scheduler.run()
                expect(log.lines).to(equal(["2", "added 2"]))
                keep(store)
            }

            it("is one of the store's: it replaces another of its identity, and can be cancelled") {
                let store = makeCounter(on: dispatcher)
                store.onChange(of: \.count) { state, _ in
                    if state.count < 0 { return .cancel("double") }
                    let count = state.count
                    return .run("double", .latest, after: .seconds(1)) { Rename(name: "\(count * 2)") }
                }
                dispatcher.dispatch(Add())
                dispatcher.dispatch(Add())
                expect(store.effectsInFlight.value).to(equal(1))
                scheduler.run()
                expect(store.state.value.name).to(equal("4"))
                dispatcher.dispatch(Add())
                dispatcher.dispatch(Add(amount: -10))
                scheduler.run()
                expect(store.state.value.name).to(equal("4"))
                expect(store.effectsInFlight.value).to(equal(0))
            }

            it("does not start where a middleware allows none, and the change stays") {
                let store = makeCounter(on: dispatcher)
                store.onChange(of: \.count) { state, _ in
                    state.name = "changed"
                    return .run { Rename(name: "by an effect") }
                }
                dispatcher.install(Middleware(allowsEffects: { _ in false }))
                dispatcher.dispatch(Add())
                scheduler.run()
                expect(store.state.value.name).to(equal("changed"))
            }

            it("answers to the store alone where the action was for it alone") {
                let stores = (0..<2).map { number in
                    counter("\(number)") { store in
                        store.onChange(of: \.count) { _, _ in .run { Rename(name: "answered") } }
                    }
                }
                dispatcher.dispatch(Add(), to: stores[0])
                scheduler.run()
                expect(stores.map(\.state.value.name)).to(equal(["answered", ""]))
            }
        }

        describe("a member of a family") {
            it("reacts from the state with which it was made") {
                let lobby = makeLobby([], on: dispatcher)
                let rooms = StoreFamily(of: lobby, \.rooms, name: "rooms") { id in
                    let room = makeRoom(id, on: dispatcher)
                    room.onChange(of: \.lines) { log("\(id): \($1) to \($0.lines)") }
                    return room
                }
                dispatcher.dispatch(Open(room: 1))
                dispatcher.dispatch(Open(room: 2))
                rooms.dispatch(Say("a"), to: 2)
                dispatcher.dispatch(Say("b"))
                dispatcher.dispatch(Close(room: 2))
                dispatcher.dispatch(Say("c"))
                expect(log.lines).to(
                    equal([
                        "2: [] to [\"a\"]", "1: [] to [\"b\"]", "2: [\"a\"] to [\"a\", \"b\"]",
                        "1: [\"b\"] to [\"b\", \"c\"]",
                    ])
                )
            }
        }

        describe("what a reaction keeps") {
            it("is let go when the turn is over, so that its `deinit` may dispatch") {
                struct Holding: Equatable {
                    var id = 0
                    var object: OnDeinit?

                    static func == (left: Holding, right: Holding) -> Bool { left.id == right.id }
                }
                let store = Store(Holding(), on: dispatcher) { store in
                    store.on(Add.self) { state, action in
                        state.id += action.amount
                        let object = OnDeinit { [weak dispatcher] in dispatcher?.dispatch(Rename(name: "gone")) }
                        // What it replaces is kept by the reaction.
                        state.object = object
                    }
                    store.on(Rename.self) { _, action in log(action.name) }
                    store.onChange(of: \.self) { log("\($1.id) to \($0.id)") }
                }
                dispatcher.dispatch(Add())
                dispatcher.dispatch(Add())
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["0 to 1", "1 to 2", "gone", "2 to 3", "gone"]))
                keep(store)
            }

            it("is let go with the store, and so is its closure") {
                var store: Store<CounterState>? = makeCounter(on: dispatcher)
                var object: OnDeinit? = OnDeinit { log("gone") }
                store?.onChange(of: \.count) { [object] _, _ in
                    object?.touch()
                    return .none
                }
                object = nil
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal([]))
                expect(store).notTo(beNil())
                store = nil
                expect(log.lines).to(equal(["gone"]))
            }

            it("is let go when the store is unregistered, although somebody holds it") {
                let store = makeCounter(on: dispatcher)
                var object: OnDeinit? = OnDeinit { log("gone") }
                store.onChange(of: \.count) { [object] _, _ in object?.touch() }
                object = nil
                dispatcher.unregister(store)
                expect(log.lines).to(equal(["gone"]))
                keep(store)
            }
        }
    }
}
