public import Foundation

/// A component of a calendar (RFC 5545, 3.6): its properties, and the components within it. What is unknown is kept, in
/// its order.
public struct CalendarComponent: Hashable, Sendable {
    /// The name, as it is written: `VTODO`.
    public let name: String
    /// The properties, in their order.
    public var properties: [CalendarProperty]
    /// The components within it, in their order.
    public var components: [CalendarComponent]

    /// Creates a component.
    public init(_ name: String, _ properties: [CalendarProperty] = [], _ components: [CalendarComponent] = []) {
        self.name = CalendarProperty(name, "").name
        (self.properties, self.components) = (properties, components)
    }

    /// Reads a text with one component, such as a calendar object of a server. O(n).
    ///
    /// Lines may end without a carriage return, and may be folded anywhere, also within a character.
    ///
    /// - Throws: Where the text is none, breaks off, or nests more than 16 components.
    public init(reading data: Data) throws(CalendarProblem) {
        var reader = CalendarReader(data)
        self = try reader.read()
    }

    /// The text: each line ends as the standard wants it, and is folded at 75 bytes without cutting a character. O(n).
    public var text: String {
        var writer = CalendarWriter()
        writer.write(self)
        return writer.text
    }

    /// The first property with a name, without regard to case; nil if there is none.
    public subscript(name: String) -> CalendarProperty? { properties.first { $0.isNamed(name) } }

    /// Puts a property in the place of the first of its name, or behind all others. All of that name go where it is nil.
    public mutating func set(_ name: String, to property: CalendarProperty?) {
        guard let property else { return properties.removeAll { $0.isNamed(name) } }
        if let place = properties.firstIndex(where: { $0.isNamed(name) }) {
            properties[place] = property
        } else {
            properties.append(property)
        }
    }
}

/// What is wrong with a calendar, or with what is to be written into one.
public enum CalendarProblem: Error, Hashable, Sendable {
    /// The text is no calendar: what is wrong, and the line.
    case unreadable(String, line: Int)
    /// A text has a character that cannot stand in a calendar: its number.
    case character(UInt32)
}

extension CalendarProblem: CustomStringConvertible {
    /// What is wrong, for people.
    public var description: String {
        switch self {
        case .unreadable(let what, let line): "line \(line) of the calendar: \(what)"
        case .character(let number):
            "the text has the character U+\(String(number, radix: 16, uppercase: true)), which a calendar cannot have"
        }
    }
}
