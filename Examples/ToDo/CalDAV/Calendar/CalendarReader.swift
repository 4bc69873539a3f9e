import Foundation

/// Reads the text of a calendar (RFC 5545, 3.1).
struct CalendarReader {
    private static let deepest = 16

    private var lines: [Line] = []

    /// A content line, without folds.
    private struct Line {
        let number: Int
        var bytes: ArraySlice<UInt8>
    }

    /// Takes lines apart. Folds may be anywhere, also within a character, so they go before the bytes are text.
    init(_ data: Data) {
        var number = 0
        for var bytes in [UInt8](data).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
            if let first = bytes.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t"), !lines.isEmpty {
                lines[lines.count - 1].bytes += bytes.dropFirst()
            } else if !bytes.isEmpty {
                lines.append(Line(number: number, bytes: bytes))
            }
        }
        if lines.first?.bytes.starts(with: [0xEF, 0xBB, 0xBF]) == true { lines[0].bytes.removeFirst(3) }
    }

    /// The one component that the text has.
    mutating func read() throws(CalendarProblem) -> CalendarComponent {
        var open: [CalendarComponent] = []
        var whole: CalendarComponent?
        for line in lines {
            let property = try Self.property(line)
            if whole != nil { throw .unreadable("something stands behind the end", line: line.number) }
            if property.isNamed("BEGIN") {
                guard open.count < Self.deepest else {
                    throw .unreadable("more than \(Self.deepest) components are nested", line: line.number)
                }
                open.append(CalendarComponent(property.value.trimmed))
            } else if property.isNamed("END") {
                guard let done = open.popLast(), done.name.isCalendarName(property.value.trimmed) else {
                    throw .unreadable("an END has no BEGIN", line: line.number)
                }
                if open.isEmpty { whole = done } else { open[open.count - 1].components.append(done) }
            } else {
                guard !open.isEmpty else { throw .unreadable("there is no BEGIN", line: line.number) }
                open[open.count - 1].properties.append(property)
            }
        }
        guard let whole else { throw .unreadable("it ends before its END", line: lines.last?.number ?? 1) }
        return whole
    }

    private static func property(_ line: Line) throws(CalendarProblem) -> CalendarProperty {
        let text = String(decoding: line.bytes, as: UTF8.self).unicodeScalars
        var rest = text[...]
        let name = rest.prefix { $0 != ";" && $0 != ":" }
        rest = rest[name.endIndex...]
        var parameters: [CalendarParameter] = []
        while rest.popFirst() == ";" {
            guard let parameter = parameter(&rest) else {
                throw .unreadable("a quotation mark is not closed", line: line.number)
            }
            parameters.append(parameter)
        }
        let value = String(rest)
        guard rest.startIndex > text.startIndex, text[text.index(before: rest.startIndex)] == ":" else {
            throw .unreadable("there is no colon", line: line.number)
        }
        let property = CalendarProperty(String(name), value, parameters: parameters)
        guard !property.name.isEmpty else { throw .unreadable("there is no name", line: line.number) }
        return property
    }

    /// The parameter with which the rest begins; nil where a quotation mark is not closed.
    private static func parameter(_ rest: inout Substring.UnicodeScalarView) -> CalendarParameter? {
        let name = rest.prefix { $0 != "=" && $0 != ";" && $0 != ":" }
        rest = rest[name.endIndex...]
        guard rest.first == "=" else { return CalendarParameter(String(name), []) }
        rest.removeFirst()
        var (values, value, isQuoted) = ([String](), String.UnicodeScalarView(), false)
        while let scalar = rest.first, isQuoted || (scalar != ";" && scalar != ":") {
            rest.removeFirst()
            switch scalar {
            case "\"": isQuoted.toggle()
            case "," where !isQuoted:
                values.append(String(value))
                value = String.UnicodeScalarView()
            default: value.append(scalar)
            }
        }
        return isQuoted ? nil : CalendarParameter(String(name), values + [String(value)])
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
