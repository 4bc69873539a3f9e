import MillraceData

/// An object that shows the rows of a live view on a screen, one batch at a time.
///
/// It reads only the rows that it shows, by their positions. The changes are known, so nothing is compared.
public protocol LiveListRenderer<Row>: AnyObject {
    /// The rows that the renderer can draw.
    associatedtype Row: Identifiable & Equatable & Sendable

    /// Shows a list.
    ///
    /// Called once at the beginning, and then once in each turn in which something has changed. Before the first call
    /// a renderer shows an empty list.
    ///
    /// - Parameters:
    ///   - list: The model to show. Its title may have changed.
    ///   - changes: The changes of the sections and rows that lead from the previous list to this one, as a batch
    ///     update of a table view expects them. Nil if everything is to be shown again: at the beginning, and when a
    ///     condition, an order or a grouping has changed, and many rows with it.
    func render(_ list: LiveList<Row>, changes: SectionChanges?)
}
