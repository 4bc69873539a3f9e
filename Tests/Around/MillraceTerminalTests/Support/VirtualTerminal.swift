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

        static var blank: Cell { Cell(text: " ", style: "0") }
    }

    struct Position: Hashable {
        let row: Int
        let column: Int
    }

    private(set) var grid: [[Cell]]
    private(set) var isCaretVisible = true
    private(set) var row = 0
    private(set) var column = 0
    /// The cells that something was written to, or erased from, since this was emptied.
    var touched: Set<Position> = []
    private let size: TerminalSize
    private let widths: Widths
    private var style = "0"

    init(size: TerminalSize, widths: Widths = .clusters) {
        self.size = size
        self.widths = widths
        grid = Array(repeating: Array(repeating: Cell(text: "?", style: "?"), count: size.columns), count: size.rows)
    }

    /// The rows that something was written to, or erased from.
    var touchedRows: Set<Int> { Set(touched.map(\.row)) }

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
        case ("J", "2"): for row in 0..<size.rows { erase(row, from: 0) }
        case ("K", ""): erase(row, from: column)
        case ("h", "?25"): isCaretVisible = true
        case ("l", "?25"): isCaretVisible = false
        default: preconditionFailure("unknown sequence \(parameters)\(final)")
        }
    }

    private mutating func erase(_ row: Int, from column: Int) {
        precondition(style == "0", "erased in style \(style)")
        breakGlyph(row, column)
        for column in column..<size.columns { set(.blank, row, column) }
    }

    private mutating func set(_ cell: Cell, _ row: Int, _ column: Int) {
        touched.insert(Position(row: row, column: column))
        grid[row][column] = cell
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
        if columns > 0 {
            breakGlyph(row, column)
            breakGlyph(row, column + columns)
        }
        for part in 0..<columns where column + part < size.columns {
            set(Cell(text: part == 0 ? text : "", style: style), row, column + part)
        }
        if columns == 0, var place = (0..<min(column, size.columns)).last {
            while place > 0, grid[row][place].text.isEmpty { place -= 1 }
            grid[row][place].text += text
        }
        column += columns
    }

    /// Blanks the glyph that stands on both sides of the beginning of a column, as terminals do with what is written over
    /// by half.
    private mutating func breakGlyph(_ row: Int, _ column: Int) {
        guard column < size.columns, grid[row][column].text.isEmpty else { return }
        var start = column
        while start > 0, grid[row][start].text.isEmpty { start -= 1 }
        var end = column
        while end < size.columns, grid[row][end].text.isEmpty { end += 1 }
        for column in start..<end { grid[row][column] = .blank }
    }
}

extension TerminalScreen {
    /// What is written to show a canvas, as text.
    mutating func text(for canvas: TerminalCanvas) -> String { String(decoding: update(to: canvas), as: UTF8.self) }
}
