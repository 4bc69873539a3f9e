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
        guard let scale = element.measure.flatMap(MeasureScale.init) else { return Quantity(kind, .noScale) }
        guard let points, points.count > (kind == .area ? 2 : 1) else { return Quantity(kind, .noCorners) }
        let quantity: Quantity? =
            switch (kind, element.kind) {
            case (.length, "line"), (.length, "polyline"): scale.length(of: points)
            case (.length, "polygon"): scale.length(of: points + points.prefix(1))
            case (.area, "polygon"): scale.area(of: points)
            default: nil
            }
        guard let quantity, quantity.value?.isFinite == true else { return Quantity(kind, .noCorners) }
        return quantity
    }

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
        Quantity(written: element.contents.isEmpty ? element.richContents : element.contents)
    }
}
