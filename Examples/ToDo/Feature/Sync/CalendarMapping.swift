import CalDAV
import Foundation

// How an item is said in a calendar.

extension ServerCopy {
    /// What a server has. Nil if that is no to-do, or cannot be read.
    ///
    /// - Parameter timeZone: Where the user is, for times that say no zone.
    init?(_ stored: CalendarItem, in timeZone: TimeZone) {
        guard let toDo = stored.toDo, !toDo.uid.isEmpty else { return nil }
        self.init(stored: stored, item: ToDoItem(toDo, in: timeZone))
    }
}

extension ToDoItem {
    init(_ toDo: CalendarToDo, in timeZone: TimeZone) {
        let changed = toDo.lastModified?.date(in: timeZone)
        let created = toDo.created?.date(in: timeZone)
        self.init(
            id: toDo.uid,
            title: (try? asTitle(toDo.summary ?? "")) ?? "(no title)",
            notes: toDo.notes ?? "",
            due: toDo.due.flatMap { Due($0, in: timeZone) },
            created: created ?? changed ?? Date(timeIntervalSince1970: 0)
        )
        recurrence = toDo.isSeries ? toDo.recurrence?.text ?? "recurs" : nil
        guard !toDo.isOpen else { return }
        finished = toDo.completed?.date(in: timeZone) ?? changed ?? self.created
    }
}

extension Due {
    init?(_ time: CalendarTime, in timeZone: TimeZone) {
        if time.clock == nil {
            guard let day = Day(time.year, time.month, time.day) else { return nil }
            self = .day(day)
        } else {
            guard let date = time.date(in: timeZone) else { return nil }
            self = .moment(date)
        }
    }

    fileprivate var calendarTime: CalendarTime? {
        switch self {
        case .day(let day):
            let (year, month, day) = day.components
            return CalendarTime(year: year, month: month, day: day)
        case .moment(let date): return CalendarTime(date)
        }
    }
}

extension CalendarRecurrence {
    /// "every day", "every 2 weeks"
    fileprivate var text: String {
        let unit =
            switch frequency {
            case .daily: "day"
            case .weekly: "week"
            case .monthly: "month"
            case .yearly: "year"
            }
        return interval == 1 ? "every \(unit)" : "every \(interval) \(unit)s"
    }
}

extension CalendarToDo {
    /// Says an edit: in its own properties, and no others.
    mutating func apply(_ edit: ItemEdit, in timeZone: TimeZone) throws(CalendarProblem) {
        switch edit {
        case .title(let title): try setSummary(title)
        case .notes(let notes): try setNotes(notes)
        case .due(let due): setDue(due?.calendarTime, in: timeZone)
        case .finished(let date): setDone(at: date, in: timeZone)
        }
    }
}
