import MillraceSignals

extension Observable {
    /// Shows this list with a renderer: the present model at once, and after each turn the changes.
    ///
    /// The renderer receives one batch per turn, and none if the model is unchanged (law V3).
    ///
    /// ```swift
    /// let panel = store.state.map(AnnotationFilterViewProvider.panel)
    /// let subscription = panel.bind(to: renderer)
    /// ```
    ///
    /// - Parameter renderer: Shows the empty list at first. Kept alive as long as the subscription.
    /// - Returns: A subscription. Releasing or cancelling it ends the binding.
    /// - Complexity: A change costs as much as `ListModel.changes(from:)`.
    @export(implementation)
    public func bind<Row>(to renderer: some ListRenderer<Row>) -> Subscription where Value == ListModel<Row> {
        let binder = ListBinder(renderer)
        return observe { binder.render($0) }
    }
}
