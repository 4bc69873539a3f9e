/// A key that was pressed, or text that was pasted.
public enum TerminalKey: Hashable, Sendable {
    /// A character. One that consists of several scalars may arrive as several, which join again in a `String`.
    case character(Character)
    /// A character with the control key: a lower-case letter, a space or one of `\ ] ^ _`.
    case control(Character)
    /// Text from the clipboard, which terminals mark as such. It is not filtered.
    case paste(String)
    /// Return or enter.
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
}
