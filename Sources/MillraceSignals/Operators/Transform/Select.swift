extension Observable {
    /// An observable of a part of the value, or of anything made of it, that changes only when the outcome does.
    ///
    /// ```swift
    /// let title = state.select(\.title)
    /// let isEmpty = state.select { $0.rows.isEmpty }
    /// ```
    ///
    /// It keeps this observable. `transform` runs at most once a turn while somebody observes; otherwise when the value
    /// is read, if this one has changed since. One comparison a change: what depends on a selection does not compute
    /// where it came out equal.
    @inlinable
    public func select<Output: Equatable>(_ transform: @escaping (Value) -> Output) -> Observable<Output> {
        let (input, output) = (box, Box<Output>())
        return Observable<Output>(from: [upstream], box: output) { node in
            let selected = transform(input.value)
            if output.holds(where: { $0 == selected }) { return false }
            output.write(selected, of: node)
            return true
        }
    }
}
