import Foundation

@testable import CalDAV

/// To-dos with all that one may say of times and states, as the standard wants it.
struct RandomToDo {
    let toDo: CalendarToDo
    /// Whether it begins when it is due, which the standard forbids and some programs write.
    let isDueAtStart: Bool

    private static let zones: [CalendarTime.Zone?] = [
        nil, .floating, .utc, .named("Europe/Zurich"), .named("America/New_York"),
    ]

    init(_ random: inout some RandomNumberGenerator) {
        func chance(_ part: Double) -> Bool { Double.random(in: 0..<1, using: &random) < part }
        let zone = Self.zones.randomElement(using: &random)!
        var lines = ["UID:1", "DTSTAMP:20261101T090000Z", "SUMMARY:Tea"]
        let start = chance(0.7) ? Self.time(in: zone, &random) : nil
        if let start { lines.append(Self.line("DTSTART", start)) }
        isDueAtStart = start != nil && chance(0.15)
        if let start, isDueAtStart {
            lines.append(Self.line("DUE", start))
        } else if start != nil, chance(0.2) {
            let lengths = zone == nil ? ["P1D", "P2W"] : ["P1D", "PT90M", "P1DT2H", "P1W"]
            lines.append("DURATION:\(lengths.randomElement(using: &random)!)")
        } else if chance(0.7) {
            let length = CalendarDuration(
                days: Int.random(in: 1...20, using: &random),
                seconds: zone == nil ? 0 : Int.random(in: 0...50_000, using: &random)
            )
            let due = (start ?? Self.time(in: zone, &random)).adding(length)!
            // Two zones are no contradiction.
            let isElsewhere = zone != nil && zone != .floating && chance(0.3)
            lines.append(Self.line("DUE", isElsewhere ? due.written(as: .utc, in: .gmt)! : due))
        }
        lines += Self.states.randomElement(using: &random)!
        var exception: [String] = []
        if let start, chance(0.5) {
            var rule = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"].randomElement(using: &random)!
            if rule == "WEEKLY", chance(0.5) { rule += ";BYDAY=MO,TH,SU" }
            if chance(0.1) { rule += ";BYMONTH=2,7" }
            if chance(0.4) { rule += ";INTERVAL=\(Int.random(in: 1...4, using: &random))" }
            switch Int.random(in: 0..<4, using: &random) {
            case 0: rule += ";COUNT=\(Int.random(in: 1...3, using: &random))"
            case 1:
                let until = start.adding(CalendarDuration(days: Int.random(in: 0...99, using: &random)))!
                let form: CalendarTime.Zone? = zone == nil || zone == .floating ? zone : .utc
                rule += ";UNTIL=\(until.written(as: form, in: .gmt)!.property("UNTIL").value)"
            default: break
            }
            lines.append("RRULE:FREQ=\(rule)")
            if chance(0.1) { lines.append(Self.line("EXDATE", start.adding(CalendarDuration(days: 7))!)) }
            if chance(0.1) {
                let other = start.adding(CalendarDuration(days: 7))!
                exception = ["BEGIN:VTODO", "UID:1", "DTSTAMP:20261101T090000Z", Self.line("RECURRENCE-ID", other)]
                exception.append("END:VTODO")
            }
        }
        let head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//specs//EN", "BEGIN:VTODO"]
        let text = (head + lines.shuffled(using: &random) + ["END:VTODO"] + exception + ["END:VCALENDAR"]).joined(
            separator: "\r\n"
        )
        toDo = CalendarToDo(try! CalendarComponent(reading: Data(text.utf8)))!
    }

    private static let states: [[String]] = [
        [], ["STATUS:NEEDS-ACTION"], ["STATUS:IN-PROCESS", "PERCENT-COMPLETE:40"], ["PERCENT-COMPLETE:100"],
        ["STATUS:COMPLETED", "COMPLETED:20261102T080000Z", "PERCENT-COMPLETE:100"], ["STATUS:COMPLETED"],
        ["COMPLETED:20261102T080000Z"], ["STATUS:CANCELLED"], ["STATUS:CANCELLED", "PERCENT-COMPLETE:30"],
    ]

    private static func line(_ name: String, _ time: CalendarTime) -> String {
        let property = time.property(name)
        return name + property.parameters.map { ";\($0.name)=\($0.values[0])" }.joined() + ":" + property.value
    }

    /// A time around the turn of the year, or near a day on which clocks are put forward or back.
    static func time(in zone: CalendarTime.Zone?, _ random: inout some RandomNumberGenerator) -> CalendarTime {
        let (month, day) = [(12, 10), (3, 28), (10, 24), (1, 31), (2, 29)].randomElement(using: &random)!
        let start = CalendarTime(year: 2028, month: month, day: day)!
            .adding(CalendarDuration(days: Int.random(in: -4...4, using: &random)))!
        guard let zone else { return start }
        return CalendarTime(
            year: start.year,
            month: start.month,
            day: start.day,
            hour: Int.random(in: 0..<24, using: &random),
            minute: [0, 30, 59].randomElement(using: &random)!,
            second: [0, 59].randomElement(using: &random)!,
            zone: zone
        )!
    }
}
