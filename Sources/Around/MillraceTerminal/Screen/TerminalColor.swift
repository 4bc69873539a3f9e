import MillraceViews

/// The colour of text on a terminal.
public enum TerminalColor: Hashable, Sendable {
    /// One of the terminal's 256 colours: 0–15 are the theme's, 16–231 a cube of 6 × 6 × 6, 232–255 greys.
    case indexed(UInt8)

    /// An RGB colour. On a terminal with 256 colours, the nearest one of the cube or the greys is used.
    case rgb(RGBColor)

    /// The theme's red.
    public static let red = TerminalColor.indexed(1)
    /// The theme's green.
    public static let green = TerminalColor.indexed(2)
    /// The theme's yellow.
    public static let yellow = TerminalColor.indexed(3)
    /// The theme's blue.
    public static let blue = TerminalColor.indexed(4)
    /// The theme's magenta.
    public static let magenta = TerminalColor.indexed(5)
    /// The theme's cyan.
    public static let cyan = TerminalColor.indexed(6)
}

/// The colours that may be written.
public enum TerminalColorSupport: Hashable, Sendable {
    /// No colours; bold, dim and reversed text remain.
    case none
    /// The 256 indexed colours.
    case palette
    /// All colours.
    case full

    /// Determines the colours for an output.
    ///
    /// - Parameters:
    ///   - environment: The process's environment. A non-empty `NO_COLOR` (no-color.org), or a `TERM` that is `dumb`,
    ///     empty or missing, means none; a `COLORTERM` of `truecolor` or `24bit` means all colours.
    ///   - isTerminal: Whether the output is a terminal. Other outputs get no colours.
    public init(environment: [String: String], isTerminal: Bool) {
        let isAskedToRefrain = environment["NO_COLOR", default: ""] != ""
        let isDumb = ["", "dumb"].contains(environment["TERM", default: ""])
        if !isTerminal || isAskedToRefrain || isDumb {
            self = .none
        } else if ["truecolor", "24bit"].contains(environment["COLORTERM"]) {
            self = .full
        } else {
            self = .palette
        }
    }

    /// Returns the SGR codes that select a colour, each with a leading semicolon.
    ///
    /// - Parameter selector: 38 for the text, 48 for what is behind it.
    func codes(for color: TerminalColor, selectedBy selector: Int) -> String {
        switch (self, color) {
        case (.none, _): ""
        case (_, .indexed(let index)): ";\(selector);5;\(index)"
        case (.palette, .rgb(let color)): ";\(selector);5;\(color.nearestIndex)"
        case (.full, .rgb(let color)): ";\(selector);2;\(color.red);\(color.green);\(color.blue)"
        }
    }
}

extension RGBColor {
    /// The nearest colour of the cube and the greys (as xterm defines them), by Euclidean distance.
    fileprivate var nearestIndex: Int {
        let levels = [0, 95, 135, 175, 215, 255]
        func nearestLevel(_ part: UInt8) -> Int {
            levels.indices.min { abs(levels[$0] - Int(part)) < abs(levels[$1] - Int(part)) } ?? 0
        }
        func distance(_ r: Int, _ g: Int, _ b: Int) -> Int {
            let (dr, dg, db) = (r - Int(red), g - Int(green), b - Int(blue))
            return dr * dr + dg * dg + db * db
        }
        let (r, g, b) = (nearestLevel(red), nearestLevel(green), nearestLevel(blue))
        let grey = min(max((Int(red) + Int(green) + Int(blue) - 24 + 15) / 30, 0), 23)
        let greyLevel = 8 + 10 * grey
        let isGreyNearer =
            distance(greyLevel, greyLevel, greyLevel) < distance(levels[r], levels[g], levels[b])
        return isGreyNearer ? 232 + grey : 16 + 36 * r + 6 * g + b
    }
}
