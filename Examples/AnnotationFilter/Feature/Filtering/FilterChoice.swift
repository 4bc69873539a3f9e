/// A filter with the number of annotations that it would leave.
///
/// The count is the number of annotations that pass the filter, the search and all *other* groups. It is what would be
/// visible if the filter were the only one that is on in its group. Switching filters of a group does not change the
/// counts of that group; if one of them is on alone, its count is the number of visible annotations.
public struct FilterChoice: Equatable, Sendable {
    /// The filter.
    public var filter: Filter
    /// The number of annotations that it would leave.
    public var count: Int
}
