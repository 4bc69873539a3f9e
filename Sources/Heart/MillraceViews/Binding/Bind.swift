import MillraceSignals

extension Observable {
    /// Shows this table with a renderer: the present model at once, and after each turn what changed.
    ///
    /// The renderer receives one batch per turn, and none if the model is unchanged (law V3).
    ///
    /// ```swift
    /// let panel = store.state.map(AnnotationFilterViewProvider.panel)
    /// let subscription = panel.bind(to: renderer)
    /// ```
    ///
    /// - Parameter renderer: Shows the empty table at first. Kept alive as long as the subscription.
    /// - Returns: A subscription. Releasing or cancelling it ends the binding.
    /// - Complexity: A change costs as much as `TableOf.changes(from:)`.
    @export(implementation)
    public func bind<Row>(to renderer: some RendererOf<Row>) -> Subscription where Value == TableOf<Row> {
        let binder = BinderOf(renderer)
        return observe { binder.render($0) }
    }
}
