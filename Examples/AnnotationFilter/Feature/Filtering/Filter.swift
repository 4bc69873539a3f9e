import Millrace

/// A property of annotations that can be filtered by.
public enum FilterGroup: String, CaseIterable, Codable, Sendable {
    /// The element's name in the file.
    case kind
    /// The author of the annotation.
    case author
    /// Its colour.
    case color
    /// Its page, counted from 1.
    case page
    /// The decision of the reviewers.
    case status
    /// The name that the annotation's tool gives it.
    case subject
    /// The layer of the drawing.
    case layer
    /// Whether it is marked.
    case marked
    /// The sheet, where several are open.
    case sheet
}

/// A switch in the panel: it passes the annotations that have this value in this group.
public struct Filter: Hashable, Codable, Sendable {
    /// The property that the filter compares.
    public let group: FilterGroup
    /// What it asks for, as it is shown and as a script writes it: `A. Kim`, `#FFD100`, `3`, `Accepted`.
    /// What has no value in the group is found under ``FilterGroup/nameOfMissing``.
    public let value: String

    /// A filter for `value` in `group`.
    public init(_ group: FilterGroup, _ value: String) {
        self.group = group
        self.value = value
    }
}

extension FilterGroup {
    /// The groups of a sheet: that of the sheets themselves is one only where several are open.
    public static func all(for sheet: Sheet) -> [FilterGroup] {
        sheet.names.isEmpty ? allCases.filter { $0 != .sheet } : allCases
    }

    /// The value of the filter for annotations that have none in this group. Cheap: every value is compared with it.
    public var nameOfMissing: String {
        switch self {
        case .kind: "(no kind)"
        case .author: "(no author)"
        case .color: "(no color)"
        case .page: "(no page)"
        case .status: "None"
        case .subject: "(no subject)"
        case .layer: "(no layer)"
        case .marked: "not marked"
        case .sheet: "(this sheet)"
        }
    }

    /// The name of a value as it is shown, which can differ from the word in the file.
    public func name(of value: String) -> String {
        switch self {
        case .kind: Annotation.kindNames[value] ?? value
        case .color: RGBColor(value).map { "\($0.name) \(value)" } ?? value
        default: value
        }
    }

    /// The value of `annotation` in this group; nil if it has none.
    func value(of annotation: Annotation) -> String? {
        switch self {
        case .kind: annotation.kind
        case .author: annotation.author
        case .color: annotation.color?.text
        case .page: annotation.pageLabel
        case .status: annotation.status?.rawValue
        case .subject: annotation.subject
        case .layer: annotation.layer
        case .marked: annotation.isMarked ? "marked" : nil
        case .sheet: annotation.sheet
        }
    }

    /// What two values must share to be the same filter. Two spellings of one colour do.
    func key(of value: String) -> FilterKey {
        switch self {
        case .color: AnnotationColor(value).key
        case .page: Int(value).map(FilterKey.number) ?? .text(value)
        default: value == nameOfMissing ? .missing : .text(value)
        }
    }

    /// What an annotation shares with all that the same filter lets pass. Cheap: it is asked of every annotation.
    func key(of annotation: Annotation) -> FilterKey {
        switch self {
        case .page: .number(annotation.page + 1)
        case .color: annotation.color?.key ?? .missing
        default: value(of: annotation).map { key(of: $0) } ?? .missing
        }
    }

    /// Whether `left` is above `right` in the panel. A missing value is last, except that "None" is first among the
    /// states of a review.
    func isOrdered(_ left: String, _ right: String) -> Bool {
        let (leftRank, rightRank) = (rank(of: left), rank(of: right))
        guard leftRank == rightRank else { return leftRank < rightRank }
        let (leftFolded, rightFolded) = (left.foldedForSearch, right.foldedForSearch)
        return leftFolded == rightFolded ? left < right : leftFolded < rightFolded
    }

    private func rank(of value: String) -> Int {
        switch self {
        case .page: Int(value) ?? .max
        case .status where value == nameOfMissing: -1
        case .status: ReviewStatus.model.firstIndex(of: value) ?? .max
        case .kind, .author, .color, .subject, .layer, .marked, .sheet: value == nameOfMissing ? 1 : 0
        }
    }
}

/// What the spellings of one filter share.
enum FilterKey: Hashable, Comparable {
    case number(Int)
    case text(String)
    case missing
}

extension AnnotationColor {
    fileprivate var key: FilterKey {
        if let rgb { return .number(Int(rgb.red) << 16 | Int(rgb.green) << 8 | Int(rgb.blue)) }
        return text == FilterGroup.color.nameOfMissing ? .missing : .text(text)
    }
}
