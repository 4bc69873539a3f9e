extension Signal where Value: Equatable {
    /// Drops values that are equal to the previous one.
    ///
    /// ![removeDuplicates](marbles-removeduplicates.svg)
    ///
    /// Finishes with this signal and keeps it alive. The previous value is forgotten when the last observer leaves. One
    /// comparison per value.
    @export(implementation)
    public func removeDuplicates() -> Signal<Value> { removeDuplicates(by: ==) }
}

extension Signal {
    /// Drops values that `areEqual` finds equal to the previous one.
    ///
    /// ![removeDuplicates(by:), a comparison](marbles-removeduplicates-by-a-comparison.svg)
    ///
    /// Use this for tuples, which are not `Equatable`. Otherwise like ``removeDuplicates()``.
    @export(implementation)
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

    /// Drops values whose key is equal to that of the previous one.
    ///
    /// ![removeDuplicates(by:), a key](marbles-removeduplicates-by-a-key.svg)
    ///
    /// ```swift
    /// let selections = documents.removeDuplicates(by: \.id)
    /// ```
    ///
    /// `key` runs once per value, and only the last key is kept. Otherwise like ``removeDuplicates()``.
    @export(implementation)
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
    /// Drops changes to a value that is equal to the previous one.
    ///
    /// ![removeDuplicates, of an observable](marbles-removeduplicates-of-an-observable.svg)
    ///
    /// The result keeps this observable alive. One comparison per change.
    @export(implementation)
    public func removeDuplicates() -> Observable<Value> {
        // Not by the form with a closure: the comparison is a part of the computation, and not called.
        let (input, output) = (box, Box<Value>())
        return Observable(from: upstream, box: output) { node in
            if output.holds(where: { $0 == input.value }) { return false }
            output.write(input.value, of: node)
            return true
        }
    }
}

extension Observable {
    /// Drops changes to a value that `areEqual` finds equal to the previous one.
    ///
    /// ![removeDuplicates(by:), of an observable](marbles-removeduplicates-by-of-an-observable.svg)
    ///
    /// The result keeps this observable alive. One comparison per change.
    @export(implementation)
    public func removeDuplicates(by areEqual: @escaping (Value, Value) -> Bool) -> Observable<Value> {
        let (input, output) = (box, Box<Value>())
        return Observable(from: upstream, box: output) { node in
            if output.holds(where: { areEqual($0, input.value) }) { return false }
            output.write(input.value, of: node)
            return true
        }
    }

    /// Drops changes to a tuple whose elements are equal to those of the previous one.
    ///
    /// ![removeDuplicates, of a tuple](marbles-removeduplicates-of-a-tuple.svg)
    ///
    /// For tuples, such as those of `combine`, which are not `Equatable` themselves. The result keeps this observable
    /// alive. One comparison per element and change.
    @export(implementation)
    public func removeDuplicates<each Element: Equatable>() -> Observable<Value> where Value == (repeat each Element) {
        removeDuplicates { old, new in
            for (old, new) in repeat (each old, each new) {
                guard old == new else { return false }
            }
            return true
        }
    }
}
