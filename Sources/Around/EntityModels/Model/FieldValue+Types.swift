import Foundation
import MillraceEntities

extension FieldValue {
    /// The type of a single value; nil for null, arrays and objects.
    var scalarType: ModelType? {
        switch self {
        case .bool: .bool
        case .integer: .integer
        case .number: .number
        case .decimal: .decimal
        case .string(let text): text.isISO8601Date ? .date : .text
        case .null, .array, .object, .key, .reference: nil
        }
    }
}

extension String {
    /// Whether it is a point in time in the form of ISO 8601, as `EntityDates.iso8601` reads it: with seconds and a
    /// time zone, with or without fractions.
    var isISO8601Date: Bool {
        // Most text is none, as a glance at its length and its eleventh character shows.
        guard (20...40).contains(utf8.count), dropFirst(10).first == "T", prefix(4).allSatisfy(\.isASCIIDigit) else {
            return false
        }
        let zoned = dropFirst(19).drop { $0 == "." || $0.isASCIIDigit }
        guard zoned == "Z" || zoned.first == "+" || zoned.first == "-" else { return false }
        let hasFraction = dropFirst(19).first == "."
        return (try? Date(self, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction))) != nil
    }
}

extension Character {
    var isASCIIDigit: Bool { isASCII && isNumber }
}
