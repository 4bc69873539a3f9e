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
        var otherReader = reader
        return reader.read() ?? otherReader.readISO8601()
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
        let days = Self.daysSince1970(year: year, month: month, day: day)
        return days * 86_400 + hour * 3_600 + minute * 60 + second - (secondsFromUTC ?? 0)
    }

    /// Days of the Gregorian calendar, counted in years that begin in March, so that a leap day comes last.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
        return marchYear * 365 + leapDays + dayOfYear - 719_468
    }

    static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }

    /// As ISO 8601 writes it: `2024-05-17T14:03:00+02:00`, without a zone where the file has none.
    public var iso8601: String {
        "\(padded(year, 4))-\(padded(month))-\(padded(day))T\(padded(hour)):\(padded(minute)):\(padded(second))\(zone)"
    }

    private var zone: String {
        guard let secondsFromUTC else { return "" }
        guard secondsFromUTC != 0 else { return "Z" }
        let minutes = abs(secondsFromUTC) / 60
        return "\(secondsFromUTC < 0 ? "-" : "+")\(padded(minutes / 60)):\(padded(minutes % 60))"
    }

    private func padded(_ number: Int, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

/// Reads one date from left to right; each part makes sense only behind the one before.
private struct PDFDateReader {
    private var rest: Substring.UTF8View
    /// Whether there was a `D:`, which ISO 8601 does not have.
    private let isMarked: Bool

    init(_ text: String) {
        rest = text[...].utf8
        while rest.first == UInt8(ascii: " ") { rest.removeFirst() }
        while rest.last == UInt8(ascii: " ") { rest.removeLast() }
        isMarked = rest.starts(with: "D:".utf8)
        if isMarked { rest.removeFirst(2) }
    }

    mutating func read() -> PDFDate.Components? {
        guard let year = number(digits: 4) else { return nil }
        var date = PDFDate.Components(year: year)
        if let month = number(digits: 2) { date.month = month } else { return finished(date) }
        guard 1...12 ~= date.month else { return nil }
        if let day = number(digits: 2) { date.day = day } else { return finished(date) }
        guard date.isInCalendar else { return nil }
        if let hour = number(digits: 2) { date.hour = hour } else { return finished(date) }
        if let minute = number(digits: 2) {
            date.minute = minute
            if let second = number(digits: 2) { date.second = second }
        }
        return finished(date)
    }

    /// Reads `2024-05-17`, `2024-05-17T14:03`, `2024-05-17 14:03:00.5+02:00`, `20240517T140300Z`. Parts of a second are
    /// dropped.
    mutating func readISO8601() -> PDFDate.Components? {
        guard !isMarked, let year = number(digits: 4) else { return nil }
        let isExtended = skip("-")
        guard let month = number(digits: 2), skip("-") == isExtended, let day = number(digits: 2) else { return nil }
        var date = PDFDate.Components(year: year, month: month, day: day)
        guard 1...12 ~= month, date.isInCalendar else { return nil }
        guard skip("T") || skip("t") || skip(" ") else { return rest.isEmpty ? date : nil }
        guard let hour = number(digits: 2) else { return nil }
        date.hour = hour
        guard let minute = isExtended ? part(behind: ":") : number(digits: 2) else { return finished(date) }
        date.minute = minute
        guard let second = isExtended ? part(behind: ":") : number(digits: 2) else { return finished(date) }
        date.second = second
        if skip(".") || skip(",") {
            guard number(digits: 1) != nil else { return nil }
            while number(digits: 1) != nil {}
        }
        return finished(date)
    }

    /// Two digits behind a separator; nil, and nothing is read, where they do not stand there.
    private mutating func part(behind separator: Unicode.Scalar) -> Int? {
        let start = self
        if skip(separator), let part = number(digits: 2) { return part }
        self = start
        return nil
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    /// The date with its zone, if that is all that is left, and it is a time of day.
    private mutating func finished(_ date: PDFDate.Components) -> PDFDate.Components? {
        guard date.isOnClock else { return nil }
        guard let sign = rest.popFirst() else { return date }
        var date = date
        switch sign {
        case UInt8(ascii: "Z"), UInt8(ascii: "z"):
            guard rest.isEmpty || offset() == 0 else { return nil }
            date.secondsFromUTC = 0
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            guard let offset = offset() else { return nil }
            date.secondsFromUTC = sign == UInt8(ascii: "-") ? -offset : offset
        default:
            return nil
        }
        return rest.isEmpty ? date : nil
    }

    /// Hours and minutes of a zone, as `02'00'`, `02'00`, `02:00`, `0200` or `02`, in seconds.
    private mutating func offset() -> Int? {
        guard let hours = number(digits: 2), hours < 24 else { return nil }
        skipSeparator()
        let minutes = number(digits: 2) ?? 0
        skipSeparator()
        return minutes < 60 ? hours * 3_600 + minutes * 60 : nil
    }

    private mutating func skipSeparator() {
        if !skip("'") { _ = skip(":") }
    }

    private mutating func number(digits count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count else { return nil }
        var value = 0
        for digit in digits {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        rest.removeFirst(count)
        return value
    }
}

extension PDFDate.Components {
    /// Whether its month, which is one, has that day.
    fileprivate var isInCalendar: Bool { 1...Self.days(inMonth: month, of: year) ~= day }

    /// Whether it is a time of day.
    fileprivate var isOnClock: Bool { hour < 24 && minute < 60 && second < 60 }
}
