import MillraceSignals

/// The operator of a view that has an observer: its function that brings the rows up to date.
///
/// An object, and not the function alone: an optional function is wrapped anew each time that it is taken and put back,
/// and so becomes longer with each turn.
@usableFromInline
final class LiveOperator {
    @usableFromInline let refresh: () -> Void

    @export(implementation)
    init(_ refresh: @escaping () -> Void) { self.refresh = refresh }
}

extension LiveView {
    /// Creates a view whose rows are computed by an operator: an object with the state that it needs to follow its
    /// sources.
    ///
    /// Operators conform to no protocol: a conforming type is compiled for the library, where no type is known, and so
    /// is in every app.
    ///
    /// - Parameters:
    ///   - inputs: The observables that the operator reads.
    ///   - cache: The node that the followers of the view read.
    ///   - computesToLink: Whether the operator must run when the view is first observed, also if nothing has changed
    ///     since it was read: where it does more for an observer.
    ///   - make: Makes an operator that has not read anything yet, for the rows that it is to edit. Returns the
    ///     operator's function that brings them up to date. The first call builds them; afterwards the operator holds
    ///     no rows of its sources.
    @export(implementation)
    init(
        from inputs: [Upstream],
        cache: ChangeCache<Element> = ChangeCache(),
        computesToLink: Bool = false,
        _ make: @escaping (EditedRows<Element>) -> () -> Void
    ) {
        let output = Box<Rows<Element>>(Rows())
        // The rows are in the box, but while they are edited: then nothing else holds them.
        let edited = EditedRows<Element>(shown: output)
        var operation: LiveOperator?
        let observable = Observable<Rows<Element>>(
            from: inputs,
            box: output,
            computesToLink: computesToLink,
            remembering: { node, isKept in
                edited.isObserved = isKept
                let present = exchange(&operation, with: nil) ?? LiveOperator(make(edited))
                output.change(of: node) { swap(&$0, &edited.rows) }
                let era = edited.rows.era
                present.refresh()
                let hasChanged = edited.pass(to: cache, since: era, isKept)
                output.change(of: node) { swap(&$0, &edited.rows) }
                if isKept { operation = present }
                return hasChanged
            },
            forget: { alsoValue in
                Forgotten(
                    exchange(&operation, with: nil),
                    cache.forget(),
                    alsoValue ? output.replaceValue(with: cache.noRows) : nil
                )
            }
        )
        self.init(observable: observable, cache: cache)
    }

    /// Creates a view whose operator has a setting: a condition, an order, a key.
    ///
    /// - Parameter make: Makes an operator with the first setting. Its function gets another setting when there is one.
    @export(implementation)
    init<Value>(
        from inputs: [Upstream],
        setting: Observable<Value>,
        cache: ChangeCache<Element> = ChangeCache(),
        computesToLink: Bool = false,
        _ make: @escaping (Value, EditedRows<Element>) -> (_ other: Value?) -> Void
    ) {
        let setting = setting.map { Setting($0) }
        let inputs = inputs + [setting.upstream]
        self.init(from: inputs, cache: cache, computesToLink: computesToLink) { [box = setting.box] output in
            var present = box.value
            var era: UInt64 = 0
            let refresh = make(present.value, output)
            return {
                let former = exchange(&present, with: box.value)
                if former === present {
                    refresh(nil)
                } else {
                    era &+= 1
                    refresh(present.value)
                }
                output.rows.era &+= era
            }
        }
    }

    /// Creates a view whose operator is made again for each setting.
    @export(implementation)
    init<Value>(
        from inputs: [Upstream],
        setting: Observable<Value>,
        cache: ChangeCache<Element> = ChangeCache(),
        madeAgain make: @escaping (Value, EditedRows<Element>) -> () -> Void
    ) {
        self.init(from: inputs, setting: setting, cache: cache) { first, output in
            var present = LiveOperator(make(first, output))
            return { other in
                if let other { letGoLater(exchange(&present, with: LiveOperator(make(other, output)))) }
                present.refresh()
            }
        }
    }
}

/// A setting of an operator: each one that is set is a separate object.
@usableFromInline
final class Setting<Value> {
    @usableFromInline let value: Value

    @export(implementation)
    init(_ value: Value) { self.value = value }
}

extension EditedRows {
    /// Passes the changes on to the followers of the view. Returns whether anything has.
    ///
    /// - Parameters:
    ///   - cache: The cache that they read.
    ///   - era: That of the rows before.
    ///   - isKept: Whether anybody observes the view.
    @export(implementation)
    func pass(to cache: ChangeCache<Row>, since era: UInt64, _ isKept: Bool) -> Bool {
        let (changes, former) = takeChanges(cache.same)
        if let former {
            rows.version = former.version
            if former.isSame(as: rows) { return false }
            rows.version = cache.record(isKept ? ChangeStep(from: former, to: rows) : nil)
            if !isKept { letGoLater(former) }
        } else {
            let inner = exchange(&inner, with: nil)
            if changes.isEmpty, inner == nil, rows.era == era { return false }
            rows.version = cache.record(isKept ? ChangeStep(changes, inner) : nil)
        }
        return true
    }
}
