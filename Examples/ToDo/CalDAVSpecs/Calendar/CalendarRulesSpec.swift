import Foundation
import MillraceSpecs
import TestSupport

@testable import CalDAV

/// Edits of to-dos of all kinds leave to-dos that hold the rules of the standard. `MILLRACE_PROGRAMS=5000` tries more, and
/// `MILLRACE_CALENDARS` names a folder that gets them, for a reader of another make: see `Examples/ToDo/with-icalendar`.
final class CalendarRulesSpec: Spec {
    func testSpec() {
        let zones = ["Europe/Berlin", "America/New_York", "Asia/Kolkata"].compactMap { TimeZone(identifier: $0) }

        let folder = ProcessInfo.processInfo.environment["MILLRACE_CALENDARS"].map { URL(fileURLWithPath: $0) }
        var count = 0

        it("are those of the standard after any edit, which does what it says") {
            runPrograms(300) { random in
                let local = zones.randomElement(using: &random)!
                let made = RandomToDo(&random)
                var toDo = made.toDo
                var story = [toDo.calendar.text]
                for _ in 0..<Int.random(in: 1...5, using: &random) {
                    let before = toDo
                    let edit = Edit(&random)
                    edit.apply(to: &toDo, in: local)
                    story += ["\(edit) in \(local.identifier)", toDo.calendar.text]
                    let rules = CalendarRules(toDo.calendar.text, in: local)
                    let problem =
                        rules.problem(allowsEqual: made.isDueAtStart) ?? edit.problem(before, toDo, in: local)
                    if let problem { return "\(problem):\n\(story.joined(separator: "\n"))" }
                }
                count += 1
                let file = folder?.appendingPathComponent("\(count).ics")
                try? file.map { try Data(toDo.calendar.text.utf8).write(to: $0) }
                return nil
            }
        }

        it("are held by the to-dos with which this begins") {
            runPrograms(300) { random in
                let made = RandomToDo(&random)
                let text = made.toDo.calendar.text
                let problem = CalendarRules(text, in: zones[0]).problem(allowsEqual: made.isDueAtStart)
                return problem.map { "\($0): \(text)" }
            }
        }
    }
}

/// An edit as the program makes them.
private enum Edit {
    case due(CalendarTime?)
    case done(Date?)

    init(_ random: inout some RandomNumberGenerator) {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: self = .due(nil)
        case 1: self = .due(RandomToDo.time(in: nil, &random))
        case 2: self = .due(RandomToDo.time(in: .utc, &random))
        case 3: self = .done(Date(timeIntervalSince1970: 1_793_779_200))
        default: self = .done(nil)
        }
    }

    func apply(to toDo: inout CalendarToDo, in local: TimeZone) {
        switch self {
        case .due(let time): toDo.setDue(time, in: local)
        case .done(let date): toDo.setDone(at: date, in: local)
        }
    }

    /// What it has not done; nil if it has.
    func problem(_ before: CalendarToDo, _ after: CalendarToDo, in local: TimeZone) -> String? {
        switch self {
        case .due(nil): return after.due == nil ? nil : "it is still due"
        case .due(let wanted?):
            guard let due = after.due else { return "it is not due" }
            if due.clock == nil || wanted.clock == nil {
                let isSeriesOfTimes = after.isSeries && due.clock != nil
                let day = isSeriesOfTimes ? due.wholeDay : due.written(as: nil, in: local)
                return day == wanted.written(as: nil, in: local) ? nil : "it is due on \(due), not on \(wanted)"
            }
            return due.date(in: local) == wanted.date(in: local) ? nil : "it is due at \(due), not at \(wanted)"
        case .done(nil): return after.isOpen && after.completed == nil ? nil : "it is not open"
        case .done:
            if !after.isOpen { return nil }
            guard before.recurrence != nil, let start = before.start, let next = after.start else {
                return "it is open"
            }
            return start.isEarlier(than: next, in: local) ? nil : "it does not go on"
        }
    }
}
