import MillraceData

/// An object that shows the rows of a live view on a screen, one batch at a time.
///
/// It reads only the rows that it shows, by their positions. The changes are known, so nothing is compared.
public protocol LiveRendererOf<Row>: AnyObject {
    /// The rows that the renderer can draw.
    associatedtype Row: Identifiable & Equatable & Sendable

    /// Shows a table.
    ///
    /// Called once at the beginning, and then once in each turn in which something has changed. Before the first call
    /// a renderer shows an empty table.
    ///
    /// - Parameters:
    ///   - table: What to show. Its title may have changed.
    ///   - changes: The changes of the sections and rows that lead from the previous table to this one, as a batch
    ///     update of a table view expects them. Nil if everything is to be shown again: at the beginning, and when a
    ///     condition, an order or a grouping has changed, and many rows with it.
    func render(_ table: LiveTableOf<Row>, changes: SectionChanges?)
}

/// An object that shows the ready-made rows of a live view on a screen.
public protocol LiveTableRenderer: LiveRendererOf where Row == TableRow {}
