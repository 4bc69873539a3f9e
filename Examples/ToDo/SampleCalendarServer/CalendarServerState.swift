public import CalDAV
import Foundation

/// What a ``SampleCalendarServer`` has, and how it behaves.
public struct CalendarServerState: Sendable {
    /// Who may use it.
    public var user = "ada", password = "secret"
    /// The calendars, by their paths.
    public internal(set) var calendars: [DAVPath: StoredCalendar] = [:]
    /// The number of requests after which an answer is lost once, though the request has been acted on. Nil for none.
    public var losesAnswerAfter: Int?
    /// Whether all requests are lost before they are acted on.
    public var isDown = false
    /// Whether it tells the version of what it has saved.
    public var tellsVersions = true
    /// Whether it tells the texts with the changes.
    public var tellsTexts = true
    /// The most changes that it tells at once. Nil for no limit.
    public var pageSize: Int?
    /// Whether it is locked while it is written to: another one that writes meanwhile is refused.
    public var locksWhileWriting = false
    /// How many requests were refused since it was locked.
    public internal(set) var refusals = 0
    /// Whether somebody is writing.
    var isBeingWritten = false
    /// The requests that were acted on, each as its method and its path.
    public internal(set) var requests: [String] = []
    /// Counts the changes of all calendars.
    private var clock = 0

    /// A calendar.
    public struct StoredCalendar: Sendable {
        /// What it is called.
        public let name: String
        /// The items, by their paths.
        public internal(set) var items: [DAVPath: CalendarItem] = [:]
        /// When each item was changed or removed.
        var changes: [DAVPath: Int] = [:]
        /// The last change of which the server does not know any more what was before it.
        var forgotten = 0
    }

    /// Where the calendars of the user are.
    public var home: DAVPath { DAVPath(["dav", "calendars", user]) }

    /// Makes a calendar, if there is none of this name. Returns its path.
    @discardableResult
    public mutating func makeCalendar(_ name: String) -> DAVPath {
        let path = home.appending(name)
        if calendars[path] == nil { calendars[path] = StoredCalendar(name: name) }
        return path
    }

    /// Saves an item, rewritten. Returns its version.
    @discardableResult
    public mutating func save(_ component: CalendarComponent, at path: DAVPath, in calendar: DAVPath) -> ETag? {
        clock += 1
        let etag = ETag("v\(clock)")
        let text = component.rewritten(at: clock).wildText
        calendars[calendar]?.items[path] = CalendarItem(path: path, etag: etag, text: text)
        calendars[calendar]?.changes[path] = clock
        return etag
    }

    /// Removes an item.
    public mutating func remove(_ path: DAVPath, in calendar: DAVPath) {
        clock += 1
        guard calendars[calendar]?.items.removeValue(forKey: path) != nil else { return }
        calendars[calendar]?.changes[path] = clock
    }

    /// Forgets what has been removed, and all tokens until now.
    public mutating func forgetHistory() {
        clock += 1
        for path in calendars.keys {
            guard var calendar = calendars[path] else { continue }
            calendar.forgotten = clock
            calendar.changes = calendar.changes.filter { calendar.items[$0.key] != nil }
            calendars[path] = calendar
        }
    }

    var present: Int { clock }
}

extension CalendarComponent {
    /// As servers rewrite what they are given: the properties sorted, the names in capital letters, a time stamp of their
    /// own, days that do not say that they are. Of a text with a comma that is not escaped, the rest is lost.
    fileprivate func rewritten(at time: Int) -> CalendarComponent {
        var properties = properties.map { property in
            let isDay = property["VALUE"]?.uppercased() == "DATE"
            let parameters =
                isDay ? property.parameters.filter { $0.name.uppercased() != "VALUE" } : property.parameters
            let value = property.isNamed("SUMMARY") ? property.value.untilComma : property.value
            return CalendarProperty(property.name.uppercased(), value, parameters: parameters)
        }
        if self["DTSTAMP"] != nil {
            properties.removeAll { $0.isNamed("DTSTAMP") }
            properties.append(CalendarProperty("DTSTAMP", "20270101T\(100_000 + time % 60)Z"))
        }
        properties.sort { $0.name < $1.name }
        return CalendarComponent(name.uppercased(), properties, components.map { $0.rewritten(at: time) })
    }

    /// The text with short lines that end without a carriage return.
    fileprivate var wildText: String {
        text.replacing("\r\n ", with: "").components(separatedBy: "\r\n").map { line in
            var (folded, rest) = ("", Array(line.unicodeScalars)[...])
            while rest.count > 40 {
                folded.unicodeScalars.append(contentsOf: rest.prefix(40))
                folded += "\n\t"
                rest = rest.dropFirst(40)
            }
            folded.unicodeScalars.append(contentsOf: rest)
            return folded
        }
        .joined(separator: "\n")
    }
}

extension String {
    /// The value up to a comma that is not escaped.
    fileprivate var untilComma: String {
        var isEscaped = false
        let text = unicodeScalars.prefix { scalar in
            defer { isEscaped = !isEscaped && scalar == "\\" }
            return scalar != "," || isEscaped
        }
        return String(text)
    }
}
