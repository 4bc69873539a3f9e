import MillraceSignals

/// What makes the rows of a derived view, and remembers what it needs to follow its sources.
@usableFromInline
protocol LiveOperator<Output> {
    associatedtype Output: Identifiable

    /// The rows as they are at present.
    var output: Rows<Output> { get set }

    /// Brings the rows up to date with the sources; the first time it makes them.
    mutating func refresh()
}

/// What an operator is, while somebody observes.
@usableFromInline
final class LiveMemory<Operator: LiveOperator> {
    @usableFromInline var operation: Operator?

    @inlinable
    init() {}
}

extension LiveView {
    /// Makes a view whose rows an operator makes.
    ///
    /// - Parameters:
    ///   - inputs: What it reads.
    ///   - make: Makes the operator, which has read nothing yet.
    @inlinable
    init<Operator: LiveOperator>(
        from inputs: [Upstream],
        _ make: @escaping () -> Operator
    ) where Operator.Output == Element {
        let output = Box<Rows<Element>>()
        let cache = ChangeCache<Element>()
        let memory = LiveMemory<Operator>()
        let observable = Observable<Rows<Element>>(
            from: inputs,
            box: output,
            remembering: { node, isKept in
                // Taken out, so that it is changed in place.
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

/// Reads the rows of a source, and what has changed since it last did.
@usableFromInline
struct SourceReader<Element: Identifiable> {
    @usableFromInline
    enum Reading {
        /// The rows are what they were.
        case same

        /// These have changed.
        case changes(ContiguousArray<TreeChange<UInt64, Element>>)

        /// So many have changed that it is cheaper to begin anew.
        case anew
    }

    @usableFromInline let box: Box<Rows<Element>>
    @usableFromInline let cache: ChangeCache<Element>

    /// The rows that were last read; none before the first time.
    @usableFromInline var rows = Rows<Element>()
    @usableFromInline var hasRead = false

    @inlinable
    init(_ view: LiveView<Element>) {
        box = view.observable.box
        cache = view.cache
    }

    /// Reads.
    @inlinable
    mutating func read() -> Reading {
        let former = exchange(&rows, with: box.value)
        guard exchange(&hasRead, with: true) else { return .anew }
        if former.tree.isSame(as: rows.tree) { return .same }
        // The cache keeps the former rows until the next time, so that nobody's `deinit` runs in the midst of a turn.
        let budget = ChangeCache<Element>.budget(rows.count)
        guard let changes = cache.changes(from: former, to: rows, limit: budget) else { return .anew }
        return changes.isEmpty ? .same : .changes(changes)
    }
}

/// A predicate or an order that may change: each that is set is an object of its own.
@usableFromInline
final class Setting<Value> {
    @usableFromInline let value: Value

    @inlinable
    init(_ value: Value) { self.value = value }
}

/// Reads a setting, and tells whether it is another than the last time.
@usableFromInline
struct SettingReader<Value> {
    @usableFromInline let box: Box<Setting<Value>>
    @usableFromInline var setting: Setting<Value>?

    @inlinable
    init(_ observable: Observable<Setting<Value>>) { box = observable.box }

    @inlinable
    mutating func hasChanged() -> Bool {
        let present = box.value
        return exchange(&setting, with: present) !== present
    }

    @inlinable var value: Value { setting.unsafelyUnwrapped.value }
}

extension Rows where Element: Identifiable {
    /// Whether few rows differ from those that were made with another setting.
    @inlinable
    func isNear(_ former: Rows) -> Bool {
        let limit = ChangeCache<Element>.budget(count)
        return tree.changes(from: former.tree, limit: limit, areSame: Sameness().callAsFunction) != nil
    }
}

/// An operator that is made again with each setting: a condition, an order, a key.
@usableFromInline
struct Settable<Value, Operator: LiveOperator>: LiveOperator {
    @usableFromInline var setting: SettingReader<Value>
    @usableFromInline let make: (Value) -> Operator
    @usableFromInline var operation: Operator?

    /// How often it was made again with many other rows.
    @usableFromInline var era: UInt64 = 0
    @usableFromInline var output = Rows<Operator.Output>()

    @inlinable
    init(_ setting: SettingReader<Value>, _ make: @escaping (Value) -> Operator) {
        self.setting = setting
        self.make = make
    }

    @inlinable
    mutating func refresh() {
        let isOther = setting.hasChanged()
        let isFirst = operation == nil
        // Taken out, so that it is changed in place.
        let former = exchange(&operation, with: nil)
        var present: Operator
        if let former, !isOther {
            present = former
        } else {
            present = make(setting.value)
            if let former { letGoLater(former) }
        }
        present.refresh()
        if isOther, !isFirst, !present.output.isNear(output) { era += 1 }
        output = present.output
        output.era &+= era
        operation = present
    }
}
