import MillraceSignals

/// Computes the rows of a derived view, and keeps the state that it needs to follow its sources.
@usableFromInline
protocol LiveOperator<Output> {
    associatedtype Output: Identifiable

    /// The current rows. Between two refreshes they are not here but in the view's box, so that nothing else holds them
    /// while they are changed.
    var output: NotedRows<Output> { get set }

    /// Updates the rows from the sources; the first call builds them. Afterwards it holds no rows of the sources.
    mutating func refresh()
}

/// What remembers the operator of a view that has an observer.
@usableFromInline
final class LiveMemory<Operator: LiveOperator> {
    @exclusivity(unchecked) @usableFromInline var present: PresentOperator<Operator>?

    @export(implementation)
    init() {}
}

/// An operator that is changed in place.
@usableFromInline
final class PresentOperator<Operator: LiveOperator> {
    @exclusivity(unchecked) @usableFromInline var operation: Operator

    @export(implementation)
    init(_ operation: Operator) { self.operation = operation }
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
        let output = Box<Rows<Element>>(Rows())
        let cache = ChangeCache<Element>(same)
        let memory = LiveMemory<Operator>()
        let observable = Observable<Rows<Element>>(
            from: inputs,
            box: output,
            remembering: { node, isKept in
                // Taken out of the memory, which may have to forget meanwhile. The rows are taken out of the box, so that
                // they are uniquely referenced and changed in place.
                let present = exchange(&memory.present, with: nil) ?? PresentOperator(make())
                output.change(of: node) { swap(&$0, &present.operation.output.rows) }
                let hasChanged = present.operation.updates(cache, isKept)
                output.change(of: node) { swap(&$0, &present.operation.output.rows) }
                if isKept { memory.present = present }
                return hasChanged
            },
            forget: { alsoValue in
                Forgotten(
                    exchange(&memory.present, with: nil),
                    cache.forget(),
                    alsoValue ? output.giveUp(leaving: cache.noRows) : nil
                )
            }
        )
        self.init(observable: observable, cache: cache)
    }
}

extension LiveOperator {
    /// Updates the rows and notes what has changed. Returns whether anything has.
    @export(implementation)
    mutating func updates(_ cache: ChangeCache<Output>, _ isKept: Bool) -> Bool {
        let era = output.rows.era
        refresh()
        let (changes, former) = output.takeNotes(cache.same)
        if let former {
            output.rows.version = former.version
            if former.isSame(as: output.rows) { return false }
            output.rows.version = cache.note(isKept ? ChangeStep(from: former, to: output.rows) : nil)
            if !isKept { letGoLater(former) }
        } else {
            if changes.isEmpty, output.rows.era == era { return false }
            output.rows.version = cache.note(isKept ? ChangeStep(changes) : nil)
        }
        return true
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

    /// The rows while an operator refreshes, and none otherwise: the source changes them in place.
    @usableFromInline var rows = Rows<Element>()

    /// The version that was read last; nil before the first read.
    @usableFromInline var seen: UInt64?

    @export(implementation)
    init(_ view: LiveView<Element>) {
        box = view.observable.box
        cache = view.cache
    }

    /// Reads the source.
    @export(implementation)
    mutating func read() -> Reading {
        rows = box.value
        guard let former = exchange(&seen, with: rows.version) else { return .anew }
        if former == rows.version { return .same }
        let budget = ChangeCache<Element>.budget(rows.count)
        guard let changes = cache.changes(from: former, to: rows, limit: budget) else { return .anew }
        return changes.isEmpty ? .same : .changes(changes)
    }

    /// Lets go of the rows.
    @export(implementation)
    mutating func release() { rows = Rows() }
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
    @usableFromInline var output = NotedRows<Operator.Output>()

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
        swap(&output, &present.output)
        present.refresh()
        swap(&output, &present.output)
        if isOther, !isFirst { era += 1 }
        output.rows.era &+= era
        operation = present
    }
}
