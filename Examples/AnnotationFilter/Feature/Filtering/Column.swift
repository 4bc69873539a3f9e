import MillraceTerminal

/// A property of annotations that a list can show, sort by and group by.
public enum Column: String, CaseIterable, Codable, Sendable {
    case sheet, page, author, kind, subject, color, layer, label, status, marked, created, modified, quantity, text,
        name

    /// The value of an annotation in this column, as text; empty if it has none.
    public func value(of annotation: Annotation) -> String {
        switch self {
        case .sheet: annotation.sheet ?? ""
        case .page: annotation.pageLabel
        case .author: annotation.author ?? ""
        case .kind: annotation.kindName
        case .subject: annotation.subject ?? ""
        case .color: annotation.color.map { FilterGroup.color.name(of: $0.text) } ?? ""
        case .layer: annotation.layer ?? ""
        case .label: annotation.label ?? ""
        case .status: annotation.status?.rawValue ?? ""
        case .marked: annotation.isMarked ? "marked" : ""
        case .created: annotation.created?.forPeople ?? ""
        case .modified: annotation.modified?.forPeople ?? ""
        case .quantity: annotation.quantity?.description ?? ""
        case .text: annotation.text
        case .name: annotation.id
        }
    }

    /// Whether one annotation precedes another. Those without a value in the column are last.
    func key(of annotation: Annotation) -> SortKey {
        switch self {
        case .page: SortKey(number: annotation.page)
        case .created: SortKey(date: annotation.created)
        case .modified: SortKey(date: annotation.modified)
        case .status:
            SortKey(
                number: annotation.status.map { ReviewStatus.model.firstIndex(of: $0.rawValue) ?? .max - 1 } ?? .max
            )
        case .quantity: SortKey(quantity: annotation.quantity)
        default: SortKey(text: value(of: annotation).oneLine)
        }
    }

    /// The sort key of a column: a number, then a text if the numbers are equal.
    struct SortKey: Comparable {
        var number = 0
        var amount = 0.0
        var text = ""

        init(number: Int, text: String = "") { (self.number, self.text) = (number, text) }
        init(date: PDFDate?) { number = date?.components?.secondsSince1970 ?? .max }
        init(text: String) { (number, self.text) = (text.isEmpty ? 1 : 0, "\(text.foldedForSearch)\0\(text)") }

        /// By what is measured, then the unit, then how much.
        init(quantity: Quantity?) {
            let kinds = Quantity.Kind.allCases
            let isKnown = quantity?.value != nil
            number = quantity.flatMap { kinds.firstIndex(of: $0.kind) }.map { isKnown ? $0 : kinds.count } ?? .max
            (amount, text) = (quantity?.value ?? 0, quantity?.unit ?? "")
        }

        static func < (left: SortKey, right: SortKey) -> Bool {
            if left.number != right.number { return left.number < right.number }
            return left.text == right.text ? left.amount < right.amount : left.text < right.text
        }
    }
}

extension PDFDate {
    /// `2024-03-04 09:12`, or what the file says where that is no date.
    public var forPeople: String {
        components.map { String($0.iso8601.prefix(16)).replacing("T", with: " ") } ?? text
    }

    /// `2024-03-04 09:12 +01:00`: with the zone, if the file tells it.
    var forPeopleWithZone: String {
        guard let components, components.secondsFromUTC != nil else { return forPeople }
        return "\(forPeople) \(components.secondsFromUTC == 0 ? "UTC" : String(components.iso8601.suffix(6)))"
    }
}
