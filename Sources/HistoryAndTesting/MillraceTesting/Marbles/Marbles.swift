/// The events of a signal over time, written as a line of text: `"a--(bc)-|"`.
///
/// Each of these takes one column, which represents ``TestScheduler/column`` of time:
///
/// - `-`: nothing happens.
/// - any other character: a value, which has this character as its name.
/// - `{…}`: a value whose name is the text inside.
/// - `(…)`: everything inside happens at one instant.
/// - `|`: the signal finishes.
///
/// Spaces take no time, except within a name, of which they are a part; use them to align lines.
package struct Marbles: Equatable {
    package enum Mark: Hashable {
        case value(String)
        case finish
    }

    package struct Event: Equatable {
        package var column: Int
        package var mark: Mark
    }

    package private(set) var events: [Event] = []

    /// The number of columns.
    package private(set) var length = 0

    /// Reads a line.
    package init(_ line: String) throws(MarbleError) {
        var isGroup = false
        var name: String?
        for character in line where name != nil || character != " " {
            if let text = name {
                if character != "}" {
                    name = text + String(character)
                } else if text.isEmpty {
                    throw MarbleError(line, "a name is empty")
                } else {
                    name = nil
                    add(.value(text), inGroup: isGroup)
                }
                continue
            }
            if events.last?.mark == .finish, character != ")" { throw MarbleError(line, "something follows its end") }
            switch character {
            case "(":
                if isGroup { throw MarbleError(line, "a group stands within a group") }
                isGroup = true
            case ")":
                if !isGroup { throw MarbleError(line, "a group ends that has not begun") }
                isGroup = false
                length += 1
            case "-":
                if isGroup { throw MarbleError(line, "time passes within a group") }
                length += 1
            case "{": name = ""
            case "}": throw MarbleError(line, "a name ends that has not begun")
            default: add(character == "|" ? .finish : .value(String(character)), inGroup: isGroup)
            }
        }
        if name != nil { throw MarbleError(line, "a name does not end") }
        if isGroup { throw MarbleError(line, "a group does not end") }
    }

    private mutating func add(_ mark: Mark, inGroup isGroup: Bool) {
        events.append(Event(column: length, mark: mark))
        if !isGroup { length += 1 }
    }

    /// - Parameter events: The events, in the order of their columns.
    init(_ events: [Event], length: Int) {
        self.events = events
        self.length = max(length, events.last.map { $0.column + 1 } ?? 0)
    }

    /// The names of the values, in order.
    package var names: [String] {
        events.compactMap { event in
            if case .value(let name) = event.mark { name } else { nil }
        }
    }

    /// Returns a table in which each name of a line represents itself; empty if the line cannot be read.
    package static func names(of line: String) -> [String: String] {
        Dictionary((try? Marbles(line))?.names.map { ($0, $0) } ?? []) { first, _ in first }
    }

    /// Returns a string as the name that represents it; nil if it cannot be one.
    package static func name(of value: String) -> String? {
        value.isEmpty || value.contains { "{}".contains($0) || $0.isNewline } ? nil : value
    }

    /// Returns a line without the spaces that take no time.
    package static func compact(_ line: String) -> String {
        var isName = false
        return line.filter { character in
            if character == "{" { isName = true }
            if character == "}" { isName = false }
            return isName || character != " "
        }
    }

    /// Returns two lines with spaces added so that their columns are aligned.
    static func underEachOther(_ first: Marbles, _ second: Marbles) -> (first: String, second: String) {
        let length = max(first.length, second.length)
        let (above, below) = (first.padded(to: length), second.padded(to: length))
        let widths = zip(above, below).map { max($0.count, $1.count) }
        func line(_ columns: [String]) -> String {
            let cells = zip(columns, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined()
            return String(cells.reversed().drop { $0 == " " }.reversed())
        }
        return (line(above), line(below))
    }

    private func padded(to length: Int) -> [String] {
        columns + Array(repeating: "", count: length - self.length)
    }

    private var columns: [String] {
        (0..<length).map { column in
            let marks = events.filter { $0.column == column }.map(\.mark.text)
            switch marks.count {
            case 0: return "-"
            case 1: return marks[0]
            default: return "(\(marks.joined()))"
            }
        }
    }
}

/// The reason why a line of marbles cannot be read.
package struct MarbleError: Error {
    package let message: String

    init(_ line: String, _ problem: String) {
        message = """
            "\(line)" cannot be read: \(problem). \
            To fix: draw nothing as -, a value as a character or {a name}, values of one instant as (ab), the end as |.
            """
    }

    init(_ line: String, notInTable name: String) {
        message = "\"\(line)\" has the value \(name), which the table does not. To fix: add it to the table."
    }
}

extension Marbles.Mark {
    fileprivate var text: String {
        switch self {
        case .value(let name): name.count > 1 || "-|(){} ".contains(name) ? "{\(name)}" : name
        case .finish: "|"
        }
    }
}
