import MillraceTerminal

/// What differs between two versions of a sheet, annotation by annotation, which are the same by their names.
public struct SheetComparison: Equatable, Sendable {
    /// One annotation that differs.
    public struct Change: Equatable, Sendable {
        /// What became of it.
        public enum Kind: String, Sendable {
            case added
            case removed
            case changed
        }

        /// What became of it.
        public let kind: Kind
        /// The annotation, as it is now; one that is gone, as it was.
        public let annotation: Annotation
        /// For each column that differs, what stood there before and what stands there now.
        public let columns: [Column: [String]]
    }

    /// The changes: what is in the newer sheet in its order, then what is gone, in the order of the older one.
    public let changes: [Change]

    /// Compares two versions; where the task is cancelled, not all of them. Cost: O(annotations and the length of their
    /// contents).
    public init(from old: Sheet, to new: Sheet) {
        let before = Dictionary(old.annotations.map { ($0.id, $0) }) { first, _ in first }
        let now = Set(new.annotations.map(\.id))
        var kept: [Change] = []
        for annotation in new.annotations {
            if Task.isCancelled { break }
            guard let former = before[annotation.id] else {
                kept.append(Change(kind: .added, annotation: annotation, columns: [:]))
                continue
            }
            let columns = Self.columns(from: former, to: annotation)
            if !columns.isEmpty { kept.append(Change(kind: .changed, annotation: annotation, columns: columns)) }
        }
        let gone = old.annotations.filter { !now.contains($0.id) }
        changes = kept + gone.map { Change(kind: .removed, annotation: $0, columns: [:]) }
    }

    private static func columns(from old: Annotation, to new: Annotation) -> [Column: [String]] {
        var columns: [Column: [String]] = [:]
        for column in Column.allCases where column != .name {
            let values = [column.value(of: old), column.value(of: new)]
            if values[0] != values[1] { columns[column] = values }
        }
        return columns
    }
}

extension SheetComparison {
    /// The comparison for people, a line for each change, or the one line that nothing changed.
    public var lines: [String] { changes.isEmpty ? ["Nothing differs."] : changes.map(\.line) }
}

extension SheetComparison.Change {
    /// `+ p. 3 | ink | A. Kim | text`, with a minus for what is gone; for what has changed a tilde, and what differs.
    fileprivate var line: String {
        let author = annotation.author ?? FilterGroup.author.nameOfMissing
        let whole = ["p. \(annotation.pageLabel)", annotation.kind, author, annotation.text].map(\.oneLine)
        let differences = Column.allCases.compactMap { column in
            columns[column].map { "\(column.rawValue): \"\($0[0].oneLine)\" → \"\($0[1].oneLine)\"" }
        }
        return switch kind {
        case .added: "+ \(whole.joined(separator: " | "))"
        case .removed: "- \(whole.joined(separator: " | "))"
        case .changed: "~ \(whole.dropLast().joined(separator: " | ")) | \(differences.joined(separator: ", "))"
        }
    }
}
