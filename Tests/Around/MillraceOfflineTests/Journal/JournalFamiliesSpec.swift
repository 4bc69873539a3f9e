import Foundation
import Millrace
import MillraceApp
import MillraceHistory
import MillraceOffline
import MillraceSpecs
import MillraceTesting
import Synchronization
import TestSupport

/// The stores of families and of screens are kept where they are made.
final class JournalFamiliesSpec: Spec {
    private struct Join: Action { let room: Int }
    private struct Leave: Action { let room: Int }
    private struct Draft: Action { let text: String }
    private struct Push: Action { let screen: Screen }
    private struct Pop: Action {}

    private enum Screen: Hashable, Codable, Sendable { case start, room(Int) }

    /// What has left the app.
    private struct Sent: Codable, Equatable, Irreversible, Sendable { var texts: [String] = [] }
    private struct Desk: Equatable { var (text, sent) = ("", Sent()) }
    private struct Send: Action { let text: String }

    /// Tells when it is compared.
    private struct Watched: Codable, Equatable {
        static let compared = Mutex<[Int]>([])

        let id: Int
        var text = ""

        static func == (left: Watched, right: Watched) -> Bool {
            compared.withLock { $0.append(left.id) }
            return left.text == right.text
        }
    }

    private final class App {
        let scheduler = TestScheduler()
        let dispatcher: Dispatcher
        let journal: Journal
        let lobby: Store<[Int]>
        let rooms: StoreFamily<Int, String>
        let sheets: StoreFamily<Int, String>
        let route: Store<Route<Screen>>
        let screens: StoreFamily<Route<Screen>.Place, String>

        init(on device: Device) {
            let dispatcher = Dispatcher(on: scheduler)
            let journal = device.open(on: dispatcher)
            (self.dispatcher, self.journal) = (dispatcher, journal)
            func makeDraft() -> Store<String> {
                let store = Store("", on: dispatcher) { store in store.on(Draft.self) { $0 = $1.text } }
                journal.keepMember(store) { $0.value(\.self, as: "draft") }
                return store
            }
            lobby = Store([], on: dispatcher, name: "lobby") { store in
                store.on(Join.self) { $0.append($1.room) }
                store.on(Leave.self) { rooms, action in rooms.removeAll { $0 == action.room } }
            }
            route = Store(Route(.start), on: dispatcher, name: "route") { store in
                store.on(Push.self) { $0.push($1.screen) }
                store.on(Pop.self) { route, _ in route.pop() }
            }
            // Members are made again whichever comes first, the family or what is kept of the parent.
            rooms = StoreFamily(of: lobby, \.self, name: "rooms") { _ in makeDraft() }
            try? journal.keep(lobby) { $0.value(\.self, as: "rooms") }
            sheets = StoreFamily(of: lobby, \.self, name: "sheets", making: .whenAsked) { _ in makeDraft() }
            try? journal.keep(route) { $0.value(\.self, as: "route") }
            screens = StoreFamily(
                of: route,
                screens: { if case .room(let id) = $0 { id } else { nil } },
                name: "screen"
            ) {
                _ in makeDraft()
            }
        }

        func drafts() -> [String?] { lobby.state.value.map { rooms[$0]?.state.value } }
    }

    private func makeDesks(on device: Device) -> (Dispatcher, Journal, Store<[Int]>, StoreFamily<Int, Desk>) {
        let dispatcher = Dispatcher(on: TestScheduler())
        let journal = device.open(on: dispatcher)
        let lobby = Store<[Int]>([], on: dispatcher, name: "lobby") { store in
            store.on(Join.self) { $0.append($1.room) }
            store.on(Leave.self) { rooms, action in rooms.removeAll { $0 == action.room } }
        }
        try? journal.keep(lobby) { $0.value(\.self, as: "rooms") }
        let desks = StoreFamily<Int, Desk>(of: lobby, \.self, name: "desks") { _ in
            let desk = Store<Desk>(Desk(), on: dispatcher) { store in
                store.on(Draft.self) { $0.text = $1.text }
                store.on(Send.self) { $0.sent.texts.append($1.text) }
            }
            journal.keepMember(desk) {
                $0.value(\.text, as: "text")
                $0.value(\.sent, as: "sent")
            }
            return desk
        }
        return (dispatcher, journal, lobby, desks)
    }

