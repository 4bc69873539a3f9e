public import Foundation

/// A to-do in a calendar object (RFC 5545, 3.6.2): what programs agree about, and all else as it is.
///
/// An edit changes its own properties and no others. One that says what is there already changes nothing.
public struct CalendarToDo: Hashable, Sendable {
    /// The calendar object, with all that is unknown.
    public private(set) var calendar: CalendarComponent
    /// Which of its components is the to-do.
    private let place: Int

    /// The to-do of a calendar object. Nil if there is none, or it has no UID. Of one that recurs, the series, not one of
    /// its exceptions.
    public init?(_ calendar: CalendarComponent) {
        let places = calendar.components.indices.filter { calendar.components[$0].name.isCalendarName("VTODO") }
        let place = places.first { calendar.components[$0]["RECURRENCE-ID"] == nil } ?? places.first
        guard calendar.name.isCalendarName("VCALENDAR"), let place, calendar.components[place]["UID"] != nil else {
            return nil
        }
        (self.calendar, self.place) = (calendar, place)
    }

    /// Creates a to-do without a title.
    ///
    /// - Throws: Where the UID has a character that cannot be written.
    public init(uid: String, createdAt date: Date) throws(CalendarProblem) {
        let now = CalendarTime(date)
        let uid = CalendarProperty("UID", try CalendarText.escaped(uid))
        let toDo = CalendarComponent("VTODO", [uid, now.property("DTSTAMP"), now.property("CREATED")])
        let head = [CalendarProperty("VERSION", "2.0"), CalendarProperty("PRODID", "-//Millrace//To-do list//EN")]
        (calendar, place) = (CalendarComponent("VCALENDAR", head, [toDo]), 0)
    }

    /// The component itself.
    public var component: CalendarComponent { calendar.components[place] }

    /// The identity, unique among all calendars.
    public var uid: String { text("UID") ?? "" }
    /// The title; nil if there is none.
    public var summary: String? { text("SUMMARY") }
    /// The longer text; nil if there is none.
    public var notes: String? { text("DESCRIPTION") }
    /// When it begins; nil if that is not said, or cannot be read.
    public var start: CalendarTime? { component["DTSTART"].flatMap { CalendarTime($0) } }
    /// When it is due, perhaps since it begins and takes some time; nil if it is not, or that cannot be read.
    public var due: CalendarTime? {
        if let due = component["DUE"] { return CalendarTime(due) }
        return component["DURATION"].flatMap { CalendarDuration($0) }.flatMap { start?.adding($0) }
    }
    /// From 1, the most urgent, to 9; 0 if there is none.
    public var priority: Int { min(max(number("PRIORITY") ?? 0, 0), 9) }
    /// How much is done, in percent; nil if that is not said.
    public var percentComplete: Int? { number("PERCENT-COMPLETE").map { min(max($0, 0), 100) } }
    /// When it was done; nil if that is not said.
    public var completed: CalendarTime? { component["COMPLETED"].flatMap { CalendarTime($0) } }
    /// When it was changed last; nil if that is not said.
    public var lastModified: CalendarTime? { component["LAST-MODIFIED"].flatMap { CalendarTime($0) } }
    /// When it was made; nil if that is not said.
    public var created: CalendarTime? { component["CREATED"].flatMap { CalendarTime($0) } }
    /// How often it was changed.
    public var sequence: Int { max(number("SEQUENCE") ?? 0, 0) }
    /// What is to be done with it, in capital letters; nil if that is not said.
    public var status: String? { component["STATUS"]?.value.uppercased() }
    /// Whether it is done. Some programs say only when, or how much.
    public var isDone: Bool {
        status == "COMPLETED" || (status == nil && (completed != nil || percentComplete == 100))
    }
    /// Whether it is to be done: it is neither done nor cancelled.
    public var isOpen: Bool { !isDone && status != "CANCELLED" }
    /// Under which keys it was changed: of each device the last. Servers keep them.
    public var changeKeys: [String] { (text(Self.keyName) ?? "").split(separator: " ").map(String.init) }

    private static let keyName = "X-CHANGE-KEYS"

    /// The text of a property, without its escapes; nil if there is none, or it is empty.
    public func text(_ name: String) -> String? {
        component[name].map { CalendarText.unescaped($0.value) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    private func number(_ name: String) -> Int? {
        component[name].flatMap { Int($0.value.trimmingCharacters(in: .whitespaces)) }
    }
}

extension CalendarToDo {
    /// Sets the text of a property; nil or an empty one takes it away.
    ///
    /// - Throws: ``CalendarProblem/character(_:)`` where it has a control character.
    public mutating func setText(_ name: String, _ text: String?) throws(CalendarProblem) {
        let text = text.flatMap { $0.isEmpty ? nil : $0 }
        let value = try text.map { (text) throws(CalendarProblem) in try CalendarText.escaped(text) }
        if self.text(name) == text { return }
        set(name, value)
    }

    /// Sets the title.
    public mutating func setSummary(_ text: String?) throws(CalendarProblem) { try setText("SUMMARY", text) }

    /// Sets the longer text.
    public mutating func setNotes(_ text: String?) throws(CalendarProblem) { try setText("DESCRIPTION", text) }

    /// Notes the key of a change, in the place of the last one of the same device: what stands before its last hyphen.
    ///
    /// Whoever does not know whether a change was saved, since the answer was lost, finds its key here. Changes by others
    /// in between do not take it away.
    public mutating func noteKey(_ key: String) throws(CalendarProblem) {
        let keys = changeKeys.filter { $0.device != key.device } + [key]
        try setText(Self.keyName, keys.joined(separator: " "))
    }

    /// Sets how urgent it is, from 1 to 9; with 0 nothing is said of that.
    public mutating func setPriority(_ priority: Int) {
        if self.priority != priority { set("PRIORITY", priority > 0 ? "\(min(priority, 9))" : nil) }
    }

    /// Notes that it was changed.
    public mutating func noteChange(at date: Date) {
        let now = CalendarTime(date)
        for name in ["DTSTAMP", "LAST-MODIFIED"] { set(name, to: now) }
        set("SEQUENCE", "\(min(sequence, Int(Int32.max) - 1) + 1)")
    }

    /// Sets a property to a time, with the parameters and the spelling of the former one; nil takes it away.
    mutating func set(_ name: String, to time: CalendarTime?) {
        calendar.components[place].set(name, to: time?.property(name, replacing: component[name]))
    }

    /// Sets the value of a property, with the parameters and the spelling of the former one; nil takes it away.
    mutating func set(_ name: String, _ value: String?) {
        let former = component[name]
        let property = value.map {
            CalendarProperty(former?.name ?? name, $0, parameters: former?.parameters ?? [])
        }
        calendar.components[place].set(name, to: property)
    }
}

extension String {
    /// The device of a key.
    fileprivate var device: Substring { prefix(upTo: lastIndex(of: "-") ?? endIndex) }
}
