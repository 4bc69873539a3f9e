import Foundation

/// A quantity as a text has it, `1,204.06 sq ft`, and nothing else.
enum WrittenQuantity: Equatable {
    case known(Quantity)
    /// The number may be two, as in `1.204 m`: a thousand, or one and a bit.
    case ambiguous(Quantity.Kind)

    /// Reads a text; nil where it is no number with a known unit.
    ///
    /// - Parameter decimal: What stands before decimals, where the file says so.
    init?(_ text: String, decimal: Character? = nil) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if let feet = Self.feet(text) {
            self = .known(Quantity(.length, feet, "ft", digits: 4))
            return
        }
        let isNumber = { (character: Character) in
            character.isASCII && character.isNumber || Self.marks.contains(character)
        }
        let number = text.prefix(while: isNumber)
        guard number.first?.isNumber == true, let unit = MeasureUnit.known(String(text.dropFirst(number.count))) else {
            return nil
        }
        switch Self.number(number, decimal: decimal) {
        case .some((let value, let digits)?): self = .known(Quantity(unit.kind, value, unit.name, digits: digits))
        case .some(nil): self = .ambiguous(unit.kind)
        case nil: return nil
        }
    }

    private static let marks: Set<Character> = [".", ",", " ", "\u{A0}", "\u{202F}", "’"]

    /// The number and its decimals. The inner nil is a number that may be two, the outer one no number at all.
    private static func number(_ text: Substring, decimal: Character?) -> (value: Double, digits: Int)?? {
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
            return .some(nil)
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

    /// Feet and inches, `12'-6 1/2"` or `12 ft 6 in`, in feet.
    private static func feet(_ text: String) -> Double? {
        let pattern = /([0-9]+) ?(?:'|′|ft)[ -]*([0-9]+(?:\.[0-9]+)?)?(?:[ -]*([0-9]+)\/([0-9]+))? ?(?:"|″|in)/
        guard let match = text.wholeMatch(of: pattern), match.2 != nil || match.3 != nil,
            let feet = Double(match.1), let inches = match.2.map({ Double($0) }) ?? 0
        else { return nil }
        guard let top = match.3.map({ Double($0) }) ?? 0, let bottom = match.4.map({ Double($0) }) ?? 1, bottom > 0,
            inches + top / bottom < 12
        else { return nil }
        return feet + (inches + top / bottom) / 12
    }
}
