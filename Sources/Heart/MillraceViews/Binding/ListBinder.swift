import MillraceData

/// Passes to a renderer the changes between one list and the next.
///
/// The renderer is not called if nothing changed. The binder keeps its renderer alive. Like the rest of a graph it is
/// confined to one isolation domain.
public final class ListBinder<Row: Identifiable & Equatable & Sendable> {
    @usableFromInline let renderer: any ListRenderer<Row>

    /// The model that the renderer shows; the empty one at first.
    @export(implementation) public var model: ListModel<Row> { shown }
    @usableFromInline var shown = ListModel<Row>()

    /// Creates a binder for a renderer that shows the empty list.
    @export(implementation)
    public init(_ renderer: any ListRenderer<Row>) {
        self.renderer = renderer
    }

    /// Shows a model with one batch; does nothing if the renderer shows that model already.
    ///
    /// Costs as much as ``ListModel/changes(from:)``: O(1) for a copy of the same value, O(n) for n rows otherwise.
    @export(implementation)
    public func render(_ model: ListModel<Row>) {
        let changes = model.changes(from: shown)
        guard !changes.isEmpty || model.title != shown.title else { return }
        shown = model
        renderer.render(model, changes: changes)
    }
}
