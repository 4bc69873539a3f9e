import Foundation
import MillraceApp
import MillraceFlux
import MillraceHistory
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Random routes, with actions to the stores of their screens, undo, redo, travel and a replay, beside a dictionary of
/// states by place.
final class ScreenProgramsSpec: Spec {
    private typealias Place = AppRoute.Place

    /// What plain code would keep.
    private struct Model: Equatable {
        var route = AppRoute(tabs: .rooms, .settings)
        var lines: [Place: [String]] = [:]

        /// What is written in the editors of the first lines.
        var edited: [Place: String] = [:]

        mutating func go(_ change: (inout AppRoute) -> Void) {
            change(&route)
            let rooms = route.places.filter { $0.screen.room != nil }
            lines = rooms.reduce(into: [:]) { $0[$1] = lines[$1] ?? [] }
            edited = edited.filter { lines[$0.key] != nil }
        }
    }

    private static func screen(_ random: inout SeededGenerator) -> Screen {
        [.room("a"), .room("b"), .compose, .picker].randomElement(using: &random) ?? .picker
    }

    private static func change(_ random: inout SeededGenerator) -> Go {
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1, 2: .push(screen(&random))
        case 3: .present(screen(&random))
        case 4: .dismiss(.random(in: 1...2, using: &random))
        case 5: .pop(.random(in: 1...2, using: &random))
        case 6: .select(Bool.random(using: &random) ? .rooms : .settings)
        case 7: .back
        default: .show(AppRoute(.rooms, screen(&random), screen(&random)))
        }
    }

    private func found(_ app: ScreenApp) -> Model {
        var model = Model(route: app.route.state.value)
        for place in app.rooms.keys {
            model.lines[place] = app.rooms[place]?.state.value.lines
            model.edited[place] = app.editors[ChildKey(place, 0)]?.state.value.text
        }
        return model
    }

    private func runProgram(_ random: inout SeededGenerator) -> String? {
        let app = ScreenApp()
        let (undo, history) = (app.makeUndo(), app.makeHistory())
        var recorded = Data()
        let recorder = app.record { recorded.append($0) }
        // What can be undone and redone. What makes no step belongs to the present.
        var (past, present, future): ([Model], Model, [Model]) = ([], Model(), [])
        var moments: [Int: Model] = [0: present]
        func take(_ next: Model) {
            if next == present { return }
            past.append(present)
            present = next
            future = []
        }
        // What makes no step drops what could be redone, if it changes what that would take back.
        func takeWithoutStep(_ next: Model) {
            if next != present { future = [] }
            present = next
        }
        // The place of any screen, or one that is left.
        var seen: [Place] = []
        for step in 0..<40 {
            seen += app.route.state.value.places
            let candidates = Bool.random(using: &random) ? app.route.state.value.places : seen
            guard let place = candidates.randomElement(using: &random) else { return "no place" }
            var next = present
            switch Int.random(in: 0..<12, using: &random) {
            case 0, 1, 2:
                let action = Self.change(&random)
                next.go { $0.navigate(action) }
                take(next)
                app.dispatcher.dispatch(action)
            case 3, 4:
                next.lines[place]?.append("\(step)")
                take(next)
                app.rooms.dispatch(Say("\(step)"), to: place)
            case 5:
                next.lines = next.lines.mapValues { $0 + ["all"] }
                take(next)
                app.dispatcher.dispatch(Say("all"))
            case 6:
                if next.lines[place]?.isEmpty == false {
                    next.edited[place] = "\(step)"
                    takeWithoutStep(next)
                }
                app.rooms.dispatch(EditLine(line: 0), to: place)
                app.editors.dispatch(TypeText(text: "\(step)"), to: ChildKey(place, 0))
            case 7:
                if next.edited[place] != nil {
                    next.edited[place] = "saved"
                    takeWithoutStep(next)
                    next.lines[place]?[0] = "saved"
                    take(next)
                    next.edited[place] = nil
                    take(next)
                }
                app.editors.dispatch(TypeText(text: "saved"), to: ChildKey(place, 0))
                app.editors.dispatch(SaveLine(), to: ChildKey(place, 0))
                app.scheduler.run()
            case 8, 9:
                if place.screen.room != nil, present.route.contains(place) {
                    next.go { $0.leave(place) }
                    take(next)
                }
                app.rooms.dispatch(Leave(), to: place)
            case 10:
                if let former = past.popLast() {
                    future.append(present)
                    present = former
                }
                undo.undo()
            default:
                if let next = future.popLast() {
                    past.append(present)
                    present = next
                }
                undo.redo()
            }
            if found(app) != present { return "step \(step): \(found(app)), expected \(present)" }
            let editors = Set(present.edited.keys.map { ChildKey($0, 0) })
            if Set(app.editors.keys) != editors { return "step \(step): editors \(app.editors.keys)" }
            moments[history.moment.value.number] = present
        }
        recorder.finish()
        return replayProblem(of: app, recorded) ?? travelProblem(of: app, history, moments, &random)
    }

    private func replayProblem(of app: ScreenApp, _ recorded: Data) -> String? {
        let other = ScreenApp()
        let histories = (other.makeUndo(), other.makeHistory())
        defer { withExtendedLifetime(histories) {} }
        do {
            let outcome = try other.replay(recorded)
            guard case .same = outcome else { return "\(outcome)" }
            return other.states == app.states ? nil : "replayed \(other.states), expected \(app.states)"
        } catch {
            return "\(error)"
        }
    }

    private func travelProblem(
        of app: ScreenApp,
        _ history: StateHistory,
        _ moments: [Int: Model],
        _ random: inout SeededGenerator
    ) -> String? {
        for _ in 0..<6 {
            guard let (number, model) = moments.randomElement(using: &random) else { return "no moment" }
            history.jump(to: number)
            if found(app) != model { return "at \(number): \(found(app)), expected \(model)" }
        }
        return nil
    }

    func testSpec() {
        it("give what plain code gives") { runPrograms(40) { self.runProgram(&$0) } }
    }
}
