import MillraceData

/// An object that shows a table on a screen, one batch at a time.
///
/// A renderer does not compute what changed; a ``BinderOf`` does.
public protocol RendererOf<Row>: AnyObject {
    /// The rows that the renderer can draw.
    associatedtype Row: Identifiable & Equatable & Sendable

    /// Shows a model.
    ///
    /// Called once for each model that differs from the previous one. Before the first call a renderer shows the empty
    /// table, `TableOf()`.
    ///
    /// - Parameters:
    ///   - model: What to show. Its title may have changed.
    ///   - changes: The changes of the sections and rows that lead from the previous model to this one: see
    ///     ``TableOf/changes(from:)``.
    func render(_ model: TableOf<Row>, changes: SectionChanges)
}

/// An object that shows a table of ready-made rows on a screen.
public protocol TableRenderer: RendererOf where Row == TableRow {}
