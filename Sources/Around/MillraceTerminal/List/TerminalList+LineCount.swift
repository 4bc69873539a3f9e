extension TerminalList {
    /// The number of lines of all rows, headers and footers. Where it is less than the list has room for, an app may draw
    /// it at the bottom. O(1).
    public var lineCount: Int { lines.count }
}
