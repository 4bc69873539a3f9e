/// A line of text with a cursor, for typing; or several lines.
///
/// A value that belongs to the screen: keys change it, and
/// ``TerminalCanvas/draw(_:row:column:width:rows:style:placeholder:)`` shows it.
///
/// ```swift
/// var field = TerminalTextField("Paris")
/// field.press(.wordLeft)          // the cursor is before the P
/// field.press(.paste("Le\n"))     // LeParis: pasted text is put on one line
/// print(field.text)
/// ```
///
/// The cursor moves by characters as a reader counts them, even if they arrive in parts: an accent joins the letter
/// before the cursor.
public struct TerminalTextField: Equatable, Sendable {
    /// The text before the cursor.
    var before: String

    /// The text after the cursor.
    var after = ""

    /// Whether the text may have several lines.
    let allowsLineBreaks: Bool

    /// Creates a field with the cursor after the text.
    ///
    /// - Parameters:
    ///   - text: The text, with the cursor at its end.
    ///   - allowsLineBreaks: Whether the text may have several lines. If not, it is the caller who puts it on
    ///     one.
    public init(_ text: String = "", allowsLineBreaks: Bool = false) {
        (before, self.allowsLineBreaks) = (text, allowsLineBreaks)
    }

    /// The whole text.
    ///
    /// Setting an equal text leaves the cursor; behind another one it is at the end. So a field follows the state that it
    /// edits, whoever changes that: a handler that corrects a text, undo, or another field that has got the focus.
    public var text: String {
        get { before + after }
        set { if newValue != text { (before, after) = (newValue, "") } }
    }

    /// The number of lines: one at least. O(length).
    public var lineCount: Int { 1 + before.breakCount + after.breakCount }

    /// Edits the text or moves the cursor according to a key.
    ///
    /// | key | what it does |
    /// | --- | --- |
    /// | characters, pasted text | are inserted at the cursor; pasted text on one line, see `String.oneLine` |
    /// | backspace; delete, Ctrl-D | delete the character before the cursor; after it |
    /// | left, right, Ctrl-B, Ctrl-F | move by a character |
    /// | Ctrl or Alt with left and right, Alt-B, Alt-F | move by a word: a run of letters and digits |
    /// | home, end, Ctrl-A, Ctrl-E | move to the beginning, to the end |
    /// | Ctrl-W, Alt-backspace; Alt-D, Ctrl-delete | delete the word before the cursor; behind it |
    /// | Ctrl-K | deletes what is behind the cursor |
    /// | Ctrl-U | deletes everything |
    ///
    /// A field of several lines keeps the line breaks of pasted text. Home, end and Ctrl-K are about the line of the
    /// cursor, and it has two keys more:
    ///
    /// | key | what it does |
    /// | --- | --- |
    /// | Alt-enter, Ctrl-J | begin another line |
    /// | up, down | move by a line, if there is one |
    ///
    /// - Returns: Whether the key was one of these, even if it changed nothing. Enter, tab and escape are not, nor are up
    ///   and down where there is no other line.
    /// - Complexity: O(length) at most.
    @discardableResult
    public mutating func press(_ key: TerminalKey) -> Bool {
        switch key {
        case .character(let character): before.append(character)
        case .paste(let text): before += allowsLineBreaks ? text.keepingLines : text.oneLine
        case .alt("\r"), .alt("\n"), .control("j"):
            if !allowsLineBreaks { return false }
            before.append("\n")
        case .up:
            guard before.contains("\n") else { return false }
            moveUp()
        case .down:
            guard after.contains("\n") else { return false }
            moveDown()
        case .backspace: _ = before.popLast()
        case .delete, .control("d"): after = String(after.dropFirst())
        case .left, .control("b"): moveLeft(1)
        case .right, .control("f"): moveRight(1)
        case .wordLeft, .alt("b"): moveLeft(before.reversed().wordLength)
        case .wordRight, .alt("f"): moveRight(after.wordLength)
        case .home, .control("a"): moveLeft(before.lastLine.count)
        case .end, .control("e"): moveRight(after.firstLine.count)
        case .control("w"), .alt("\u{7F}"), .alt("\u{8}"): before.removeLast(before.reversed().wordLength)
        case .alt("d"): after.removeFirst(after.wordLength)
        case .control("k"): after.removeFirst(max(after.firstLine.count, after.isEmpty ? 0 : 1))
        case .control("u"): (before, after) = ("", "")
        default: return false
        }
        return true
    }

    private mutating func moveLeft(_ count: Int) {
        after = before.suffix(count) + after
        before = String(before.dropLast(count))
    }

    private mutating func moveRight(_ count: Int) {
        before += after.prefix(count)
        after = String(after.dropFirst(count))
    }

    private mutating func moveUp() {
        let column = before.lastLine.count
        moveLeft(column + 1)
        moveLeft(max(0, before.lastLine.count - column))
    }

    private mutating func moveDown() {
        let column = before.lastLine.count
        moveRight(after.firstLine.count + 1)
        moveRight(min(column, after.firstLine.count))
    }
}

extension String {
    /// The text behind the last line break.
    var lastLine: Substring { self[(lastIndex(of: "\n").map { index(after: $0) } ?? startIndex)...] }

    /// The text before the first line break.
    var firstLine: Substring { prefix { $0 != "\n" } }

    /// The number of line breaks.
    var breakCount: Int { count { $0 == "\n" } }
}

extension Collection<Character> {
    /// The number of characters to the far end of the first word.
    fileprivate var wordLength: Int {
        let isPartOfWord: (Character) -> Bool = { $0.isLetter || $0.isNumber }
        let gap = prefix { !isPartOfWord($0) }.count
        return gap + dropFirst(gap).prefix(while: isPartOfWord).count
    }
}
