import MillraceData

/// An object that shows a table view model on a screen, one batch at a time.
///
/// A renderer does not compute what changed; a ``TableBinder`` does.
public protocol TableRenderer: AnyObject {
    /// Shows a model.
    ///
    /// Called once for each model that differs from the previous one. Before the first call a renderer shows the empty
    /// table, `TableViewModel()`.
    ///
    /// - Parameters:
    ///   - model: What to show. Its title may have changed.
    ///   - changes: The changes of the sections and rows that lead from the previous model to this one: see
    ///     ``TableViewModel/changes(from:)``.
    func render(_ model: TableViewModel, changes: SectionChanges)
}
