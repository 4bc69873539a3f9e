public import Foundation

// When a to-do is due, and when it begins: what the standard wants of both together (RFC 5545, 3.8.2.3 and 3.8.2.5).

extension CalendarToDo {
    /// Sets when it is due; nil if it is not.
    ///
    /// It is due later than it begins, and both are whole days, or times of a zone, or floating times. So an edit keeps the
    /// zone that there is, and where it begins moves along if it has to. Where it begins when it is due, as some programs
    /// have it, that stays so. In a series the beginning says which days and times recur, so there the kind of time
    /// stays, and a whole day becomes a time of that day.
    ///
    /// - Parameter local: Where the user is, for days and floating times.
    public mutating func setDue(_ time: CalendarTime?, in local: TimeZone) {
        let (start, former) = (start, due)
        guard let wanted = time else {
            set("DUE", to: nil)
            // One has either a time at which it is due, or a duration.
            set("DURATION", nil)
            return
        }
        guard let due = adapted(wanted, to: start, former, in: local) else { return }
        if let former, due.isSame(as: former, in: local) { return }
        set("DUE", to: due)
        set("DURATION", nil)
        guard let start else { return }
        let beginning = beginning(start, former, of: due, in: local)
        if beginning != start { set("DTSTART", to: beginning) }
    }

    /// The time at which it shall be due, in the form of what is there.
    private func adapted(
        _ time: CalendarTime,
        to start: CalendarTime?,
        _ former: CalendarTime?,
        in local: TimeZone
    ) -> CalendarTime? {
        let zone = (former?.clock ?? start?.clock)?.zone ?? .utc
        guard isSeries, let start else { return time.clock == nil ? time : time.written(as: zone, in: local) }
        guard let clock = start.clock else { return time.written(as: nil, in: local) }
        if time.clock != nil { return time.written(as: clock.zone, in: local) }
        let usual = former?.clock
        return CalendarTime(
            year: time.year,
            month: time.month,
            day: time.day,
            hour: usual?.hour ?? 23,
            minute: usual?.minute ?? 59,
            second: usual?.second ?? 59,
            zone: clock.zone
        )
    }

    /// When it begins, if it is due then. Nil where there is no such day.
    private func beginning(
        _ start: CalendarTime,
        _ former: CalendarTime?,
        of due: CalendarTime,
        in local: TimeZone
    ) -> CalendarTime? {
        if let former, start.isSame(as: former, in: local) { return due }
        let isFit = (start.clock == nil) == (due.clock == nil) && start.isFloating == due.isFloating
        let fit = isFit ? start : start.written(as: due.clock?.zone, in: local)
        if let fit, fit.isEarlier(than: due, in: local) { return fit }
        // As long before as it was, or a day.
        let zone = isFit ? start.clock?.zone : due.clock?.zone
        let lead = former.flatMap { start.isEarlier(than: $0, in: local) ? $0.duration(since: start, in: local) : nil }
        let moved = due.adding(-(lead ?? CalendarDuration(days: 1)))?.written(as: zone, in: local)
        if let moved, moved.isEarlier(than: due, in: local) { return moved }
        return due.adding(CalendarDuration(days: -1))
    }
}
