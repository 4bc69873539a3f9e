import Foundation

/// A `<measure>` element, as programs write PDF's measure dictionary into XFDF: the scale as a text, and a number
/// format for each axis, for distances and for areas, whose attributes have the names of the dictionary's keys.
struct XFDFMeasure {
    /// The scale as people write it, `1 in = 10 ft`.
    let rate: String
    /// The attributes of the first number format of each name: `xformat`, `yformat`, `distance`, `area`.
    var formats: [String: [String: String]] = [:]
}

/// How lengths on a page become lengths in the world (ISO 32000, rectilinear measure dictionaries).
struct MeasureScale {
    /// Units of the first axis for a point of the page.
    private let perPoint: Double
    private let length: Format
    private let area: Format

    private struct Format {
        /// What a value in units of the first axis, or their square, is multiplied by.
        let factor: Double
        let unit: String
        let digits: Int
    }

    /// Nil where the element does not say enough, or gives the second axis a scale of its own, so that nothing can be
    /// said of what runs along both.
    init?(_ measure: XFDFMeasure) {
        let axis = measure.formats["xformat"] ?? [:]
        let second = measure.formats["yformat"] ?? axis
        guard second["c"] == axis["c"], second["u"] == axis["u"],
            let (perPoint, unit) = Self.factor(axis) ?? Self.factor(ofRate: measure.rate)
        else { return nil }
        self.perPoint = perPoint
        length = Self.format(measure.formats["distance"] ?? axis, or: unit, isAxis: measure.formats["distance"] == nil)
        area = Self.format(measure.formats["area"] ?? [:], or: "sq \(unit)", isAxis: false)
    }

    /// The length of the line through some points.
    func length(of points: [Point]) -> Quantity {
        let steps = zip(points, points.dropFirst()).map { first, second in
            hypot(second.x - first.x, second.y - first.y) * perPoint
        }
        return Quantity(.length, steps.reduce(0, +) * length.factor, length.unit, digits: length.digits)
    }

    /// The area within some points.
    func area(of points: [Point]) -> Quantity {
        let doubled = zip(points, points.dropFirst() + points.prefix(1)).reduce(0) { sum, pair in
            sum + pair.0.x * pair.1.y - pair.1.x * pair.0.y
        }
        let area = abs(doubled) / 2 * perPoint * perPoint
        return Quantity(.area, area * self.area.factor, self.area.unit, digits: self.area.digits)
    }

    private static func factor(_ axis: [String: String]) -> (Double, String)? {
        guard let factor = positive(axis["c"]), let unit = axis["u"], !unit.isEmpty else { return nil }
        return (factor, MeasureUnit.name(unit))
    }

    /// The factor that `1/4 in = 1 ft` means.
    private static func factor(ofRate rate: String) -> (Double, String)? {
        let sides = rate.split(separator: "=").map { side(String($0)) }
        guard sides.count == 2, let page = sides[0], let world = sides[1], let points = MeasureUnit.points(page.unit),
            MeasureUnit.points(world.unit) != nil
        else { return nil }
        return (world.value / (page.value * points), MeasureUnit.name(world.unit))
    }

    private static func side(_ text: String) -> (value: Double, unit: String)? {
        let pattern = /(?:([0-9]+(?:\.[0-9]+)?))?(?: ?([0-9]+)\/([0-9]+))? ?([^0-9 ]+)/
        let text = text.trimmingCharacters(in: .whitespaces)
        guard let match = text.wholeMatch(of: pattern), match.1 != nil || match.2 != nil else { return nil }
        let whole = match.1.flatMap { Double($0) } ?? 0
        let top = match.2.flatMap { Double($0) } ?? 0
        let bottom = match.3.flatMap { Double($0) } ?? 1
        let value = whole + top / bottom
        return value > 0 && value.isFinite ? (value, String(match.4)) : nil
    }

    private static func format(_ attributes: [String: String], or unit: String, isAxis: Bool) -> Format {
        let isDecimal = (attributes["f"] ?? "D") == "D"
        let precision = isDecimal ? positive(attributes["d"]) ?? 100 : 10_000
        return Format(
            factor: isAxis ? 1 : positive(attributes["c"]) ?? 1,
            unit: MeasureUnit.name(attributes["u"].flatMap { $0.isEmpty ? nil : $0 } ?? unit),
            digits: max(0, min(9, Int(log10(precision).rounded(.up))))
        )
    }

    private static func positive(_ text: String?) -> Double? {
        text.flatMap { Double($0.trimmingCharacters(in: .whitespaces)) }.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    }
}
