import MillraceSignals

/// Computes the rows of a derived view, and keeps the state that it needs to follow its sources.
@usableFromInline
protocol LiveOperator<Output> {
    associatedtype Output: Identifiable

    /// The current rows.
    var output: Rows<Output> { get set }

    /// Updates the rows from the sources; the first call builds them.
    mutating func refresh()
}

/// The operator of a view that has an observer.
@usableFromInline
final class LiveMemory<Operator: LiveOperator> {
    @usableFromInline var operation: Operator?

    @export(implementation)
    init() {}
}

extension LiveView {
    /// Makes a view whose rows are computed by an operator.
    ///
    /// - Parameters:
    ///   - inputs: The observables that the operator reads.
    ///   - same: Compares two rows of an identity.
    ///   - make: Makes an operator that has not read anything yet.
    @export(implementation)
    init<Operator: LiveOperator>(
        from inputs: [Upstream],
        same: Sameness<Element> = Sameness(),
        _ make: @escaping () -> Operator
    ) where Operator.Output == Element {
        let output = Box<Rows<Element>>()
        let cache = ChangeCache<Element>(same)
        let memory = LiveMemory<Operator>()
        let observable = Observable<Rows<Element>>(
            from: inputs,
            box: output,
            remembering: { node, isKept in
                // Taken out of the memory, so that it is uniquely referenced and changed in place.
                var operation = exchange(&memory.operation, with: nil) ?? make()
                operation.refresh()
                let rows = operation.output
                if isKept { memory.operation = operation }
                if output.holds(where: { $0.isSame(as: rows) }) { return false }
                output.write(rows, of: node)
                return true
            },
            forget: { alsoValue in
                Forgotten(
                    exchange(&memory.operation, with: nil),
                    cache.forget(),
                    alsoValue ? output.giveUp(leaving: Rows()) : nil
                )
            }
        )
        self.init(observable: observable, cache: cache)
    }
}

/// Reads the rows of a source, and the changes since the last read.
@usableFromInline
struct SourceReader<Element: Identifiable> {
    @usableFromInline
    enum Reading {
        /// The rows have not changed.
        case same

        /// These rows have changed.
        case changes(ContiguousArray<TreeChange<UInt64, Element>>)

        /// It is the first read, or so many rows have changed that it is cheaper to build the result again.
        case anew
    }

    @usableFromInline let box: Box<Rows<Element>>
    @usableFromInline let cache: ChangeCache<Element>

    /// The rows that were read last; empty before the first read.
    @usableFromInline var rows = Rows<Element>()
    @usableFromInline var hasRead = false

    @export(implementation)
    init(_ view: LiveView<Element>) {
        box = view.observable.box
        cache = view.cache
    }

    /// Reads the source.
    @export(implementation)
    mutating func read() -> Reading {
        let former = exchange(&rows, with: box.value)
        guard exchange(&hasRead, with: true) else { return .anew }
        if former.tree.isSame(as: rows.tree) { return .same }
        // The cache keeps the former rows until the next read, so that no user's `deinit` runs in the middle of a turn.
        let budget = ChangeCache<Element>.budget(rows.count)
        guard let changes = cache.changes(from: former, to: rows, limit: budget) else { return .anew }
        return changes.isEmpty ? .same : .changes(changes)
    }
}

/// A predicate or order that may change: each one that is set is a separate object.
@usableFromInline
final class Setting<Value> {
    @usableFromInline let value: Value

    @export(implementation)
    init(_ value: Value) { self.value = value }
}

/// Reads a setting, and returns whether it differs from the one read before.
@usableFromInline
struct SettingReader<Value> {
    @usableFromInline let box: Box<Setting<Value>>
    @usableFromInline var setting: Setting<Value>?

    @export(implementation)
    init(_ observable: Observable<Setting<Value>>) { box = observable.box }

    @export(implementation)
    mutating func hasChanged() -> Bool {
        let present = box.value
        return exchange(&setting, with: present) !== present
    }

    @export(implementation) var value: Value { setting.unsafelyUnwrapped.value }
}

/// An operator that is made again for each setting: a condition, an order, a key.
@usableFromInline
struct Settable<Value, Operator: LiveOperator>: LiveOperator {
    @usableFromInline var setting: SettingReader<Value>
    @usableFromInline let make: (Value) -> Operator
    @usableFromInline var operation: Operator?

    /// The number of times that the operator was made again.
    @usableFromInline var era: UInt64 = 0
    @usableFromInline var output = Rows<Operator.Output>()

    @export(implementation)
    init(_ setting: SettingReader<Value>, _ make: @escaping (Value) -> Operator) {
        self.setting = setting
        self.make = make
    }

    @export(implementation)
    mutating func refresh() {
        let isOther = setting.hasChanged()
        let isFirst = operation == nil
        // Taken out, so that it is uniquely referenced and changed in place.
        let former = exchange(&operation, with: nil)
        var present: Operator
        if let former, !isOther {
            present = former
        } else {
            present = make(setting.value)
            if let former { letGoLater(former) }
        }
        present.refresh()
        if isOther, !isFirst { era += 1 }
        output = present.output
        output.era &+= era
        operation = present
    }
}
