import Millrace

/// What somebody wrote on a drawing.
struct Annotation: Identifiable, Equatable, Codable, Sendable {
    let id: Int
    var author: String
    var kind: String
    var status: Status
    var text: String
}

/// What was decided about an annotation.
enum Status: String, Codable, Sendable { case open, accepted, rejected }

/// What annotations can be filtered by.
enum FilterGroup: String, CaseIterable, Codable, Sendable {
    case author, kind, status

    func value(of annotation: Annotation) -> String {
        switch self {
        case .author: annotation.author
        case .kind: annotation.kind
        case .status: annotation.status.rawValue
        }
    }
}

/// A switch that lets pass what has this value.
struct Filter: Hashable, Codable, Sendable {
    let group: FilterGroup, value: String
    var id: String { "\(group)/\(value)" }
}

extension Set<Filter> {
    /// Filters of one group add up. Each further group narrows.
    func pass(_ annotation: Annotation) -> Bool {
        FilterGroup.allCases.allSatisfy { group in
            let isUnused = allSatisfy { $0.group != group }
            return isUnused || contains(Filter(group: group, value: group.value(of: annotation)))
        }
    }
}

extension Annotation {
    static let samples: Table<Annotation> = [
        Annotation(id: 1, author: "Kim", kind: "text", status: .open, text: "The door opens the wrong way"),
        Annotation(id: 2, author: "Zoë", kind: "ink", status: .accepted, text: "Move this wall by 10 cm"),
        Annotation(id: 3, author: "Kim", kind: "stamp", status: .rejected, text: "Approved"),
        Annotation(id: 4, author: "Okafor", kind: "text", status: .open, text: "Which lintel?"),
        Annotation(id: 5, author: "Zoë", kind: "text", status: .open, text: "A socket is missing here"),
    ]
}
