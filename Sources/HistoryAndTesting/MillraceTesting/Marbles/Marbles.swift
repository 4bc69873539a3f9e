/// What a signal does over time, written as a line of text: `"a--(bc)-|"`.
///
/// Each of these takes one column, which represents ``TestScheduler/column`` of time:
///
/// - `-`: nothing happens.
/// - any other character: a value.
/// - `(…)`: everything inside happens at one instant.
/// - `|`: the signal finishes.
///
/// Spaces take no time; use them to align lines.
package struct Marbles: Equatable {
    enum Mark: Hashable {
        case value(Character)
        case finish
    }

    struct Event: Equatable {
        var column: Int
        var mark: Mark
    }

    private(set) var events: [Event] = []

    /// The number of columns.
    private(set) var length = 0

    /// Reads a line.
    init(_ line: String) throws(MarbleError) {
        var isGroup = false
        for character in line where character != " " {
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
            default:
                events.append(Event(column: length, mark: character == "|" ? .finish : .value(character)))
                if !isGroup { length += 1 }
            }
        }
        if isGroup { throw MarbleError(line, "a group does not end") }
    }

    /// - Parameter events: The events, in the order of their columns.
    init(_ events: [Event], length: Int) {
        self.events = events
        self.length = max(length, events.last.map { $0.column + 1 } ?? 0)
    }

    /// The characters that represent values, in order.
    var values: [Character] {
        events.compactMap { event in
            if case .value(let character) = event.mark { character } else { nil }
        }
    }

    /// Returns a table in which each character of a line represents itself; empty if the line cannot be read.
    package static func characters(of line: String) -> [Character: String] {
        Dictionary((try? Marbles(line))?.values.map { ($0, String($0)) } ?? []) { first, _ in first }
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
            To fix: draw nothing as -, a value as a character, values of one instant as (ab), the end as |.
            """
    }

    init(_ line: String, notInTable character: Character) {
        message = "\"\(line)\" has the value \(character), which the table does not. To fix: add it to the table."
    }
}

extension Marbles.Mark {
    fileprivate var text: String {
        switch self {
        case .value(let character): String(character)
        case .finish: "|"
        }
    }
}
