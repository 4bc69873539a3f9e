/// Finds out what an element of a file measures.
struct QuantityReader {
    private let element: XFDFElement

    init(_ element: XFDFElement) {
        self.element = element
    }

    /// The quantity: computed from the points and the scale, where the file has both, or else as the text says it. Nil
    /// where nothing is measured.
    var quantity: Quantity? {
        guard let kind else { return nil }
        if kind == .count { return .one }
        let computed = computed(kind)
        if computed.value == nil, let written, written.kind == kind { return written }
        return computed
    }

    /// What is measured; nil for nothing. Programs say it by the intent (ISO 32000, IT), or by the subject; a line or
    /// an area with a scale is measured in any case.
    private var kind: Quantity.Kind? {
        switch (element["IT"] ?? element["intent"] ?? element["it"])?.lowercased() {
        case "linedimension", "polylinedimension": return .length
        case "polygondimension": return Self.kindOfSubject(element["subject"]) == .volume ? .volume : .area
        case "polygoncount": return .count
        default: break
        }
        if let kind = Self.kindOfSubject(element["subject"]) { return kind }
        guard element.measure != nil else { return nil }
        switch element.kind {
        case "line", "polyline": return .length
        case "polygon", "square", "circle": return .area
        default: return nil
        }
    }

    private static func kindOfSubject(_ subject: String?) -> Quantity.Kind? {
        switch subject?.lowercased() {
        case "length measurement", "polylength measurement", "perimeter measurement", "diameter measurement",
            "radius measurement":
            .length
        case "area measurement": .area
        case "volume measurement": .volume
        case "count measurement", "count": .count
        default: nil
        }
    }

    private func computed(_ kind: Quantity.Kind) -> Quantity {
        guard let measure = element.measure else { return Quantity(kind, .noScale) }
        if MeasureScale.hasTwoScales(measure) { return Quantity(kind, .twoScales) }
        guard let scale = MeasureScale(measure) else { return Quantity(kind, .noScale) }
        if kind == .volume { return Quantity(kind, .noDepth) }
        guard Self.shapes.contains(element.kind) else { return Quantity(kind, .shape) }
        guard let points, points.count > 1 else { return Quantity(kind, .noPoints) }
        let quantity: Quantity
        switch (kind, element.kind) {
        case (.length, "line"), (.length, "polyline"): quantity = scale.length(of: points)
        case (.length, "polygon"): quantity = scale.length(of: points + points.prefix(1))
        case (.area, "polygon"):
            if points.count < 3 { return Quantity(kind, .noPoints) }
            if Point.isCrossing(points) { return Quantity(kind, .crossing) }
            quantity = scale.area(of: points)
        default: return Quantity(kind, .shape)
        }
        return quantity.value?.isFinite == true ? quantity : Quantity(kind, .noPoints)
    }

    private static let shapes: Set = ["line", "polyline", "polygon"]

    private var points: [Point]? {
        if element.kind == "line" {
            guard let start = element["start"].flatMap(Point.list), let end = element["end"].flatMap(Point.list) else {
                return nil
            }
            return start + end
        }
        return Point.list(element.vertices.isEmpty ? element["vertices"] ?? "" : element.vertices)
    }

    private var written: Quantity? {
        let decimal = element.measure?.formats.values.lazy.compactMap { $0["rd"]?.first }.first
        let text = element.contents.isEmpty ? element.richContents : element.contents
        return Quantity(written: text, decimal: decimal)
    }
}
