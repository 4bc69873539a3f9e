/// The rows of one group, in their order.
public struct RowSection<Group: Hashable, Row>: Identifiable {
    /// The group, which all rows have in common.
    public let id: Group

    /// The rows. Never empty.
    public var rows: Rows<Row>

    /// Creates a section.
    @export(implementation)
    public init(_ id: Group, _ rows: Rows<Row>) {
        self.id = id
        self.rows = rows
    }
}

extension RowSection: Equatable where Row: Equatable {}
extension RowSection: Sendable where Group: Sendable, Row: Sendable {}
