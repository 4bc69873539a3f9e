import MillraceViews

/// The colour of text on a terminal.
public enum TerminalColor: Hashable, Sendable {
    /// One of the terminal's 256 colours: 0–15 are the theme's, 16–231 a cube of 6 × 6 × 6, 232–255 greys.
    case indexed(UInt8)

    /// An RGB colour. On a terminal with 256 colours, the nearest one of the cube is used.
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

extension TerminalColor {
    /// The bits that ``bits`` may have set.
    static var mask: UInt32 { 0x3FF_FFFF }

    /// The colour in 26 bits: its kind in the highest two, which are never 0, and then its number or its parts.
    var bits: UInt32 {
        switch self {
        case .indexed(let index): 1 << 24 | UInt32(index)
        case .rgb(let color): 2 << 24 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
        }
    }

    /// The colour with these bits; nil for none.
    init?(bits: UInt32) {
        func part(_ position: Int) -> UInt8 { UInt8(truncatingIfNeeded: bits >> position) }
        switch bits >> 24 {
        case 1: self = .indexed(part(0))
        case 2: self = .rgb(RGBColor(red: part(16), green: part(8), blue: part(0)))
        default: return nil
        }
    }
}

/// The colours that may be written.
package enum TerminalColorSupport: Hashable, Sendable {
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
    init(environment: [String: String], isTerminal: Bool) {
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
    /// - Parameter selector: 38 for the text, 48 for the background.
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
    /// The nearest colour of the cube, as xterm defines it.
    fileprivate var nearestIndex: Int {
        let levels = [0, 95, 135, 175, 215, 255]
        func nearestLevel(_ part: UInt8) -> Int {
            levels.indices.min { abs(levels[$0] - Int(part)) < abs(levels[$1] - Int(part)) } ?? 0
        }
        return 16 + 36 * nearestLevel(red) + 6 * nearestLevel(green) + nearestLevel(blue)
    }
}
