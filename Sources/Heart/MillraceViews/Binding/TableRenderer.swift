/// An object that shows a table view model on a screen, one batch at a time.
///
/// A renderer does not compute what changed; a ``TableBinder`` does.
public protocol TableRenderer: AnyObject {
    /// Shows `model`, which differs from the previous one by `difference`.
    ///
    /// Called once for each model that differs from the previous one. Before the first call a renderer shows the empty
    /// table, `TableViewModel()`.
    func render(_ model: TableViewModel, difference: TableDifference)
}
