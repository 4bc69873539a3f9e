extension Signal {
    /// A signal of what `transform` makes of each value.
    ///
    /// Emits once a value and finishes with this signal, which it keeps. `transform` runs once a value however many
    /// observe, and never while nobody does. O(1) a value.
    @inlinable
    public func map<Output>(_ transform: @escaping (Value) -> Output) -> Signal<Output> {
        Signal<Output> { hub in
            self.feed(hub) { hub.send(transform($0)) }
        }
    }

    /// A signal of the same output for each value.
    ///
    /// Emits once a value and finishes with this signal, which it keeps. O(1) a value.
    @inlinable
    public func map<Output>(to output: Output) -> Signal<Output> {
        map { _ in output }
    }
}

extension Observable {
    /// An observable of what `transform` makes of the value.
    ///
    /// Passes every change on, also where the outcome is the same; ``select(_:)`` does not. It keeps this observable.
    /// `transform` runs at most once a turn while somebody observes; otherwise when the value is read, if this one has
    /// changed since. O(1) a change.
    @inlinable
    public func map<Output>(_ transform: @escaping (Value) -> Output) -> Observable<Output> {
        let (input, output) = (box, Box<Output>())
        return Observable<Output>(from: [upstream], box: output) { node in
            output.write(transform(input.value), of: node)
            return true
        }
    }
}
