import Foundation

/// Days from one to another, both of them included, on the calendar of the place where an annotation was made.
public struct DateRange: Hashable, Codable, Sendable {
    /// The first day, `2024-03-01`, or a month or year whose first day is meant; empty for no first.
    public let first: String
    /// The last day, or a month or year whose last day is meant; empty for no last.
    public let last: String

    /// Reads `2024-03-01..2024-03-31`, `2024-03-01..`, `..2024-03-31`, or one day, month or year. Nil where the text is
    /// none of these.
    public init?(_ text: String) {
        let ends = text.components(separatedBy: "..").map { $0.trimmingCharacters(in: .whitespaces) }
        guard ends.count <= 2, let first = ends.first, let last = ends.last, !(first.isEmpty && last.isEmpty),
            ends.allSatisfy({ $0.isEmpty || Self.isDay($0) }),
            first.isEmpty || last.isEmpty || first <= last || first.hasPrefix(last)
        else { return nil }
        (self.first, self.last) = (first, last)
    }

    /// Whether a text is a year, a month or a day.
    private static func isDay(_ text: String) -> Bool {
        guard text.wholeMatch(of: /[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?/) != nil else { return false }
        return PDFDate(text.filter { $0 != "-" }).components != nil
    }

    /// The days as numbers, 20240301...20240399: a month or a year means all its days.
    var bounds: ClosedRange<Int> {
        func number(_ text: String, filledWith filler: Character) -> Int {
            let digits = text.filter { $0 != "-" }
            return Int(digits + String(repeating: filler, count: 8 - digits.count)) ?? 0
        }
        return number(first, filledWith: "0")...number(last, filledWith: "9")
    }
}

extension DateRange: CustomStringConvertible {
    /// As it is written: `2024-03-01..2024-03-31`.
    public var description: String { first == last ? first : "\(first)..\(last)" }
}

extension DateRange {
    private enum CodingKeys: CodingKey {
        case first, last
    }

    /// Reads both ends. Fails where they are no days, or the wrong way round: a person may have written them.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let (first, last) = (
            try values.decode(String.self, forKey: .first), try values.decode(String.self, forKey: .last)
        )
        guard let range = DateRange("\(first)..\(last)") else {
            throw DecodingError.dataCorruptedError(forKey: .first, in: values, debugDescription: "these are no days")
        }
        self = range
    }
}
