import Foundation

/// What RFC 5545 wants of the properties of a to-do together: read from the text by itself, without anything of the code
/// that writes it.
struct CalendarRules {
    /// A line of the text.
    private struct Line {
        let name: String
        var parameters: [String: String] = [:]
        let value: String
    }

    /// A time, by its form and its moment.
    private struct Time: Equatable {
        enum Form: Equatable { case day, floating, utc, zone(String) }
        let form: Form
        let moment: Date
        var isDay: Bool { form == .day }
        var isFloating: Bool { form == .floating }
    }

    private let toDos: [[Line]]
    private let local: TimeZone

    /// Reads a text.
    ///
    /// - Parameter local: Where days begin, and where the clock of floating times stands.
    init(_ text: String, in local: TimeZone) {
        self.local = local
        var (all, open): ([[Line]], [String]) = ([], [])
        let unfolded = text.replacing("\r\n ", with: "").replacing("\r\n\t", with: "")
        for line in unfolded.split(separator: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let head = line[..<colon].split(separator: ";")
            var parsed = Line(name: String(head[0]), value: String(line[line.index(after: colon)...]))
            for parameter in head.dropFirst() {
                let pair = parameter.split(separator: "=", maxSplits: 1)
                parsed.parameters[String(pair[0])] = pair.count == 2 ? String(pair[1]) : ""
            }
            switch parsed.name {
            case "BEGIN":
                open.append(parsed.value)
                if parsed.value == "VTODO" { all.append([]) }
            case "END": open.removeLast()
            default: if open.last == "VTODO" { all[all.count - 1].append(parsed) }
            }
        }
        toDos = all
    }

    /// What is against the rules; nil if nothing is.
    ///
    /// - Parameter allowsEqual: Whether one may begin when it is due, as some programs have it against the rules.
    func problem(allowsEqual: Bool) -> String? {
        let series = toDos.first { line("RECURRENCE-ID", of: $0) == nil }
        let seriesStart = series.flatMap { time("DTSTART", of: $0) }
        for toDo in toDos {
            if let problem = problem(of: toDo, allowsEqual) { return problem }
            if let id = time("RECURRENCE-ID", of: toDo), let seriesStart, id.isDay != seriesStart.isDay {
                return "RECURRENCE-ID has another value type than DTSTART of its series (3.8.4.4)"
            }
        }
        return nil
    }

    private func problem(of toDo: [Line], _ allowsEqual: Bool) -> String? {
        for name in [
            "UID", "DTSTAMP", "DTSTART", "DUE", "DURATION", "COMPLETED", "STATUS", "PERCENT-COMPLETE", "RRULE",
            "RECURRENCE-ID", "SUMMARY", "DESCRIPTION", "SEQUENCE", "LAST-MODIFIED", "CREATED", "PRIORITY",
        ] where toDo.count(where: { $0.name == name }) > 1 { return "\(name) stands twice (3.6.2)" }
        let (start, due) = (time("DTSTART", of: toDo), time("DUE", of: toDo))
        if line("DUE", of: toDo) != nil, line("DURATION", of: toDo) != nil { return "DUE beside DURATION (3.6.2)" }
        if line("DURATION", of: toDo) != nil, start == nil { return "DURATION without DTSTART (3.6.2)" }
        if let value = line("DURATION", of: toDo)?.value, start?.isDay == true, value.contains("T") {
            return "a DURATION in hours from a whole day (3.8.2.5)"
        }
        if let start, let due {
            if start.isDay != due.isDay { return "DUE has another value type than DTSTART (3.8.2.3)" }
            if start.isFloating != due.isFloating { return "only one of DUE and DTSTART is floating (3.8.2.3)" }
            if due.moment < start.moment || due.moment == start.moment && !allowsEqual {
                return "DUE is not later than DTSTART (3.8.2.3)"
            }
        }
        for name in ["COMPLETED", "DTSTAMP", "LAST-MODIFIED", "CREATED"] {
            let isInUTC = line(name, of: toDo) == nil || time(name, of: toDo)?.form == .utc
            if !isInUTC { return "\(name) is not in UTC (3.8.2.1)" }
        }
        return state(of: toDo) ?? rule(of: toDo, start)
    }

    private func state(of toDo: [Line]) -> String? {
        let (status, done) = (line("STATUS", of: toDo)?.value, line("COMPLETED", of: toDo) != nil)
        let percent = line("PERCENT-COMPLETE", of: toDo).map { Int($0.value) ?? -1 }
        if let status, !["NEEDS-ACTION", "COMPLETED", "IN-PROCESS", "CANCELLED"].contains(status) {
            return "the STATUS \(status) (3.8.1.11)"
        }
        if let percent, !(0...100).contains(percent) { return "PERCENT-COMPLETE is none (3.8.1.8)" }
        if let status, done, ["NEEDS-ACTION", "IN-PROCESS"].contains(status) {
            return "COMPLETED beside the STATUS \(status)"
        }
        if status == "COMPLETED", percent ?? 100 < 100 { return "PERCENT-COMPLETE is \(percent ?? 0) of what is done" }
        if status == "NEEDS-ACTION", percent == 100 { return "PERCENT-COMPLETE is 100 of what is to be done" }
        return nil
    }

    private func rule(of toDo: [Line], _ start: Time?) -> String? {
        guard let rule = line("RRULE", of: toDo)?.value else { return nil }
        guard let start else { return "RRULE without DTSTART (3.8.2.4)" }
        if line("RECURRENCE-ID", of: toDo) != nil { return "RRULE in an exception" }
        var parts: [String: String] = [:]
        for part in rule.split(separator: ";").map({ $0.split(separator: "=") }) where part.count == 2 {
            parts[String(part[0])] = String(part[1])
        }
        if parts["FREQ"] == nil { return "RRULE without FREQ (3.3.10)" }
        if parts["COUNT"] != nil, parts["UNTIL"] != nil { return "RRULE with COUNT and UNTIL (3.3.10)" }
        if let count = parts["COUNT"].map({ Int($0) ?? 0 }), count < 1 { return "a COUNT of \(count) (3.3.10)" }
        guard let until = parts["UNTIL"] else { return nil }
        let form = start.isDay ? until.count == 8 : until.hasSuffix("Z") != start.isFloating && until.count > 8
        return form ? nil : "UNTIL has another form than DTSTART (3.3.10)"
    }

    private func line(_ name: String, of toDo: [Line]) -> Line? { toDo.first { $0.name == name } }

    private func time(_ name: String, of toDo: [Line]) -> Time? {
        guard let line = line(name, of: toDo) else { return nil }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        if line.parameters["VALUE"] == "DATE" {
            (formatter.dateFormat, formatter.timeZone) = ("yyyyMMdd", local)
            return formatter.date(from: line.value).map { Time(form: .day, moment: $0) }
        }
        formatter.dateFormat = "yyyyMMdd'T'HHmmss"
        let isUTC = line.value.hasSuffix("Z")
        let form: Time.Form = isUTC ? .utc : line.parameters["TZID"].map { .zone($0) } ?? .floating
        formatter.timeZone = isUTC ? .gmt : line.parameters["TZID"].flatMap { TimeZone(identifier: $0) } ?? local
        let value = isUTC ? String(line.value.dropLast()) : line.value
        return formatter.date(from: value).map { Time(form: form, moment: $0) }
    }
}
