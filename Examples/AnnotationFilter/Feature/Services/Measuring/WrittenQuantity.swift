import Foundation

extension Quantity {
    /// Reads a text that is a quantity, `1,204.06 sq ft`, and nothing else; nil where it is no number with a known unit,
    /// or may be two, as in `1.204 m`: a thousand, or one and a bit.
    ///
    /// - Parameter decimal: What stands before decimals, where the file says so.
    init?(written text: String, decimal: Character? = nil) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let number = text.prefix { $0.isASCII && $0.isNumber || Self.marks.contains($0) }
        guard number.first?.isNumber == true, let unit = MeasureUnit.known(String(text.dropFirst(number.count))),
            let (value, digits) = Self.number(number, decimal: decimal)
        else { return nil }
        self.init(unit.kind, value, unit.name, digits: digits)
    }

    private static let marks: Set<Character> = [".", ",", " ", "\u{A0}", "\u{202F}", "’"]

    /// The number, and how many decimals it has; nil where it may be two.
    private static func number(_ text: Substring, decimal: Character?) -> (value: Double, digits: Int)? {
        let text = String(text).trimmingCharacters(in: .whitespaces)
        let used = text.filter { marks.contains($0) }
        guard let last = used.last else { return Double(text).map { ($0, 0) } }
        let isRepeated = used.count { $0 == last } > 1
        let behind = text.split(separator: last, omittingEmptySubsequences: false).last ?? ""
        // A mark that groups thousands has three digits behind it; so may one before decimals.
        let mayGroup = behind.count == 3 && !text.hasPrefix("0")
        let point: Character?
        if let decimal {
            point = text.contains(decimal) ? decimal : nil
        } else if ![".", ","].contains(last) || isRepeated {
            point = nil
        } else if Set(used).count > 1 || !mayGroup {
            point = last
        } else {
            return nil
        }
        let parts = point.map { text.split(separator: $0, omittingEmptySubsequences: false) } ?? [text[...]]
        guard parts.count <= 2, let whole = parts.first, isGrouped(whole) else { return nil }
        let decimals = parts.count == 2 ? parts[1] : ""
        guard decimals.allSatisfy(\.isNumber), parts.count == 1 || !decimals.isEmpty else { return nil }
        return Double("\(whole.filter(\.isNumber)).\(decimals)0").map { ($0, decimals.count) }
    }

    /// Whether marks stand before each three digits, and nowhere else, and all are the same.
    private static func isGrouped(_ whole: Substring) -> Bool {
        let groups = whole.split(omittingEmptySubsequences: false) { marks.contains($0) }
        guard Set(whole.filter { marks.contains($0) }).count <= 1 else { return false }
        return groups.dropFirst().allSatisfy { $0.count == 3 } && (groups.count == 1 || 1...3 ~= groups[0].count)
    }
}
