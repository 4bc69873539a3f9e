/// A picture that a terminal itself draws over the cells of some rows.
///
/// A canvas replaces the control characters of its texts, so that nothing that is drawn can control the terminal. This
/// is the one exception: the sequence is written as it is. Make it of constants, numbers and base64 only.
public struct TerminalOverlay: Equatable, Sendable {
    /// The escape sequence, which is written with the cursor at ``position``.
    public let sequence: String
    /// The first cell that is covered.
    public let position: TerminalCanvas.Position
    /// How many rows are covered. If one of them is written again, so is the sequence.
    let rowCount: Int

    /// Creates an overlay.
    public init(_ sequence: String, at position: TerminalCanvas.Position, rowCount: Int) {
        (self.sequence, self.position, self.rowCount) = (sequence, position, rowCount)
    }

    /// Whether it covers a row of a canvas.
    func covers(_ row: Int) -> Bool { (position.row..<(position.row + max(0, rowCount))).contains(row) }
}
