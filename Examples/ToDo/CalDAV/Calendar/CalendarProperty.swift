/// A property of a calendar component, as a content line has it (RFC 5545, 3.1): `DUE;TZID=Europe/Zurich:20270102T090000`.
public struct CalendarProperty: Hashable, Sendable {
    /// The name, as it is written. Names are compared without regard to case: see ``isNamed(_:)``.
    public let name: String
    /// The parameters, in their order.
    public var parameters: [CalendarParameter]
    /// The value as it stands in the line, with its escapes.
    public let value: String

    /// Creates a property. What cannot stand in a name is left out; control characters in the value become spaces, so
    /// that a value cannot begin another line.
    public init(_ name: String, _ value: String, parameters: [CalendarParameter] = []) {
        self.name = name.asCalendarName
        self.parameters = parameters
        self.value = value.withoutControls
    }

    /// Whether it has this name, without regard to case.
    public func isNamed(_ other: String) -> Bool { name.isCalendarName(other) }

    /// The first value of a parameter; nil if there is none.
    public subscript(parameter: String) -> String? {
        parameters.first { $0.name.isCalendarName(parameter) }?.values.first
    }
}

/// A parameter of a ``CalendarProperty``: `TZID=Europe/Zurich`.
public struct CalendarParameter: Hashable, Sendable {
    /// The name, as it is written.
    public let name: String
    /// The values, without quotation marks. A parameter without a sign of equality has none.
    public let values: [String]

    /// Creates a parameter. Quotation marks cannot be written and become apostrophes; control characters become spaces.
    public init(_ name: String, _ values: String...) { self.init(name, values) }

    init(_ name: String, _ values: [String]) {
        self.name = name.asCalendarName
        self.values = values.map { $0.withoutControls.replacing("\"", with: "'") }
    }
}

extension String {
    /// Whether two names are the same but for the case of their letters.
    func isCalendarName(_ other: String) -> Bool { self == other || uppercased() == other.uppercased() }

    /// The text without what would end a name in a content line.
    fileprivate var asCalendarName: String {
        String(
            UnicodeScalarView(
                unicodeScalars.filter { !$0.isCalendarControl && !" \t:;,=\"".unicodeScalars.contains($0) }
            )
        )
    }

    fileprivate var withoutControls: String {
        guard unicodeScalars.contains(where: \.isCalendarControl) else { return self }
        return String(UnicodeScalarView(unicodeScalars.map { $0.isCalendarControl ? " " : $0 }))
    }
}

extension Unicode.Scalar {
    /// Whether it must not stand in a content line (RFC 5545, 3.1), nor in the XML that brings one.
    var isCalendarControl: Bool {
        (value < 0x20 && value != 0x09) || value == 0x7F || value == 0xFFFE || value == 0xFFFF
    }
}
