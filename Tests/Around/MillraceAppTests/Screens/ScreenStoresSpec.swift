import Foundation
import MillraceApp
import MillraceFlux
import MillraceHistory
import MillraceSignals
import MillraceSpecs
import TestSupport

/// A screen's store is recorded, replayed, undone, travelled to, tested and addressed like any other (law A3).
final class ScreenStoresSpec: Spec {
    /// A session with a modal screen, a child of an optional state and a search. Returns the states after each part.
    private static func run(_ app: ScreenApp) -> [ScreenApp.States] {
        var states = [app.states]
        func note() { states.append(app.states) }
        app.dispatcher.dispatch(Go.push(.room("mill")))
        let mill = app.top
        app.rooms.dispatch(Say("hello"), to: mill)
        app.dispatcher.dispatch(Go.push(.room("mill")))
        app.rooms.dispatch(Say("again"), to: app.top)
        note()
        app.dispatcher.dispatch(Go.present(.compose))
        app.finders.dispatch(Find(text: "door"), to: app.top)
        note()
        app.scheduler.run()
        note()
        app.finders.dispatch(Leave(), to: app.top)
        note()
        app.rooms.dispatch(EditLine(line: 0), to: mill)
        app.editors.dispatch(TypeText(text: "hello!"), to: ChildKey(mill, 0))
        note()
        app.editors.dispatch(SaveLine(), to: ChildKey(mill, 0))
        app.scheduler.run()
        note()
        app.dispatcher.dispatch(Go.select(.settings))
        app.rooms.dispatch(Say("in the background"), to: mill)
        app.dispatcher.dispatch(Say("to all"))
        app.rooms.dispatch(Leave(), to: mill)
        app.rooms.dispatch(Say("to nobody"), to: mill)
        note()
        return states
    }

    func testSpec() {
        var app: ScreenApp!
        beforeEach { app = ScreenApp() }
        afterEach { app = nil }

        it("is recorded under readable names, and replayed by another process") {
            var recorded = Data()
            let recorder = app.record { recorded.append($0) }
            let states = Self.run(app)
            recorder.finish()
            let text = String(decoding: recorded, as: UTF8.self)
            for name in [
                #"room[rooms › room(\"mill\")]"#, #"room[rooms › room(\"mill\") › room(\"mill\")]"#,
                "finder[+ compose]",
                #"editor[rooms › room(\"mill\") / 0]"#,
            ] {
                expect(text).to(contain(#""addressee":"\#(name)""#))
                expect(text).to(contain(#""\#(name)":""#))
            }
            let other = ScreenApp()
            expect(try other.replay(recorded)) == .same(turns: text.split(separator: "\n").count - 2)
            expect(other.states) == states.last
        }

        it("is told to be another one where its place is there too early") {
            var recorded = Data()
            let recorder = app.record { recorded.append($0) }
            app.dispatcher.dispatch(Go.push(.room("mill")))
            app.rooms.dispatch(Say("hello"), to: app.top)
            recorder.finish()
            let other = ScreenApp()
            other.dispatcher.dispatch(Go.push(.room("mill")))
            let recording = try ActionRecording(recorded)
            let outcome = recording.replay(to: other.rooms, on: other.dispatcher)
            expect(outcome) == .different(turn: 0, action: "", store: "room", isRedacted: false)
        }

        it("is undone and redone with the route, child and modal included") {
            let undo = app.makeUndo()
            var states = [app.states]
            func step(_ body: () -> Void) {
                body()
                states.append(app.states)
            }
            step { app.dispatcher.dispatch(Go.push(.room("mill"))) }
            let mill = app.top
            step { app.rooms.dispatch(Say("hello"), to: mill) }
            step {
                app.rooms.dispatch(EditLine(line: 0), to: mill)
                app.editors.dispatch(TypeText(text: "hm"), to: ChildKey(mill, 0))
                // No step by itself: it is undone with the one before.
                states[states.count - 1] = app.states
                app.dispatcher.dispatch(Go.present(.compose))
            }
            let finder = app.top
            step {
                app.finders.dispatch(Find(text: "door"), to: finder)
                app.scheduler.run()
                states[states.count - 1] = app.states
                app.finders.dispatch(Leave(), to: finder)
            }
            step { app.rooms.dispatch(Leave(), to: mill) }
            expect(app.rooms.count) == 0
            for index in states.indices.dropLast().reversed() {
                undo.undo()
                expect(app.states) == states[index]
            }
            expect(undo.canUndo.value) == false
            for state in states.dropFirst() {
                undo.redo()
                expect(app.states) == state
            }
            undo.undo()
            app.rooms.dispatch(Say("as before"), to: mill)
            expect(app.rooms[mill]?.state.value.lines) == ["hello", "as before"]
        }

        it("is travelled to") {
            let history = app.makeHistory()
            var moments = [(0, app.states)]
            let subscription = history.moment.observe { moments.append(($0.number, app.states)) }
            _ = Self.run(app)
            subscription.cancel()
            expect(moments.count) > 15
            for (number, states) in moments.reversed() + moments {
                history.jump(to: number)
                expect(app.states) == states
            }
            history.jump(to: 3)
            history.resume()
            app.rooms.dispatch(Say("from here on"), to: app.top)
            expect(app.rooms[app.top]?.state.value.lines.last) == "from here on"
        }

        it("is tested, its wish to be closed included") {
            let tester = StoreTester(of: app.route, app.rooms, app.editors, app.finders)
            tester.send(Go.push(.room("mill"))) {
                $0[app.route].push(.room("mill"))
                $0[app.rooms][$0[app.route].topPlace] = RoomScreen(room: "mill")
            }
            let mill = app.top
            tester.send(Say("hello"), to: mill, in: app.rooms) { $0[app.rooms][mill]?.lines = ["hello"] }
            tester.send(EditLine(line: 0), to: mill, in: app.rooms) {
                $0[app.rooms][mill]?.edited = 0
                $0[app.editors][ChildKey(mill, 0)] = LineEditor(line: 0)
            }
            tester.send(SaveLine(), to: ChildKey(mill, 0), in: app.editors, starting: "save")
            tester.advance(by: .seconds(1))
            tester.receive(LineWasSaved(line: 0, text: "")) { $0[app.rooms][mill]?.lines = [""] }
            tester.receive(CloseMember(#"editor[rooms › room("mill") / 0]"#)) {
                $0[app.rooms][mill]?.edited = nil
                $0[app.editors] = [:]
            }
            tester.send(Leave(), to: mill, in: app.rooms)
            tester.receive(CloseMember(#"room[rooms › room("mill")]"#)) {
                $0[app.route].pop()
                $0[app.rooms] = [:]
            }
        }

        it("is recorded, undone and travelled at once, and its replay does the same") {
            var recorded = Data()
            let (undo, history) = (app.makeUndo(), app.makeHistory())
            let recorder = app.record { recorded.append($0) }
            _ = Self.run(app)
            for _ in 0..<5 { undo.undo() }
            undo.redo()
            history.jump(to: 4)
            history.jump(to: 9)
            history.resume()
            app.dispatcher.dispatch(Say("the end"))
            recorder.finish()
            let other = ScreenApp()
            let histories = (other.makeUndo(), other.makeHistory())
            expect("\(try other.replay(recorded))").to(contain("made the same states"))
            expect(other.states) == app.states
            withExtendedLifetime(histories) {}
        }
    }
}
