import Foundation

/// What a measured mark-up measures: a length, an area, a volume, or one of what is counted.
public struct Quantity: Equatable, Codable, Sendable {
    /// What is measured.
    public enum Kind: String, CaseIterable, Codable, Comparable, Sendable {
        case length
        case area
        case volume
        case count

        /// In the order in which totals tell them.
        public static func < (left: Kind, right: Kind) -> Bool { left.rank < right.rank }

        /// The place in that order.
        var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// Why a quantity is not known.
    public enum Problem: String, Codable, Sendable {
        /// The file has neither a scale that holds for both axes nor a text with the quantity.
        case noScale
        /// It is no line and no area with corners that are numbers.
        case noCorners
    }

    /// What is measured.
    public let kind: Kind
    /// How much, in ``unit``; nil where it is not known.
    public let value: Double?
    /// The unit, as `m` or `sq ft`; empty for a count, and where it is not known.
    public let unit: String
    /// How many digits behind the point are shown.
    public let digits: Int
    /// Why the value is not known; nil where it is.
    public let problem: Problem?

    /// A quantity that is known. The value is finite.
    public init(_ kind: Kind, _ value: Double, _ unit: String, digits: Int = 2) {
        (self.kind, self.value, self.unit, self.digits, problem) = (kind, value, unit, digits, nil)
    }

    /// A quantity that is not known.
    public init(_ kind: Kind, _ problem: Problem) {
        (self.kind, value, unit, digits, self.problem) = (kind, nil, "", 0, problem)
    }

    /// One of what is counted.
    public static let one = Quantity(.count, 1, "", digits: 0)

    /// The number without the unit; empty where it is not known.
    public var number: String { value.map { Self.number($0, digits: digits) } ?? "" }

    /// The quantity with as many digits as are shown.
    var asShown: Quantity { value == nil ? self : Quantity(kind, Double(number) ?? 0, unit, digits: digits) }

    /// A number with so many digits behind the point, without zeros at the end of many.
    static func number(_ value: Double, digits: Int) -> String {
        var text = String(format: "%.\(max(0, min(digits, 9)))f", value)
        if text.contains(".") {
            while text.hasSuffix("0") { text.removeLast() }
            if text.hasSuffix(".") { text.removeLast() }
        }
        return text == "-0" ? "0" : text
    }
}

extension Quantity: CustomStringConvertible {
    /// The quantity for people: `12.5 m`, `1 counted`, `length unknown`.
    public var description: String {
        guard value != nil else { return "\(kind.rawValue) unknown" }
        return kind == .count ? "\(number) counted" : "\(number) \(unit)"
    }
}

extension Quantity.Problem: CustomStringConvertible {
    /// The reason for people.
    public var description: String {
        switch self {
        case .noScale: "the file has neither its scale, one for both axes, nor a text with a number and a unit"
        case .noCorners: "only lengths and areas are computed, of lines and areas with corners that are numbers"
        }
    }
}
