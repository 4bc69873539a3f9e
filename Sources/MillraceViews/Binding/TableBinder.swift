/// Hands a renderer what changed from one table view model to the next, and nothing where nothing did.
///
/// The binder keeps its renderer alive. Like the rest of a graph it is confined to one isolation domain.
public final class TableBinder {
    private let renderer: any TableRenderer

    /// The model that the renderer shows: the empty one at first.
    public private(set) var model = TableViewModel()

    /// Makes a binder for a renderer that shows the empty table.
    public init(_ renderer: any TableRenderer) {
        self.renderer = renderer
    }

    /// Makes the renderer show a model, by one batch; does nothing where it shows that model already.
    ///
    /// The cost is that of ``TableDifference``: O(1) for the very same value, O(n) for n rows otherwise.
    public func render(_ model: TableViewModel) {
        let difference = model.difference(from: self.model)
        guard !difference.isEmpty else { return }
        self.model = model
        renderer.render(model, difference: difference)
    }
}
