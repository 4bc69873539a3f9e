/// The appearance of a cell.
public struct TerminalStyle: Hashable, Sendable {
    /// Whether the text is bold.
    public var isBold: Bool
    /// Whether the text is dim.
    public var isDim: Bool
    /// Whether foreground and background are exchanged.
    public var isReversed: Bool
    /// The colour of the text; `nil` for the terminal's own.
    public var foreground: TerminalColor?
    /// The colour behind the text; `nil` for the terminal's own.
    public var background: TerminalColor?

    /// Creates a style; without arguments, the terminal's default.
    public init(
        isBold: Bool = false,
        isDim: Bool = false,
        isReversed: Bool = false,
        foreground: TerminalColor? = nil,
        background: TerminalColor? = nil
    ) {
        self.isBold = isBold
        self.isDim = isDim
        self.isReversed = isReversed
        self.foreground = foreground
        self.background = background
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
}
