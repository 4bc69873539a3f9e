public import Foundation

// Whether a to-do is done, and what comes next of one that recurs.

extension CalendarToDo {
    /// Whether it recurs: it is a series, and not an exception in one.
    public var isSeries: Bool { component["RECURRENCE-ID"] == nil && (component["RRULE"] ?? component["RDATE"]) != nil }

    /// How it recurs. Nil if it does not, or in a way in which its next date is not known here.
    public var recurrence: CalendarRecurrence? {
        let own = ["RRULE", "RDATE", "EXDATE", "EXRULE"].flatMap { name in
            component.properties.filter { $0.isNamed(name) }
        }
        let hasExceptions = calendar.components.contains { $0["RECURRENCE-ID"] != nil }
        guard isSeries, !hasExceptions, own.count == 1, own[0].isNamed("RRULE") else { return nil }
        return CalendarRecurrence(own[0])
    }

    /// What tells an occurrence from the others, as far as it is noted here.
    public var occurrence: [String?] { [component["DTSTART"]?.value, component["DUE"]?.value] }

    /// Sets that it is done, and when; nil if it is to be done.
    ///
    /// One that recurs goes on to its next date, if that is known here, and is open. The last of a series is done, and
    /// so is a series whose next date is not known.
    public mutating func setDone(at date: Date?, in local: TimeZone) {
        guard let date else {
            if !isOpen {
                set("STATUS", "NEEDS-ACTION")
                set("PERCENT-COMPLETE", nil)
            }
            return set("COMPLETED", to: nil)
        }
        if isOpen, goOn(in: local) { return }
        if !isDone {
            set("STATUS", "COMPLETED")
            set("PERCENT-COMPLETE", "100")
        }
        let time = CalendarTime(date)
        if time != completed { set("COMPLETED", to: time) }
    }

    /// Goes on to the next date of a series. False if there is none, or it is not known.
    private mutating func goOn(in local: TimeZone) -> Bool {
        let (start, due) = (start, component["DUE"].flatMap { CalendarTime($0) })
        guard let rule = component["RRULE"], let first = start ?? due, let next = recurrence?.next(after: first) else {
            return false
        }
        if start != nil {
            let days = next.wholeDay.duration(since: first.wholeDay, in: local)
            // Where a clock is put forward or back between both, the time between them stays.
            let sameClock = days.flatMap { due?.adding($0) }.flatMap { next.isEarlier(than: $0, in: local) ? $0 : nil }
            let sameLength = due?.duration(since: first, in: local)
                .flatMap { next.adding($0)?.written(as: due?.clock?.zone, in: local) }
            set("DTSTART", to: next)
            if due != nil { set("DUE", to: due == first ? next : sameClock ?? sameLength) }
        } else {
            set("DUE", to: next)
        }
        set("RRULE", CalendarRecurrence.continuing(rule.value))
        if status != nil { set("STATUS", "NEEDS-ACTION") }
        set("PERCENT-COMPLETE", nil)
        set("COMPLETED", to: nil)
        return true
    }
}
