import Foundation

/// A date as PDF writes it, `D:YYYYMMDDHHmmSSOHH'mm'`, and what it means where it means something.
///
/// Everything behind the year may be missing, and real files leave out the `D:`, the apostrophes, or the zone. Some
/// write dates as ISO 8601 does, `2024-05-17T14:03:00+02:00`.
public struct PDFDate: Equatable, Codable, Sendable {
    /// The text in the file.
    public let text: String

    /// Reads a date. A text that is none is kept, without a meaning.
    public init(_ text: String) {
        self.text = text
    }

    /// What the text says; nil where it is no date.
    public var components: Components? {
        var reader = PDFDateReader(text)
        return reader.read()
    }

    /// Whether the text is a date.
    var isDate: Bool { components != nil }

    /// The day as a number, 20240517; nil where the text is no date.
    var day: Int? { components.map { $0.year * 10_000 + $0.month * 100 + $0.day } }

    /// A date on the clock of the place where it was written.
    public struct Components: Equatable, Sendable {
        /// The year, 0 to 9999.
        public var year: Int
        /// The month, 1 to 12.
        public var month = 1
        /// The day of the month, from 1.
        public var day = 1
        /// The hour, 0 to 23.
        public var hour = 0
        /// The minute, 0 to 59.
        public var minute = 0
        /// The second, 0 to 59.
        public var second = 0
        /// Seconds that the clock is ahead of universal time; nil where the file does not say.
        public var secondsFromUTC: Int?
    }
}

extension PDFDate.Components {
    /// Seconds since the start of 1970, universal time. A clock of unknown zone counts as universal.
    public var secondsSince1970: Int {
        var time = systemTime
        return timegm(&time) - (secondsFromUTC ?? 0)
    }

    /// Whether the calendar has such a day, and the day such a time. Cheap: it is asked of every date of a file.
    var isReal: Bool {
        1...12 ~= month && 1...daysInMonth ~= day && 0..<24 ~= hour && 0..<60 ~= minute && 0..<60 ~= second
    }

    private var daysInMonth: Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private var systemTime: tm {
        var time = tm()
        (time.tm_year, time.tm_mon, time.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
        (time.tm_hour, time.tm_min, time.tm_sec) = (Int32(hour), Int32(minute), Int32(second))
        return time
    }

    /// As ISO 8601 writes it: `2024-05-17T14:03:00+02:00`, without a zone where the file has none.
    public var iso8601: String {
        "\(dayText)T\(clockText):\(second.padded(2))\(zone)"
    }

    /// The day: `2024-05-17`.
    var dayText: String { "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))" }

    /// The time of the day: `14:03`.
    var clockText: String { "\(hour.padded(2)):\(minute.padded(2))" }

    private var zone: String {
        guard let secondsFromUTC else { return "" }
        guard secondsFromUTC != 0 else { return "Z" }
        let minutes = abs(secondsFromUTC) / 60
        return "\(secondsFromUTC < 0 ? "-" : "+")\((minutes / 60).padded(2)):\((minutes % 60).padded(2))"
    }
}

extension Int {
    /// The number with zeros before it.
    fileprivate func padded(_ digits: Int) -> String {
        let text = "\(self)"
        return text.utf8.count < digits ? String(repeating: "0", count: digits - text.utf8.count) + text : text
    }
}

/// Reads one date from left to right, in either notation; each part makes sense only behind the one before.
private struct PDFDateReader {
    private var rest: Substring.UTF8View
    /// What may stand before the month and the day. A date of PDF has no dashes: one begins its zone.
    private let dash: String

    init(_ text: String) {
        rest = text[...].utf8
        while rest.first == UInt8(ascii: " ") { rest.removeFirst() }
        while rest.last == UInt8(ascii: " ") { rest.removeLast() }
        let isMarked = rest.starts(with: "D:".utf8)
        if isMarked { rest.removeFirst(2) }
        dash = isMarked ? "" : "-"
    }

    mutating func read() -> PDFDate.Components? {
        guard let year = number(digits: 4) else { return nil }
        var date = PDFDate.Components(year: year)
        readParts(of: &date)
        if skip(oneOf: ".,") {
            while number(digits: 1) != nil {}  // parts of a second
        }
        if let sign = rest.popFirst() {
            guard let offset = offset(behind: sign) else { return nil }
            date.secondsFromUTC = offset
        }
        return rest.isEmpty && date.isReal ? date : nil
    }

    /// The parts behind the year, each of which makes sense only behind the one before.
    private mutating func readParts(of date: inout PDFDate.Components) {
        guard let month = number(behind: dash) else { return }
        date.month = month
        guard let day = number(behind: dash) else { return }
        date.day = day
        guard let hour = number(behind: "Tt ") else { return }
        date.hour = hour
        guard let minute = number(behind: ":") else { return }
        date.minute = minute
        guard let second = number(behind: ":") else { return }
        date.second = second
    }

    private mutating func number(behind characters: String) -> Int? {
        skip(oneOf: characters)
        return number(digits: 2)
    }

    /// Hours and minutes of a zone, as `02'00'`, `02'00`, `02:00`, `0200` or `02`, in seconds. Behind a `Z` they are
    /// none, or zeros.
    private mutating func offset(behind sign: UInt8) -> Int? {
        let isUniversal = sign == UInt8(ascii: "Z") || sign == UInt8(ascii: "z")
        guard isUniversal || sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        if isUniversal, rest.isEmpty { return 0 }
        guard let hours = number(digits: 2) else { return nil }
        skip(oneOf: "':")
        let minutes = number(digits: 2) ?? 0
        skip(oneOf: "':")
        guard hours < (isUniversal ? 1 : 24), minutes < (isUniversal ? 1 : 60) else { return nil }
        return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }

    @discardableResult
    private mutating func skip(oneOf characters: String) -> Bool {
        guard let first = rest.first, characters.utf8.contains(first) else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func number(digits count: Int) -> Int? {
        var (number, end) = (0, rest.startIndex)
        for _ in 0..<count {
            guard end < rest.endIndex, UInt8(ascii: "0")...UInt8(ascii: "9") ~= rest[end] else { return nil }
            number = 10 * number + Int(rest[end] - UInt8(ascii: "0"))
            rest.formIndex(after: &end)
        }
        rest = rest[end...]
        return number
    }
}
