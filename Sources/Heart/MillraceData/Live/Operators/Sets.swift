import MillraceSignals

extension LiveView {
    /// A view of the rows whose identity is also in another view.
    ///
    /// The rows are this view's, in its order. The result keeps both views alive. O(k log n) for k changes.
    @export(implementation)
    public func intersection<Other: Identifiable>(_ other: LiveView<Other>) -> LiveView<Element>
    where Other.ID == Element.ID {
        LiveView(from: [observable.upstream, other.observable.upstream]) {
            Joining(SourceReader(self), SourceReader(other), $0, \.id) { own, other in other == nil ? nil : own }
                .refresh
        }
    }

    /// A view of the rows whose identity is not in another view.
    ///
    /// The rows are this view's, in its order. The result keeps both views alive. O(k log n) for k changes.
    @export(implementation)
    public func subtracting<Other: Identifiable>(_ other: LiveView<Other>) -> LiveView<Element>
    where Other.ID == Element.ID {
        LiveView(from: [observable.upstream, other.observable.upstream]) {
            Joining(SourceReader(self), SourceReader(other), $0, \.id) { own, other in other == nil ? own : nil }
                .refresh
        }
    }
}
