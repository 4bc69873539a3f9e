extension Signal {
    /// Drops all values; finishes with this signal and keeps it alive.
    @export(implementation)
    public func ignoreValues() -> Signal<Never> {
        Signal<Never> { hub in self.feed(hub) { _ in } }
    }
}
