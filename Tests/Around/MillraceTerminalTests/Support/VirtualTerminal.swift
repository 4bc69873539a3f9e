@testable import MillraceTerminal

/// A terminal that exists only to be written to: it interprets the escape sequences of a screen into a grid.
///
/// It stops the test at any sequence that it does not know, so that nothing is written by mistake.
struct VirtualTerminal {
    /// Whose idea of widths it has.
    enum Widths {
        /// That of glyphs, as new terminals have it.
        case clusters
        /// A joined emoji takes the sum of its parts, as on old terminals.
        case scalars
    }

    struct Cell: Equatable {
        var text: String
        var style: String
    }

    private(set) var grid: [[Cell]]
    private(set) var isCaretVisible = true
    private(set) var row = 0
    private(set) var column = 0
    /// The rows that something was written to or erased from since this was emptied.
    var touchedRows: Set<Int> = []
    private let size: TerminalSize
    private let widths: Widths
    private var style = "0"

    init(size: TerminalSize, widths: Widths = .clusters) {
        self.size = size
        self.widths = widths
        grid = Array(repeating: Array(repeating: Cell(text: "?", style: "?"), count: size.columns), count: size.rows)
    }

    /// The text of each row.
    var lines: [String] { grid.map { $0.map(\.text).joined() } }

    mutating func write(_ output: String) {
        var scalars = output.unicodeScalars[...]
        while let scalar = scalars.first {
            if scalar == "\u{1B}" {
                interpret(&scalars)
            } else {
                let run = scalars.prefix { $0 != "\u{1B}" }
                scalars = scalars[run.endIndex...]
                show(String(run))
            }
        }
    }

    private mutating func interpret(_ scalars: inout Substring.UnicodeScalarView) {
        precondition(scalars.dropFirst().first == "[", "a sequence that is not CSI")
        scalars = scalars.dropFirst(2)
        let parameters = String(scalars.prefix { !("@"..."~").contains($0) })
        scalars = scalars.dropFirst(parameters.unicodeScalars.count)
        let final = scalars.popFirst().map(String.init) ?? ""
        let numbers = parameters.split(separator: ";").compactMap { Int($0) }
        switch (final, parameters) {
        case ("H", _):
            precondition((1...size.rows).contains(numbers[0]) && numbers[1] >= 1, "outside: \(parameters)")
            row = numbers[0] - 1
            column = min(numbers[1], size.columns) - 1
        case ("G", _): column = min(numbers[0], size.columns) - 1
        case ("m", _): style = parameters
        case ("J", "2"): for row in 0..<size.rows { erase(row) }
        case ("K", "2"): erase(row)
        case ("h", "?25"): isCaretVisible = true
        case ("l", "?25"): isCaretVisible = false
        default: preconditionFailure("unknown sequence \(parameters)\(final)")
        }
    }

    private mutating func erase(_ row: Int) {
        precondition(style == "0", "erased in style \(style)")
        touchedRows.insert(row)
        grid[row] = Array(repeating: Cell(text: " ", style: "0"), count: size.columns)
    }

    private mutating func show(_ text: String) {
        switch widths {
        case .clusters:
            for character in text { put(String(character), columns: TerminalGlyph(character)?.columns ?? 0) }
        case .scalars:
            for scalar in text.unicodeScalars { put(String(scalar), columns: scalar.terminalColumns) }
        }
    }

    private mutating func put(_ text: String, columns: Int) {
        precondition(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }, "control character")
        touchedRows.insert(row)
        for part in 0..<columns where column + part < size.columns {
            grid[row][column + part] = Cell(text: part == 0 ? text : "", style: style)
        }
        if columns == 0, column > 0 { grid[row][column - 1].text += text }
        column += columns
    }
}
