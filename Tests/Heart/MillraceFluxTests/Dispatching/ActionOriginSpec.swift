import MillraceFlux
import MillraceSignals
import MillraceSpecs
import MillraceTesting
import TestSupport

/// Who dispatched an action, as middleware is told.
final class ActionOriginSpec: Spec {
    private struct Ask: Action { var target = Target.asker }
    private struct Answer: Action {}
    private enum Target { case asker, all, parent, store, returned, signal, close }

    func testSpec() {
        @TestState var scheduler = TestScheduler()
        var dispatcher = Dispatcher()
        var told: [(action: any Action, origin: ActionOrigin)] = []

        beforeEach {
            dispatcher = Dispatcher(on: scheduler)
            told = []
            dispatcher.install(Middleware(handled: { told.append(($0.action, $0.origin)) }))
        }

        func makeAsker() -> Store<Int> {
            weak var me: Store<Int>?
            let store = Store(0, on: dispatcher, name: "asker") { store in
                store.on(Ask.self) { _, action in
                    switch action.target {
                    case .returned: return .run { Answer() }
                    case .signal: return .observe(Observable(1)) { _ in Answer() }
                    case .close: return .close
                    default: break
                    }
                    return .run { send in
                        switch action.target {
                        case .all: send.toAll(Answer())
                        case .parent: send.toParent(Answer())
                        case .store: if let me { send(Answer(), to: me) }
                        default: send(Answer())
                        }
                    }
                }
                store.on(Answer.self) { state, _ in state += 1 }
            }
            me = store
            return store
        }

        describe("an action that code dispatches") {
            it("has the place of the call") {
                keep(makeCounter(on: dispatcher))
                dispatcher.dispatch(Add()); let line = #line
                expect(told[0].origin.sender) == .code
                expect(told[0].origin.place) == "\(#fileID):\(line)"
                expect(told[0].origin.isDeferred) == false
            }

            it("has the place of the call, if it is addressed to one store") {
                let counter = keep(makeCounter(on: dispatcher))
                dispatcher.dispatch(Add(), to: counter); let line = #line
                expect(told[0].origin.place) == "\(#fileID):\(line)"
            }

            it("has waited, where an observer has dispatched it in a turn") {
                let counter = keep(makeCounter(on: dispatcher))
                let subscription = counter.state.select(\.count).observe { count in
                    if count == 1 { dispatcher.dispatch(Rename(name: "one")) }
                }
                dispatcher.dispatch(Add())
                expect(told.map(\.origin.isDeferred)) == [false, true]
                expect(told.map(\.origin.sender)) == [.code, .code]
                subscription.cancel()
            }

            it("keeps its origin where middleware puts another one in its place") {
                keep(makeCounter(on: dispatcher))
                dispatcher.install(Middleware(decide: { $0 is Add ? .replace(by: Rename(name: "a")) : .pass }))
                dispatcher.dispatch(Add()); let line = #line
                expect(told[0].action is Rename) == true
                expect(told[0].origin.place) == "\(#fileID):\(line)"
            }
        }

        describe("an action of an effect") {
            it("has the number of the effect, and the place where it was sent") {
                for target in [Target.asker, .all, .parent, .store] {
                    let store = keep(makeAsker())
                    told = []
                    dispatcher.dispatch(Ask(target: target), to: store)
                    scheduler.run()
                    expect(told.count) == 2
                    guard let origin = told.last?.origin, case .effect(let number) = origin.sender else {
                        return fail("it has another sender")
                    }
                    expect(number) > 0
                    expect(origin.place).to(contain("ActionOriginSpec.swift:"))
                }
            }

            it("has no place where the effect returns it, or makes it of a value") {
                for target in [Target.returned, .signal] {
                    let store = keep(makeAsker())
                    told = []
                    dispatcher.dispatch(Ask(target: target), to: store)
                    scheduler.run()
                    expect(told.last?.action is Answer) == true
                    expect(told.last?.origin.place).to(beNil())
                    if case .effect = told.last?.origin.sender {} else { fail("it has another sender") }
                }
            }

            it("is of a number that no other effect of the dispatcher has") {
                let stores = [keep(makeAsker()), keep(makeAsker())]
                for store in stores { dispatcher.dispatch(Ask(), to: store) }
                scheduler.run()
                expect(told.compactMap { if case .effect(let number) = $0.origin.sender { number } else { nil } }) == [
                    1, 2,
                ]
            }
        }

        describe("an action that nobody calls dispatch for") {
            it("is of an inlet, where it was sent into one") {
                keep(makeCounter(on: dispatcher))
                dispatcher.inlet().send(Add())
                scheduler.run()
                expect(told.map(\.origin.sender)) == [.inlet]
                expect(told[0].origin.place).to(beNil())
            }

            it("is of the member that asks to be closed") {
                let lobby = makeLobby([1], on: dispatcher)
                let rooms = StoreFamily(of: lobby, \.rooms, name: "rooms") { state, key in
                    state.rooms.removeAll { $0 == key }
                } _: { id in
                    Store(Room(id: id), on: dispatcher) { store in store.on(Ask.self) { _, _ in .close } }
                }
                rooms.dispatch(Ask(), to: 1)
                expect(told.last?.origin.sender) == .member("rooms[1]")
                withExtendedLifetime(rooms) {}
            }
        }
    }
}
