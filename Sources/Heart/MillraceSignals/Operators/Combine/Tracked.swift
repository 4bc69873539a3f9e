extension Reader {
    /// Returns the present value of an observable, and has the tracked observable follow it.
    ///
    /// Reading one again costs O(1), and does not count twice. O(1) for one that was read the last time, too; otherwise the
    /// same as observing it.
    @export(implementation)
    @inline(__always)
    public func callAsFunction<Value>(_ observable: Observable<Value>) -> Value {
        // Nothing is called here that could release something, so that the optimiser need not keep the observable.
        let upstream = observable.upstream
        if node.readsNext(upstream) || node.hasJustRead(Unmanaged.passUnretained(upstream).toOpaque()),
            !observable.box.isHandedOut
        {
            return observable.box.value
        }
        return readOther(observable)
    }

    @export(implementation)
    @inline(never)
    func readOther<Value>(_ observable: Observable<Value>) -> Value {
        node.read(observable.upstream)
        if observable.box.isHandedOut { observable.upstream.node.reportHandedOut() }
        return observable.box.value
    }
}

extension Observable {
    /// Creates an observable that computes its value from whatever its closure reads, and follows that.
    ///
    /// ![Observable { read in }](marbles-observable-read-in.svg)
    ///
    /// ```swift
    /// let summary = Observable { read in
    ///     read(score) > 10 ? "\(read(text)): \(read(score))" : read(title)
    /// }
    /// ```
    ///
    /// Everywhere else this is called a computed value. It follows the observables that the closure has read the last
    /// time through the reader, and nothing else (law O9): with `value` the closure reads without following. It changes once in a turn in
    /// which any of that has changed, when all of it is settled, also if the result is equal; ``select(_:)-((Reader)->Value)`` stops
    /// equal results. It computes in no other turn; and one that only tracked observables read does not compute in a
    /// turn in which they compute and do not read it: `read(isValid) ? read(parsed) : 0` never parses an invalid text. While nobody observes
    /// it, it computes when it is read, if something has changed that it has read. It never ends.
    ///
    /// It keeps alive the captures of its closure, and what this has read the last time. While it is observed these keep
    /// it alive, too: end the observation to let all of them go. Whatever the closure makes and reads is made, and linked,
    /// anew each time.
    ///
    /// Reading itself, also by way of others, is a precondition failure that names it. The closure may not set an
    /// observed variable. O(k) for k readings, plus the cost of linking those that are new.
    ///
    /// - Parameter compute: Computes the value. The reader is of use until it returns.
    @export(implementation)
    public convenience init(_ compute: @escaping (Reader) -> Value) {
        let output = Box<Value>()
        let node = TrackedNode(cell: output, body: TrackedBody(compute)) { node in
            let value = unsafeDowncast(node, to: TrackedNode.self).run(Value.self)
            output.write(value, of: node)
            return true
        }
        self.init(box: output, upstream: Derivation(tracking: node))
    }
}

extension Observable where Value: Equatable {
    /// Creates an observable that computes its value from whatever its closure reads, and changes only if the result
    /// does.
    ///
    /// ![select](marbles-select.svg)
    ///
    /// ```swift
    /// let isComplete = Observable.select { read in read(text).isEmpty == false && read(score) > 10 }
    /// ```
    ///
    /// Like ``init(_:)-((Reader)->Value)``, and one comparison for each computation: as the method of the same name, it stops equal
    /// values (law O3).
    @export(implementation)
    public static func select(_ compute: @escaping (Reader) -> Value) -> Observable<Value> {
        let output = Box<Value>()
        let node = TrackedNode(cell: output, body: TrackedBody(compute)) { node in
            let value = unsafeDowncast(node, to: TrackedNode.self).run(Value.self)
            if output.holds(where: { $0 == value }) { return false }
            output.write(value, of: node)
            return true
        }
        return Observable(box: output, upstream: Derivation(tracking: node))
    }
}
