import MillraceData

/// Passes to a renderer what changed between one table and the next.
///
/// The renderer is not called if nothing changed. The binder keeps its renderer alive. Like the rest of a graph it is
/// confined to one isolation domain.
public final class BinderOf<Row: Identifiable & Equatable & Sendable> {
    @usableFromInline let renderer: any RendererOf<Row>

    /// The model that the renderer shows; the empty one at first.
    @export(implementation) public var model: TableOf<Row> { shown }
    @usableFromInline var shown = TableOf<Row>()

    /// Creates a binder for a renderer that shows the empty table.
    @export(implementation)
    public init(_ renderer: any RendererOf<Row>) {
        self.renderer = renderer
    }

    /// Shows a model with one batch; does nothing if the renderer shows that model already.
    ///
    /// Costs as much as ``TableOf/changes(from:)``: O(1) for a copy of the same value, O(n) for n rows otherwise.
    @export(implementation)
    public func render(_ model: TableOf<Row>) {
        let changes = model.changes(from: shown)
        guard !changes.isEmpty || model.title != shown.title else { return }
        shown = model
        renderer.render(model, changes: changes)
    }
}

/// Passes to a renderer what changed between one table of ready-made rows and the next.
public typealias TableBinder = BinderOf<TableRow>
