import MillraceTerminal

/// A property of annotations that a list can show, sort by and group by.
public enum Column: String, CaseIterable, Codable, Sendable {
    case sheet, page, author, kind, subject, color, layer, label, status, marked, created, modified, quantity, text,
        name

    /// The value of an annotation in this column, as text; empty if it has none.
    public func value(of annotation: Annotation) -> String {
        if let group { return group.value(of: annotation).map { group.name(of: $0) } ?? "" }
        return switch self {
        case .label: annotation.label ?? ""
        case .created: annotation.created?.forPeople ?? ""
        case .modified: annotation.modified?.forPeople ?? ""
        case .quantity: annotation.quantity?.description ?? ""
        case .text: annotation.text
        case .name: annotation.id
        default: ""
        }
    }

    /// The group of filters for the same property; nil if there is none.
    private var group: FilterGroup? { FilterGroup(rawValue: rawValue) }

    /// What threads are sorted by in this column.
    ///
    /// - Parameter sheets: The places of the sheets in the list, by their names.
    func key(of annotation: Annotation, _ sheets: [String: Int]) -> SortKey {
        switch self {
        case .sheet: annotation.sheet.map { SortKey(number: sheets[$0] ?? .max) } ?? .missing
        case .page: SortKey(number: annotation.page)
        case .created: SortKey(of: annotation.created) { $0.components?.secondsSince1970 }
        case .modified: SortKey(of: annotation.modified) { $0.components?.secondsSince1970 }
        case .status:
            annotation.status.map { status in
                ReviewStatus.model.firstIndex(of: status.rawValue).map { SortKey(number: $0) }
                    ?? SortKey(.other, text: status.rawValue.oneLine)
            } ?? .missing
        case .quantity: annotation.quantity.map { SortKey(of: $0) } ?? .missing
        default: SortKey(text: value(of: annotation).oneLine)
        }
    }

    /// The heading of a thread that begins with an annotation: what it says, and where it stands among the others.
    ///
    /// - Parameter sheets: The places of the sheets in the list, by their names.
    func heading(of annotation: Annotation, _ sheets: [String: Int]) -> SheetHeading {
        let (key, text) = keyedHeading(of: annotation, sheets)
        // What says so itself is as if it had none.
        let isMissing = text.hasPrefix("(no ") && text == headingOfMissing.text
        return SheetHeading(key: isMissing ? .missing : key, text: text)
    }

    private func keyedHeading(of annotation: Annotation, _ sheets: [String: Int]) -> (key: SortKey, text: String) {
        switch self {
        case .page:
            let sheet = annotation.sheet.map { ", \($0.oneLine)" } ?? ""
            let place = annotation.sheet.flatMap { sheets[$0] } ?? 0
            let number = place * Annotation.pages.upperBound + annotation.page
            return (SortKey(number: number), "Page \(annotation.pageLabel)\(sheet)")
        case .color where annotation.color?.rgb != nil:
            // Two spellings of one colour are one.
            let name = FilterGroup.color.name(of: annotation.color?.text.uppercased() ?? "")
            return (SortKey(text: name), name)
        case .quantity:
            guard let quantity = annotation.quantity else { return headingOfMissing }
            return (SortKey(of: quantity.asShown), quantity.description)
        case .created: return heading(of: annotation.created)
        case .modified: return heading(of: annotation.modified)
        default:
            let value = value(of: annotation).oneLine
            return value.isEmpty ? headingOfMissing : (key(of: annotation, sheets), value)
        }
    }

    /// A day, by the calendar of the place where the date was written.
    private func heading(of date: PDFDate?) -> (key: SortKey, text: String) {
        guard let date, !date.text.oneLine.isEmpty else { return headingOfMissing }
        let text = date.components?.dayText ?? date.text.oneLine
        return (SortKey(of: date, \.day), text)
    }

    private var headingOfMissing: (key: SortKey, text: String) { (.missing, "(no \(rawValue))") }
}

/// What values of a column are sorted by.
struct SortKey: Hashable, Comparable, Sendable {
    /// What stands behind the rest, in either direction.
    enum Rank: Int, Sendable {
        case value
        /// A value that cannot be compared with the others, such as a date that is none.
        case other
        case missing
    }

    private(set) var rank = Rank.value
    private var number = 0
    private var text = ""
    private var amount = 0.0

    /// The key of what has no value.
    static let missing = SortKey(.missing, text: "")

    init(number: Int) { self.number = number }

    init(_ rank: Rank, text: String) { (self.rank, self.text) = (rank, text) }

    /// By the text in any case, then to the letter.
    init(text: String) {
        self.init(text.isEmpty ? .missing : .value, text: text.isEmpty ? "" : "\(text.foldedForSearch)\0\(text)")
    }

    /// By a number that a date has; those that are no dates by what is written.
    init(of date: PDFDate?, _ number: (PDFDate) -> Int?) {
        guard let date, !date.text.oneLine.isEmpty else {
            self = .missing
            return
        }
        if let number = number(date) { self.init(number: number) } else { self.init(.other, text: date.text.oneLine) }
    }

    /// By what is measured, then the unit, then how much.
    init(of quantity: Quantity) {
        rank = quantity.value == nil ? .other : .value
        number = quantity.kind.rank
        (text, amount) = (quantity.unit, quantity.value ?? 0)
    }

    static func < (left: SortKey, right: SortKey) -> Bool {
        if left.rank != right.rank { return left.rank.rawValue < right.rank.rawValue }
        if left.number != right.number { return left.number < right.number }
        return left.text == right.text ? left.amount < right.amount : left.text < right.text
    }
}

extension PDFDate {
    /// `2024-03-04 09:12`, or what the file says where that is no date.
    public var forPeople: String {
        components.map { "\($0.dayText) \($0.clockText)" } ?? text
    }

    /// `2024-03-04 09:12 +01:00`: with the zone, if the file tells it.
    var forPeopleWithZone: String {
        guard let components, components.secondsFromUTC != nil else { return forPeople }
        return "\(forPeople) \(components.secondsFromUTC == 0 ? "UTC" : String(components.iso8601.suffix(6)))"
    }
}
