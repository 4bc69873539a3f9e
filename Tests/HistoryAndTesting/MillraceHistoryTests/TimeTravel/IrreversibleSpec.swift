import MillraceFlux
import MillraceHistory
import MillraceSignals
import MillraceSpecs
import TestSupport

/// What was sent, which nothing calls back.
private struct Sent: Equatable, Irreversible { var messages: [String] = [] }

private struct Inner: Equatable {
    var isOpen = false
    var sent = Sent()
    var text = ""
}

private final class Screen {}

private struct Desk: Equatable {
    var text = ""
    weak var screen: Screen?
    var inner = Inner()
    var pair: (number: UInt8, sent: Sent) = (0, Sent())
    var last: Sent?
    let fixed = 7
    var all: [Sent] = []
    var byName: [String: Sent] = [:]
    var any: any Sendable & Equatable = 0

    static func == (left: Desk, right: Desk) -> Bool {
        left.text == right.text && left.inner == right.inner && left.pair == right.pair && left.last == right.last
            && left.all == right.all && left.byName == right.byName
    }

    mutating func send(_ message: String) {
        let sent = Sent(messages: [message])
        inner.sent.messages.append(message)
        (pair.sent, last, byName[message]) = (sent, sent, sent)
        all.append(sent)
    }

    var sent: [String] {
        [inner.sent.messages, pair.sent.messages, last?.messages ?? [], all.flatMap(\.messages), byName.keys.sorted()]
            .map { $0.joined() }
    }
}

private struct TypeText: Action { let text: String }
private struct SendMessage: Action { let message: String }

private func makeDesk(on dispatcher: Dispatcher) -> Store<Desk> {
    Store(Desk(), on: dispatcher) { store in
        store.on(TypeText.self) { state, action in
            (state.text, state.inner.text, state.pair.number) = (action.text, action.text, state.pair.number + 1)
            state.any = action.text
        }
        store.on(SendMessage.self) { $0.send($1.message) }
    }
}

