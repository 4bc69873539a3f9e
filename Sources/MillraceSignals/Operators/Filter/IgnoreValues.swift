extension Signal {
    /// A signal that emits nothing and finishes with this one, which it keeps.
    @inlinable
    public func ignoreValues() -> Signal<Never> {
        Signal<Never> { hub in self.feed(hub) { _ in } }
    }
}
