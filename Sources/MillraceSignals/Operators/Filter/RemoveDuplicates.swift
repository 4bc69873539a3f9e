extension Signal where Value: Equatable {
    /// A signal of the values that differ from the one before.
    ///
    /// Emits the first value, then each that is not equal to the last one emitted; finishes with this signal, which it
    /// keeps. What was last starts anew with each first observer. One comparison a value.
    @inlinable
    public func removeDuplicates() -> Signal<Value> {
        removeDuplicates(by: ==)
    }
}

extension Signal {
    /// A signal of the values that `areEqual` does not find equal to the one before.
    ///
    /// The way to remove duplicates of tuples, which are not `Equatable`. See ``removeDuplicates()``.
    @inlinable
    public func removeDuplicates(by areEqual: @escaping (Value, Value) -> Bool) -> Signal<Value> {
        Signal { hub in
            let last = Memory<Value?>(nil)
            self.feed(hub) { value in
                if let former = last.value, areEqual(former, value) { return }
                last.value = value
                hub.send(value)
            }
        }
    }

    /// A signal of the values whose key differs from that of the one before.
    ///
    /// ```swift
    /// let selections = documents.removeDuplicates(by: \.id)
    /// ```
    ///
    /// `key` runs once a value, and only the last key is remembered. See ``removeDuplicates()``.
    @inlinable
    public func removeDuplicates<Key: Equatable>(by key: @escaping (Value) -> Key) -> Signal<Value> {
        Signal { hub in
            let last = Memory<Key?>(nil)
            self.feed(hub) { value in
                let present = key(value)
                if let former = last.value, former == present { return }
                last.value = present
                hub.send(value)
            }
        }
    }
}

extension Observable where Value: Equatable {
    /// An observable of the same value that does not pass on what equals the value before.
    ///
    /// It keeps this observable. One comparison a change.
    @inlinable
    public func removeDuplicates() -> Observable<Value> {
        removeDuplicates(by: ==)
    }
}

extension Observable {
    /// An observable of the same value that does not pass on what `areEqual` finds equal to the value before.
    ///
    /// It keeps this observable. One comparison a change.
    @inlinable
    public func removeDuplicates(by areEqual: @escaping (Value, Value) -> Bool) -> Observable<Value> {
        let (input, output) = (box, Box<Value>())
        return Observable(from: [upstream], box: output) { node in
            if output.holds(where: { areEqual($0, input.value) }) { return false }
            output.write(input.value, of: node)
            return true
        }
    }

    /// An observable of the same tuple that does not pass on what equals the one before: tuples, such as `combine`
    /// gives, are not `Equatable` themselves.
    ///
    /// It keeps this observable. One comparison an element and change.
    @inlinable
    public func removeDuplicates<each Element: Equatable>() -> Observable<Value> where Value == (repeat each Element) {
        removeDuplicates { old, new in
            for (old, new) in repeat (each old, each new) {
                guard old == new else { return false }
            }
            return true
        }
    }
}