/// What goes only forward stays as it is, whatever restores the state in which it stands.
final class IrreversibleSpec: Spec {
    func testSpec() {
        @TestState var dispatcher = Dispatcher()
        @TestState var desk = Store(Desk(), on: Dispatcher())

        beforeEach { desk = makeDesk(on: dispatcher) }

        let all = ["ab", "b", "b", "ab", "ab"]

        it("stays when a step is undone, wherever it is in the structs of the state") {
            let undo = UndoHistory(on: dispatcher) { undo in
                undo.track(desk)
                undo.step(TypeText.self)
            }
            dispatcher.dispatch(SendMessage(message: "a"))
            dispatcher.dispatch(TypeText(text: "x"))
            dispatcher.dispatch(SendMessage(message: "b"))
            undo.undo()
            expect(desk.state.value.text) == ""
            expect(desk.state.value.inner.text) == ""
            expect(desk.state.value.pair.number) == 0
            expect(desk.state.value.any as? Int) == 0
            expect(desk.state.value.sent) == all
            undo.redo()
            expect(desk.state.value.inner.text) == "x"
            expect(desk.state.value.sent) == all
        }

        it("makes no step, and does not take away what can be redone") {
            let undo = UndoHistory(on: dispatcher) { undo in
                undo.track(desk)
                undo.step(TypeText.self)
                undo.step(SendMessage.self)
            }
            dispatcher.dispatch(TypeText(text: "x"))
            undo.undo()
            dispatcher.dispatch(SendMessage(message: "a"))
            expect(undo.canUndo.value) == false
            expect(undo.canRedo.value) == true
        }

        it("stays where the app says how a state is restored") {
            let undo = UndoHistory(on: dispatcher) { undo in
                undo.track(desk) { present, former in present.inner = former.inner }
                undo.step(TypeText.self)
            }
            dispatcher.dispatch(TypeText(text: "x"))
            dispatcher.dispatch(SendMessage(message: "a"))
            undo.undo()
            expect(desk.state.value.text) == "x"
            expect(desk.state.value.inner) == Inner(sent: Sent(messages: ["a"]))
        }

        it("stays while another time is shown") {
            let history = StateHistory(of: desk, on: dispatcher)
            dispatcher.dispatch(SendMessage(message: "a"))
            dispatcher.dispatch(TypeText(text: "x"))
            dispatcher.dispatch(SendMessage(message: "b"))
            history.jump(to: 0)
            expect(desk.state.value.text) == ""
            expect(desk.state.value.sent) == all
            history.jump(to: 3)
            expect(desk.state.value.text) == "x"
            expect(desk.state.value.sent) == all
        }

        it("stays in the members of a family") {
            let lobby = makeLobby([1, 2], on: dispatcher)
            let desks = StoreFamily(of: lobby, \.rooms, name: "desks") { _ in makeDesk(on: dispatcher) }
            for room in [1, 2] { expect(desks[room]).notTo(beNil()) }
            let undo = UndoHistory(on: dispatcher) { undo in
                undo.track(desks)
                undo.step(TypeText.self)
            }
            let history = StateHistory(of: lobby, desks, on: dispatcher)
            dispatcher.dispatch(SendMessage(message: "a"))
            dispatcher.dispatch(TypeText(text: "x"))
            dispatcher.dispatch(SendMessage(message: "b"))
            undo.undo()
            expect(desks[1]?.state.value.text) == ""
            expect(desks[1]?.state.value.sent) == all
            history.jump(to: 0)
            expect(desks[2]?.state.value.sent) == all
        }

        it("is known from that of an element which does not come back") {
            let lobby = makeLobby([1], on: dispatcher)
            let desks = StoreFamily(of: lobby, \.rooms, name: "desks") { _ in makeDesk(on: dispatcher) }
            let history = StateHistory(of: desks, on: dispatcher)
            dispatcher.dispatch(SendMessage(message: "a"))
            dispatcher.dispatch(Close(room: 1))
            history.back()
            expect(desks.keys).to(beEmpty())
            history.resume()
            dispatcher.dispatch(Open(room: 1))
            history.back()
            expect(desks[1]?.state.value.inner.sent.messages) == ["a"]
            history.forward()
            expect(desks[1]?.state.value.inner.sent.messages) == []
        }

        it("is that of a new member in the life of one that was never made") {
            let lobby = makeLobby([1], on: dispatcher)
            let desks = StoreFamily(of: lobby, \.rooms, name: "desks", making: .whenAsked) { _ in
                makeDesk(on: dispatcher)
            }
            let history = StateHistory(of: lobby, desks, on: dispatcher)
            dispatcher.dispatch(Close(room: 1))
            dispatcher.dispatch(Open(room: 1))
            desks.dispatch(SendMessage(message: "a"), to: 1)
            history.jump(to: 0)
            expect(desks[1]?.state.value.inner.sent.messages) == []
            history.jump(to: 3)
            expect(desks[1]?.state.value.inner.sent.messages) == ["a"]
        }

        it("is as it was when a member that comes back was there last") {
            let lobby = makeLobby([1, 2], on: dispatcher)
            let desks = StoreFamily(of: lobby, \.rooms, name: "desks") { _ in makeDesk(on: dispatcher) }
            let undo = UndoHistory(on: dispatcher) { undo in
                undo.track(lobby)
                undo.track(desks) { present, former in present.text = former.text }
                undo.step(Close.self)
                undo.step(TypeText.self)
            }
            let history = StateHistory(of: lobby, desks, on: dispatcher)
            dispatcher.dispatch(TypeText(text: "x"))
            dispatcher.dispatch(SendMessage(message: "a"))
            dispatcher.dispatch(SendMessage(message: "b"))
            dispatcher.dispatch(Close(room: 1))
            undo.undo()
            expect(desks[1]?.state.value.sent) == all
            history.back()
            expect(desks[1]?.state.value.sent).to(beNil())
            history.jump(to: 1)
            expect(desks[1]?.state.value.inner.text) == "x"
            expect(desks[1]?.state.value.sent) == all
            history.resume()
            desks.dispatch(SendMessage(message: "c"), to: 1)
            undo.undo()
            expect(desks[1]?.state.value.inner.sent.messages) == ["a", "b", "c"]
        }
    }
}
