import MillraceData

/// An object that shows a list on a screen, one batch at a time.
///
/// A renderer does not compute the changes; a ``ListBinder`` does.
public protocol ListRenderer<Row>: AnyObject {
    /// The rows that the renderer can draw.
    associatedtype Row: Identifiable & Equatable & Sendable

    /// Shows a model.
    ///
    /// Called once for each model that differs from the previous one. Before the first call a renderer shows the empty
    /// list, `ListModel()`.
    ///
    /// - Parameters:
    ///   - model: The model to show. Its title may have changed.
    ///   - changes: The changes of the sections and rows that lead from the previous model to this one: see
    ///     ``ListModel/changes(from:)``.
    func render(_ model: ListModel<Row>, changes: SectionChanges)
}
