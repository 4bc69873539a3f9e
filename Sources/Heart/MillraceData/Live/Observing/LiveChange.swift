/// A value that an observer of a live view receives.
public enum LiveUpdate<Row, Changes> {
    /// The rows at the beginning of the observation.
    case initial(Rows<Row>)

    /// The rows, and the changes that lead to them from those received before.
    case update(Rows<Row>, Changes)

    /// The rows, which are to be shown again from scratch: a condition, order or grouping that is an observable has
    /// changed, and many rows with it.
    case reset(Rows<Row>)

    /// The rows.
    @export(implementation) public var rows: Rows<Row> {
        switch self {
        case .initial(let rows), .update(let rows, _), .reset(let rows): rows
        }
    }

    /// The changes; nil if all rows are to be shown again.
    @export(implementation) public var changes: Changes? {
        if case .update(_, let changes) = self { changes } else { nil }
    }
}

extension LiveUpdate: Sendable where Row: Sendable, Changes: Sendable {}

extension LiveUpdate: Equatable where Row: Equatable, Changes: Equatable {}

/// The change that an observer of rows receives.
public typealias LiveChange<Row> = LiveUpdate<Row, RowChanges>

/// The change that an observer of sections receives: the sections, and the changes down to their rows.
public typealias LiveSectionChange<Group: Hashable, Row> = LiveUpdate<RowSection<Group, Row>, SectionChanges>