    func testSpec() {
        var device = Device()

        beforeEach { device = Device() }
        afterEach { device.erase() }

        func run(_ body: (App) -> Void) { body(App(on: device)) }

        it("are there again with their elements") {
            run { app in
                for room in 1...2 { app.dispatcher.dispatch(Join(room: room)) }
                app.rooms.dispatch(Draft(text: "hello"), to: 2)
            }
            run { app in
                expect(app.drafts()).to(equal(["", "hello"]))
                app.rooms.dispatch(Draft(text: "again"), to: 1)
            }
            run { expect($0.drafts()).to(equal(["again", "hello"])) }
        }

        it("begin anew when their elements have gone and come again") {
            run { app in
                app.dispatcher.dispatch(Join(room: 1))
                app.rooms.dispatch(Draft(text: "old"), to: 1)
                app.dispatcher.dispatch(Leave(room: 1))
                app.dispatcher.dispatch(Join(room: 1))
                expect(app.drafts()).to(equal([""]))
            }
            run { expect($0.drafts()).to(equal([""])) }
        }

        it("begin anew also if they were not made between") {
            run { app in
                app.dispatcher.dispatch(Join(room: 1))
                app.sheets.dispatch(Draft(text: "old"), to: 1)
            }
            run { app in
                app.dispatcher.dispatch(Leave(room: 1))
                app.dispatcher.dispatch(Join(room: 1))
            }
            run { expect($0.sheets[1]?.state.value).to(equal("")) }
        }

        it("are as they were written when time travel shows them again, also where it does not track them") {
            run { app in
                let history = StateHistory(of: app.lobby, on: app.dispatcher)
                app.dispatcher.dispatch(Join(room: 1))
                app.sheets.dispatch(Draft(text: "kept"), to: 1)
                history.back()
                expect(app.sheets[1]).to(beNil())
                history.forward()
                expect(app.sheets[1]?.state.value).to(equal("kept"))
            }
            run { expect($0.sheets[1]?.state.value).to(equal("kept")) }
        }

        it("come back with what goes only forward, as it was when they were there last") {
            for isUndone in [true, false] {
                let expected = Desk(text: "two", sent: Sent(texts: ["a", "b"]))
                do {
                    let (dispatcher, _, lobby, desks) = self.makeDesks(on: device)
                    let history = StateHistory(of: lobby, desks, on: dispatcher)
                    let undo = UndoHistory(on: dispatcher) { undo in
                        undo.track(lobby)
                        undo.track(desks)
                        undo.step(Leave.self)
                    }
                    for room in 1...3 { dispatcher.dispatch(Join(room: room)) }
                    desks.dispatch(Draft(text: "two"), to: 2)
                    for text in ["a", "b"] { desks.dispatch(Send(text: text), to: 2) }
                    dispatcher.dispatch(Leave(room: 2))
                    if isUndone { undo.undo() } else { history.back() }
                    expect(desks[2]?.state.value).to(equal(expected))
                    history.resume()
                }
                let (_, _, _, desks) = self.makeDesks(on: device)
                expect(desks[2]?.state.value).to(equal(expected))
                device.erase()
                device = Device()
            }
        }

        it("come back with what was kept of them, also if they were not made") {
            for (isUndone, isAsked) in [(true, true), (true, false), (false, true), (false, false)] {
                run { app in
                    app.dispatcher.dispatch(Join(room: 1))
                    app.sheets.dispatch(Draft(text: "kept"), to: 1)
                }
                run { app in
                    let history = StateHistory(of: app.lobby, app.sheets, on: app.dispatcher)
                    let undo = UndoHistory(on: app.dispatcher) { undo in
                        undo.track(app.lobby)
                        undo.track(app.sheets)
                        undo.step(Leave.self)
                    }
                    app.dispatcher.dispatch(Leave(room: 1))
                    app.dispatcher.dispatch(Join(room: 2))
                    if isUndone { undo.undo() } else { history.jump(to: 0) }
                    history.resume()
                    if isAsked { expect(app.sheets[1]?.state.value).to(equal("kept")) }
                }
                run { expect($0.sheets[1]?.state.value).to(equal("kept")) }
                device.erase()
                device = Device()
            }
        }

        it("come back also in the turn in which they have left") {
            run { app in
                app.dispatcher.dispatch(Join(room: 1))
                app.sheets.dispatch(Draft(text: "kept"), to: 1)
            }
            run { app in
                let undo = UndoHistory(on: app.dispatcher) { undo in
                    undo.track(app.lobby)
                    undo.track(app.sheets)
                    undo.step(Leave.self)
                }
                batch {
                    app.dispatcher.dispatch(Leave(room: 1))
                    undo.undo()
                }
                expect(app.sheets[1]?.state.value).to(equal("kept"))
            }
            run { expect($0.sheets[1]?.state.value).to(equal("kept")) }
        }

        it("stay gone when time travel has only looked back") {
            run { app in
                app.dispatcher.dispatch(Join(room: 1))
                app.sheets.dispatch(Draft(text: "old"), to: 1)
            }
            run { app in
                let history = StateHistory(of: app.lobby, app.sheets, on: app.dispatcher)
                app.dispatcher.dispatch(Leave(room: 1))
                history.back()
                history.forward()
            }
            run { app in
                app.dispatcher.dispatch(Join(room: 1))
                expect(app.sheets[1]?.state.value).to(equal(""))
            }
        }

        it("are kept for those who ask late") {
            run { app in
                app.dispatcher.dispatch(Join(room: 1))
                app.sheets.dispatch(Draft(text: "kept"), to: 1)
            }
            run { $0.dispatcher.dispatch(Join(room: 2)) }
            run { expect($0.sheets[1]?.state.value).to(equal("kept")) }
        }

        it("are those of the screens of a route, too") {
            run { app in
                app.dispatcher.dispatch(Push(screen: .room(7)))
                app.screens.keys.last.map { app.screens.dispatch(Draft(text: "on screen"), to: $0) }
            }
            run { app in
                expect(app.screens.keys.compactMap { app.screens[$0]?.state.value }).to(equal(["on screen"]))
                app.dispatcher.dispatch(Pop())
                app.dispatcher.dispatch(Push(screen: .room(7)))
            }
            run { app in expect(app.screens.keys.compactMap { app.screens[$0]?.state.value }).to(equal([""])) }
        }

        it("cost nothing where a turn does not change them") {
            let dispatcher = Dispatcher(on: TestScheduler())
            let journal = device.open(on: dispatcher)
            let lobby = Store([1, 2, 3], on: dispatcher, name: "lobby")
            let rooms = StoreFamily(of: lobby, \.self, name: "rooms") { id in
                let room = Store(Watched(id: id), on: dispatcher) { store in
                    store.on(Draft.self) { $0.text = $1.text }
                }
                journal.keepMember(room) { $0.value(\.self, as: "draft") }
                return room
            }
            Watched.compared.withLock { $0 = [] }
            rooms.dispatch(Draft(text: "x"), to: 2)
            expect(Watched.compared.withLock { $0 }).to(equal([2]))
        }
    }
}
