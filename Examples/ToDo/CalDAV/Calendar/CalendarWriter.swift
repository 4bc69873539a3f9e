/// Writes the text of a calendar (RFC 5545, 3.1).
struct CalendarWriter {
    private(set) var text = ""
    /// The most bytes that a line has, without its end.
    private static let width = 75

    mutating func write(_ component: CalendarComponent) {
        write(line: "BEGIN:\(component.name)")
        for property in component.properties { write(line: Self.line(property)) }
        for inner in component.components { write(inner) }
        write(line: "END:\(component.name)")
    }

    private static func line(_ property: CalendarProperty) -> String {
        let parameters = property.parameters.map { parameter in
            let values = parameter.values.map(quoted).joined(separator: ",")
            return ";\(parameter.name)" + (parameter.values.isEmpty ? "" : "=\(values)")
        }
        return "\(property.name)\(parameters.joined()):\(property.value)"
    }

    private static func quoted(_ value: String) -> String {
        value.unicodeScalars.contains { ":;,".unicodeScalars.contains($0) } ? "\"\(value)\"" : value
    }

    /// Writes a line, folded where it is too long, and never within a character.
    private mutating func write(line: String) {
        var room = Self.width
        for scalar in line.unicodeScalars {
            let size = UTF8.width(scalar)
            if size > room {
                text.unicodeScalars.append(contentsOf: "\r\n ".unicodeScalars)
                room = Self.width - 1
            }
            text.unicodeScalars.append(scalar)
            room -= size
        }
        text.unicodeScalars.append(contentsOf: "\r\n".unicodeScalars)
    }
}
