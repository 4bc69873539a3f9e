extension Signal {
    /// Drops all values; finishes with this signal and keeps it alive. O(1) per value.
    ///
    /// ![ignoreValues](marbles-ignorevalues.svg)
    @export(implementation)
    public func ignoreValues() -> Signal<Never> {
        Signal<Never> { hub in self.feed(hub) { _ in } }
    }
}
