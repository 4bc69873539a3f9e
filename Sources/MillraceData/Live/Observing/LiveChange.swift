/// What an observer of a live view is told.
public enum LiveChange<Row> {
    /// The rows, when one begins to observe.
    case initial(Rows<Row>)

    /// The rows, and what leads to them from those that were told before.
    case update(Rows<Row>, RowChanges)

    /// The rows, which are to be shown anew: a condition, an order or a grouping that is an observable has changed, and
    /// many rows with it.
    case reset(Rows<Row>)

    /// The rows.
    @inlinable public var rows: Rows<Row> {
        switch self {
        case .initial(let rows), .update(let rows, _), .reset(let rows): rows
        }
    }
}

extension LiveChange: Sendable where Row: Sendable {}

extension LiveChange: Equatable where Row: Equatable {}
