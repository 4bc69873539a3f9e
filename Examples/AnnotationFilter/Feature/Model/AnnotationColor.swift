/// A colour as a file writes it, and what it means where it means something.
public struct AnnotationColor: Equatable, Codable, Sendable {
    /// A colour as a screen mixes it.
    public struct RGB: Hashable, Sendable {
        /// How red it is.
        public let red: UInt8
        /// How green it is.
        public let green: UInt8
        /// How blue it is.
        public let blue: UInt8
    }

    /// The text in the file, for example `#FFD100`.
    public let text: String
    /// What the text says; nil where it is no colour.
    public var rgb: RGB? { RGB(text) }

    /// Reads `#RRGGBB`, the one notation that XFDF knows. Any other text is kept, without a meaning.
    public init(_ text: String) {
        self.text = text
    }
}

extension AnnotationColor.RGB {
    /// What people call the colour: the nearest of a dozen names.
    public var name: String {
        let (r, g, b) = (Int(red), Int(green), Int(blue))
        let (most, least) = (max(r, g, b), min(r, g, b))
        let chroma = most - least
        guard chroma > 24 else { return most < 48 ? "black" : least > 224 ? "white" : "grey" }
        let sixth =
            switch most {
            case r: Double(g - b) / Double(chroma)
            case g: 2 + Double(b - r) / Double(chroma)
            default: 4 + Double(r - g) / Double(chroma)
            }
        switch (sixth * 60 + 360).truncatingRemainder(dividingBy: 360) {
        case 15..<45: return most < 160 ? "brown" : "orange"
        case 45..<70: return "yellow"
        case 70..<160: return "green"
        case 160..<200: return "turquoise"
        case 200..<255: return "blue"
        case 255..<290: return "purple"
        case 290..<345: return "pink"
        default: return "red"
        }
    }

    init?(_ text: String) {
        let digits = text.dropFirst()
        guard text.first == "#", digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
            let value = Int(digits, radix: 16)
        else { return nil }
        (red, green, blue) = (UInt8(value >> 16), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF))
    }
}
