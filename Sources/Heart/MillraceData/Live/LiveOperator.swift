import MillraceSignals

/// The operator of a view that has an observer.
@usableFromInline
final class LiveMemory<Operator: AnyObject> {
    @exclusivity(unchecked) @usableFromInline var operation: Operator?

    @export(implementation)
    init() {}
}

extension LiveView {
    /// Creates a view whose rows are computed by an operator: an object with the state that it needs to follow its
    /// sources.
    ///
    /// Operators conform to no protocol: what conforms is compiled for the library, where no type is known, and so is
    /// in every app.
    ///
    /// - Parameters:
    ///   - inputs: The observables that the operator reads.
    ///   - cache: What those who follow the view read.
    ///   - make: Makes an operator that has not read anything yet.
    ///   - refresh: Updates the rows from the sources; the first call builds them. Afterwards the operator holds no
    ///     rows of the sources.
    ///   - output: Calls its second argument with the operator's rows. Between two refreshes they are not there but in
    ///     the view's box, so that nothing else holds them while they are changed.
    @export(implementation)
    init<Operator: AnyObject>(
        from inputs: [Upstream],
        cache: ChangeCache<Element> = ChangeCache(),
        _ make: @escaping () -> Operator,
        refresh: @escaping (Operator) -> Void,
        output access: @escaping (Operator, (inout NotedRows<Element>) -> Void) -> Void
    ) {
        let output = Box<Rows<Element>>(Rows())
        let memory = LiveMemory<Operator>()
        let observable = Observable<Rows<Element>>(
            from: inputs,
            box: output,
            remembering: { node, isKept in
                let operation = exchange(&memory.operation, with: nil) ?? make()
                var era: UInt64 = 0
                access(operation) { noted in
                    output.change(of: node) { swap(&$0, &noted.rows) }
                    era = noted.rows.era
                }
                refresh(operation)
                var hasChanged = false
                access(operation) { noted in
                    hasChanged = noted.pass(to: cache, since: era, isKept)
                    output.change(of: node) { swap(&$0, &noted.rows) }
                }
                if isKept { memory.operation = operation }
                return hasChanged
            },
            forget: { alsoValue in
                Forgotten(
                    exchange(&memory.operation, with: nil),
                    cache.forget(),
                    alsoValue ? output.replaceValue(with: cache.noRows) : nil
                )
            }
        )
        self.init(observable: observable, cache: cache)
    }

    /// Creates a view whose operator is made again for each setting: an order, a key.
    @export(implementation)
    init<Value, Operator: AnyObject>(
        from inputs: [Upstream],
        setting: Observable<Value>,
        cache: ChangeCache<Element> = ChangeCache(),
        _ make: @escaping (Value) -> Operator,
        refresh: @escaping (Operator) -> Void,
        output access: @escaping (Operator, (inout NotedRows<Element>) -> Void) -> Void
    ) {
        let setting = setting.map { Setting($0) }
        self.init(from: inputs + [setting.upstream], cache: cache) {
            Settable<Value, Operator, Element>(SettingReader(setting))
        } refresh: {
            $0.refresh(make, refresh, access)
        } output: {
            $1(&$0.output)
        }
    }
}

extension NotedRows {
    /// Notes for those who follow the view what has changed. Returns whether anything has.
    ///
    /// - Parameters:
    ///   - cache: What they read.
    ///   - era: That of the rows before.
    ///   - isKept: Whether anybody observes the view.
    @export(implementation)
    mutating func pass(to cache: ChangeCache<Row>, since era: UInt64, _ isKept: Bool) -> Bool {
        let (changes, former) = takeNotes(cache.same)
        if let former {
            rows.version = former.version
            if former.isSame(as: rows) { return false }
            rows.version = cache.note(isKept ? ChangeStep(from: former, to: rows) : nil)
            if !isKept { letGoLater(former) }
        } else {
            let inner = exchange(&inner, with: nil)
            if changes.isEmpty, inner == nil, rows.era == era { return false }
            rows.version = cache.note(isKept ? ChangeStep(changes, inner) : nil)
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

/// An operator that is made again for each setting: an order, a key.
@usableFromInline
final class Settable<Value, Operator: AnyObject, Row> {
    @exclusivity(unchecked) @usableFromInline var setting: SettingReader<Value>
    @exclusivity(unchecked) @usableFromInline var operation: Operator?

    /// The number of times that the operator was made again.
    @exclusivity(unchecked) @usableFromInline var era: UInt64 = 0
    @exclusivity(unchecked) @usableFromInline var output = NotedRows<Row>()

    @export(implementation)
    init(_ setting: SettingReader<Value>) { self.setting = setting }

    @export(implementation)
    func refresh(
        _ make: (Value) -> Operator,
        _ refresh: (Operator) -> Void,
        _ access: (Operator, (inout NotedRows<Row>) -> Void) -> Void
    ) {
        let isOther = setting.hasChanged()
        let present: Operator
        if let operation, !isOther {
            present = operation
        } else {
            present = make(setting.value)
            if let former = exchange(&operation, with: present) {
                letGoLater(former)
                era += 1
            }
        }
        access(present) { swap(&output, &$0) }
        refresh(present)
        access(present) { swap(&output, &$0) }
        output.rows.era &+= era
    }
}
