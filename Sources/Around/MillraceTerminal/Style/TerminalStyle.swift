/// The appearance of a cell.
public struct TerminalStyle: Hashable, Sendable {
    /// Three flags in the lowest bits, then the colours, each of 26 bits: cells are compared by their bits.
    private var bits: UInt64 = 0

    /// Whether the text is bold.
    public var isBold: Bool {
        get { self[0] }
        set { self[0] = newValue }
    }

    /// Whether the text is dim.
    public var isDim: Bool {
        get { self[1] }
        set { self[1] = newValue }
    }

    /// Whether foreground and background are exchanged.
    public var isReversed: Bool {
        get { self[2] }
        set { self[2] = newValue }
    }

    /// The colour of the text; `nil` for the terminal's own.
    public var foreground: TerminalColor? {
        get { color(at: 8) }
        set { setColor(newValue, at: 8) }
    }

    /// The colour behind the text; `nil` for the terminal's own.
    public var background: TerminalColor? {
        get { color(at: 34) }
        set { setColor(newValue, at: 34) }
    }

    /// Creates a style; without arguments, the terminal's default.
    public init(
        isBold: Bool = false,
        isDim: Bool = false,
        isReversed: Bool = false,
        foreground: TerminalColor? = nil,
        background: TerminalColor? = nil
    ) {
        (self.isBold, self.isDim, self.isReversed) = (isBold, isDim, isReversed)
        (self.foreground, self.background) = (foreground, background)
    }

    /// The terminal's default style.
    public static let plain = TerminalStyle()
    /// Bold text.
    public static let bold = TerminalStyle(isBold: true)
    /// Dim text.
    public static let dim = TerminalStyle(isDim: true)
    /// Foreground and background exchanged.
    public static let reversed = TerminalStyle(isReversed: true)

    /// Returns the escape sequence that sets this style and nothing else (ECMA-48, SGR).
    func escapeSequence(_ support: TerminalColorSupport) -> String {
        var codes = "0"
        if isBold { codes += ";1" }
        if isDim { codes += ";2" }
        if isReversed { codes += ";7" }
        if let foreground { codes += support.codes(for: foreground, selectedBy: 38) }
        if let background { codes += support.codes(for: background, selectedBy: 48) }
        return "\u{1B}[\(codes)m"
    }

    private subscript(flag: Int) -> Bool {
        get { bits & (1 << flag) != 0 }
        set { if newValue { bits |= 1 << flag } else { bits &= ~(1 << flag) } }
    }

    private func color(at position: Int) -> TerminalColor? {
        TerminalColor(bits: UInt32(truncatingIfNeeded: bits >> position) & TerminalColor.mask)
    }

    private mutating func setColor(_ color: TerminalColor?, at position: Int) {
        bits &= ~(UInt64(TerminalColor.mask) << position)
        bits |= UInt64(color?.bits ?? 0) << position
    }
}
