/// A key that was pressed, or text that was pasted.
public enum TerminalKey: Hashable, Sendable {
    /// A character. One that consists of several scalars may arrive as several, which join again in a `String`.
    case character(Character)
    /// A character with the control key: a lower-case letter, a space or one of `\ ] ^ _`.
    case control(Character)
    /// A character with the alt key, including `\u{7F}` for backspace and other control characters.
    case alt(Character)
    /// Text from the clipboard, which terminals mark as such. It is not filtered.
    case paste(String)
    /// Return or enter. Ctrl-J, which is another byte, is `.control("j")`.
    case enter
    /// Tab.
    case tab
    /// Shift and tab.
    case backTab
    /// Escape.
    case escape
    /// Backspace.
    case backspace
    /// Delete, forward.
    case delete
    /// Insert.
    case insert
    /// Arrow up.
    case up
    /// Arrow down.
    case down
    /// Arrow left.
    case left
    /// Arrow right.
    case right
    /// Arrow left with the control or the alt key.
    case wordLeft
    /// Arrow right with the control or the alt key.
    case wordRight
    /// Home.
    case home
    /// End.
    case end
    /// Page up.
    case pageUp
    /// Page down.
    case pageDown
    /// A function key, from 1.
    case function(Int)
    /// The mouse, if the session reports it.
    case mouse(TerminalMouse)
}

/// An action of the mouse over a cell. Rows and columns count from zero.
public struct TerminalMouse: Hashable, Sendable {
    /// An action of the mouse.
    public enum Action: Hashable, Sendable {
        /// The main button was pressed.
        case press
        /// The wheel was turned away from the reader.
        case scrollUp
        /// The wheel was turned towards the reader.
        case scrollDown
    }

    /// The action.
    public let action: Action
    // Of 16 bits each: printing a key crashes if one of its payloads is larger than a string (Swift 6.3, Linux).
    private let rowNumber: Int16
    private let columnNumber: Int16

    /// The cell's row.
    public var row: Int { Int(rowNumber) }
    /// The cell's column.
    public var column: Int { Int(columnNumber) }

    /// Creates an action of the mouse.
    public init(_ action: Action, row: Int, column: Int) {
        self.action = action
        self.rowNumber = Int16(clamping: row)
        self.columnNumber = Int16(clamping: column)
    }
}

extension TerminalRegion {
    /// Returns whether the mouse was over one of the region's cells.
    public func contains(_ mouse: TerminalMouse) -> Bool {
        (row..<(row + size.rows)).contains(mouse.row) && (column..<(column + size.columns)).contains(mouse.column)
    }
}
