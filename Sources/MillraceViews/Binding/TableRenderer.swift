/// What brings a table view model to a screen, one batch at a time.
///
/// A renderer never computes what changed; it is told. A ``TableBinder`` stands between the models and the renderer.
public protocol TableRenderer: AnyObject {
    /// Shows `model`, which differs from the one shown before by `difference`.
    ///
    /// Called once for each model that differs from the one before, never for one that does not. Before the first
    /// call a renderer shows the empty table, `TableViewModel()`.
    func render(_ model: TableViewModel, difference: TableDifference)
}
