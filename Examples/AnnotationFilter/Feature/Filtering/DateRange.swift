import Foundation

/// Days from one to another, both of them included, on the calendar of the place where an annotation was made:
/// `2024-03-01..2024-03-31`, `2024-03-01..`, `..2024-03-31`, or one day, month or year.
public struct DateRange: RawRepresentable, Hashable, Codable, Sendable {
    /// The days as they are written.
    public let rawValue: String
    /// The days as numbers, 20240301...20240399: a month or a year means all its days.
    let bounds: ClosedRange<Int>

    /// Reads days. Nil where the text names none, or the wrong way round.
    public init?(rawValue: String) {
        let ends = rawValue.components(separatedBy: "..").map { $0.trimmingCharacters(in: .whitespaces) }
        guard ends.count <= 2, ends != [""], ends != ["", ""],
            let first = Self.number(ends[0], filledWith: "0"),
            let last = Self.number(ends[ends.count - 1], filledWith: "9"), first <= last
        else { return nil }
        (self.rawValue, bounds) = (ends.joined(separator: ".."), first...last)
    }

    /// A day as a number, and likewise a year or a month, to which something is added; nil where a text is none of these.
    private static func number(_ text: String, filledWith filler: Character) -> Int? {
        let digits = text.filter { $0 != "-" }
        guard text.wholeMatch(of: /([0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?)?/) != nil,
            text.isEmpty || PDFDate(digits).isDate
        else { return nil }
        return Int(digits + String(repeating: filler, count: 8 - digits.count))
    }
}
