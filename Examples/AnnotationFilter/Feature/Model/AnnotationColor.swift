import Millrace

/// A colour as a file writes it, and what it means where it means something.
public struct AnnotationColor: Equatable, Codable, Sendable {
    /// The text in the file, for example `#FFD100`.
    public let text: String
    /// What the text says; nil where it is no colour.
    public var rgb: RGBColor? { RGBColor(text) }

    /// Reads `#RRGGBB`, the one notation that XFDF knows. Any other text is kept, without a meaning.
    public init(_ text: String) {
        self.text = text
    }
}

extension RGBColor {
    /// What people call the colour: the nearest of a dozen names.
    var name: String {
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
        let digits = text.utf8.dropFirst()
        // A number may have a sign.
        guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6, digits.allSatisfy({ $0 >= UInt8(ascii: "0") }),
            let value = Int(Substring(digits), radix: 16)
        else { return nil }
        self.init(red: UInt8(value >> 16), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
    }
}
