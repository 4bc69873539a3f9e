/// A value that an observer of a live view receives.
public enum LiveChange<Row> {
    /// The rows at the beginning of the observation.
    case initial(Rows<Row>)

    /// The rows, and the changes that lead to them from those received before.
    case update(Rows<Row>, RowChanges)

    /// The rows, which are to be shown again from scratch: a condition, order or grouping that is an observable has
    /// changed, and many rows with it.
    case reset(Rows<Row>)

    /// The rows.
    @export(implementation) public var rows: Rows<Row> {
        switch self {
        case .initial(let rows), .update(let rows, _), .reset(let rows): rows
        }
    }
}

extension LiveChange: Sendable where Row: Sendable {}

extension LiveChange: Equatable where Row: Equatable {}
