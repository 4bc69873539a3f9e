import Foundation
import Millrace
import MillraceSpecs

@testable import ToDoList

/// Sat 28 November 2026, 10:00 in Berlin, in a week that begins on Monday.
func present(
    _ time: String = "2026-11-28T10:00:00Z",
    in zone: String = "Europe/Berlin",
    firstWeekday: Int = 2
) -> Present {
    Present(date(time), in: zoned(zone), firstWeekday: firstWeekday)
}

func date(_ text: String) -> Date { try! Date(text, strategy: .iso8601) }
func zoned(_ name: String) -> TimeZone { TimeZone(identifier: name)! }
func day(_ text: String) -> Day { Day(text)! }

/// An item whose identity is its title.
func item(
    _ title: String,
    due: Due? = nil,
    created: String = "2026-11-01T08:00:00Z",
    finished: String? = nil
) -> ToDoItem {
    var item = ToDoItem(id: title, title: title, due: due, created: date(created))
    item.finished = finished.map(date)
    return item
}

extension Due {
    static func on(_ text: String) -> Due { .day(ToDoSpecs.day(text)) }
    static func at(_ text: String) -> Due { .moment(ToDoSpecs.date(text)) }
}

/// A calendar of Foundation, to compare with.
func calendar(in zone: TimeZone, firstWeekday: Int = 2) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    calendar.firstWeekday = firstWeekday
    return calendar
}

/// Time zones of all kinds: with and without daylight saving, at odd offsets, at both ends of the day.
let zones = [
    "GMT", "Europe/Berlin", "America/New_York", "America/St_Johns", "Australia/Lord_Howe", "Asia/Kathmandu",
    "Pacific/Apia", "Pacific/Kiritimati", "Pacific/Pago_Pago", "America/Santiago", "Africa/Cairo", "Asia/Tehran",
].map(zoned)
