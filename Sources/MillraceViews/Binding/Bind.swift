import MillraceSignals

extension Observable where Value == TableViewModel {
    /// Makes a renderer show this table: the present model at once, and after each turn what changed in it.
    ///
    /// The renderer gets one batch a turn, and none where the model is unchanged (law V3).
    ///
    /// ```swift
    /// let panel = store.state.map(AnnotationFilterViewProvider.panel)
    /// let subscription = panel.bind(to: renderer)
    /// ```
    ///
    /// - Parameter renderer: Shows the empty table, and is kept as long as the subscription.
    /// - Returns: The subscription: the renderer is told of changes until it is cancelled or released.
    /// - Complexity: A change costs that of a ``TableDifference``.
    public func bind(to renderer: some TableRenderer) -> Subscription {
        let binder = TableBinder(renderer)
        return observe { binder.render($0) }
    }
}
