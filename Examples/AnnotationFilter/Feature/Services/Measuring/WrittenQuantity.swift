import Foundation

extension Quantity {
    /// Reads a text that is a quantity, `1,204.06 sq ft`, and nothing else; nil where it is no number with a known unit,
    /// or may be two, as in `1.204 m`: a thousand, or one and a bit.
    init?(written text: String) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let number = text.prefix { $0.isASCII && $0.isNumber || ". ,’\u{A0}\u{202F}".contains($0) }
        guard let unit = MeasureUnit.known(String(text.dropFirst(number.count))),
            let (value, digits) = Self.number(number.trimmingCharacters(in: .whitespaces))
        else { return nil }
        self.init(unit.kind, value, unit.name, digits: digits)
    }

    /// The number, and how many decimals it has; nil where it may be two.
    private static func number(_ text: String) -> (value: Double, digits: Int)? {
        if let plain = text.wholeMatch(of: /([0-9]+)(?:[.,]([0-9]+))?/) {
            let decimals = plain.2 ?? ""
            // A mark that groups thousands has three digits behind it; so may one before decimals.
            if decimals.count == 3, !text.hasPrefix("0") { return nil }
            return Double("\(plain.1).\(decimals)0").map { ($0, decimals.count) }
        }
        // One mark before each three digits, and another one before the decimals.
        let grouped = /([0-9]{1,3}(?:([ .,’\u{A0}\u{202F}])[0-9]{3})(?:\2[0-9]{3})*)(?:(?!\2)[.,]([0-9]+))?/
        guard let match = text.wholeMatch(of: grouped) else { return nil }
        let decimals = match.3 ?? ""
        return Double("\(match.1.filter(\.isNumber)).\(decimals)0").map { ($0, decimals.count) }
    }
}
