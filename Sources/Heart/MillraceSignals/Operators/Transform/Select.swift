extension Observable {
    /// Selects a part of the value, or anything computed from it, and changes only if the result does.
    ///
    /// ![select](marbles-select.svg)
    ///
    /// ```swift
    /// let title = state.select(\.title)
    /// let isEmpty = state.select { $0.rows.isEmpty }
    /// ```
    ///
    /// While the result is observed, `transform` runs at most once per turn; otherwise it runs when the value is read,
    /// if this observable has changed since. One comparison per change: observables that depend on the result do not
    /// compute if it is equal. The result keeps this observable alive.
    @export(implementation)
    public func select<Output: Equatable>(_ transform: @escaping (Value) -> Output) -> Observable<Output> {
        let (input, output) = (box, Box<Output>())
        return Observable<Output>(from: upstream, box: output) { node in
            let selected = input.lend(to: node, transform)
            if output.holds(where: { $0 == selected }) { return false }
            output.write(selected, of: node)
            return true
        }
    }
}
