extension Observable {
    /// A signal of the changes: the value after each turn in which it changed, without the present value.
    ///
    /// ![changes](marbles-changes.svg)
    ///
    /// Emits when the turn is settled; the values that its observers set make the next turn (law O8). Never finishes.
    /// Keeps this observable alive. O(1) per change.
    @export(implementation)
    public var changes: Signal<Value> {
        Signal { hub in
            let box = self.box
            self.feed(hub) { box.show { hub.send($0) } }
        }
    }
}
