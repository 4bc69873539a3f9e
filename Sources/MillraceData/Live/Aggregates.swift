import MillraceSignals

extension LiveView {
    /// The sum of an integer of each row. O(k log n) for k changes; it changes only when the sum does.
    ///
    /// A sum that overflows the type wraps around.
    @export(implementation)
    public func sum<Number: FixedWidthInteger>(of number: @escaping (Element) -> Number) -> Observable<Number> {
        aggregate(WholeSum<Number>(), number)
    }

    /// The sum of a floating-point number of each row, computed exactly and rounded once. O(k log n) for k changes; it
    /// changes only when the sum does.
    @export(implementation)
    public func sum(of number: @escaping (Element) -> Double) -> Observable<Double> {
        aggregate(RealSum(), number)
    }

    /// The average of a number of each row; nil if there are no rows. O(k log n) for k changes.
    @export(implementation)
    public func average(of number: @escaping (Element) -> Double) -> Observable<Double?> {
        aggregate(Average(), number)
    }

    /// The least value among the rows; nil if there are no rows. O(k log n) for k changes.
    @export(implementation)
    public func min<Value: Comparable>(of value: @escaping (Element) -> Value) -> Observable<Value?> {
        aggregate(Extreme<Value>(isLeast: true), value)
    }

    /// The greatest value among the rows; nil if there are no rows. O(k log n) for k changes.
    @export(implementation)
    public func max<Value: Comparable>(of value: @escaping (Element) -> Value) -> Observable<Value?> {
        aggregate(Extreme<Value>(isLeast: false), value)
    }

    @export(implementation)
    func aggregate<Total: Aggregate>(
        _ empty: Total,
        _ part: @escaping (Element) -> Total.Part
    ) -> Observable<Total.Result> {
        let output = Box<Total.Result>()
        let memory = AggregateMemory<Aggregation<Element, Total>>()
        return Observable<Total.Result>(
            from: [observable.upstream],
            box: output,
            remembering: { [self] node, isKept in
                var present = exchange(&memory.present, with: nil) ?? Aggregation(SourceReader(self), empty, part)
                present.refresh()
                let result = present.total.result
                if isKept { memory.present = present }
                if output.holds(where: { $0 == result }) { return false }
                output.write(result, of: node)
                return true
            },
            forget: { _ in Forgotten(exchange(&memory.present, with: nil)) }
        )
    }
}

/// An aggregate of parts that can be added and removed.
@usableFromInline
protocol Aggregate {
    associatedtype Part
    associatedtype Result: Equatable

    /// - Parameter label: Distinguishes equal parts.
    mutating func add(_ part: Part, _ label: UInt64)
    mutating func remove(_ part: Part, _ label: UInt64)
    var result: Result { get }
}

@usableFromInline
final class AggregateMemory<Present> {
    @usableFromInline var present: Present?

    @export(implementation)
    init() {}
}

@usableFromInline
struct Aggregation<Element: Identifiable, Total: Aggregate> {
    @usableFromInline var source: SourceReader<Element>
    @usableFromInline let empty: Total
    @usableFromInline var total: Total
    @usableFromInline let part: (Element) -> Total.Part

    @export(implementation)
    init(_ source: SourceReader<Element>, _ empty: Total, _ part: @escaping (Element) -> Total.Part) {
        self.source = source
        self.empty = empty
        total = empty
        self.part = part
    }

    @export(implementation)
    mutating func refresh() {
        switch source.read() {
        case .same: break
        case .changes(let changes):
            for change in changes {
                if let old = change.old { total.remove(part(old), change.key) }
                if let new = change.new { total.add(part(new), change.key) }
            }
        case .anew:
            total = empty
            for entry in source.rows.tree { total.add(part(entry.value), entry.key) }
        }
        source.release()
    }
}

@usableFromInline
struct WholeSum<Number: FixedWidthInteger>: Aggregate {
    @usableFromInline var result: Number = 0

    @export(implementation)
    init() {}

    @export(implementation)
    mutating func add(_ part: Number, _ label: UInt64) { result &+= part }

    @export(implementation)
    mutating func remove(_ part: Number, _ label: UInt64) { result &-= part }
}

@usableFromInline
struct RealSum: Aggregate {
    @usableFromInline var sum = ExactSum()

    @export(implementation)
    init() {}

    @export(implementation)
    mutating func add(_ part: Double, _ label: UInt64) { sum.add(part) }

    @export(implementation)
    mutating func remove(_ part: Double, _ label: UInt64) { sum.remove(part) }

    @export(implementation) var result: Double { sum.value }
}

@usableFromInline
struct Average: Aggregate {
    @usableFromInline var sum = ExactSum()
    @usableFromInline var count = 0

    @export(implementation)
    init() {}

    @export(implementation)
    mutating func add(_ part: Double, _ label: UInt64) {
        sum.add(part)
        count += 1
    }

    @export(implementation)
    mutating func remove(_ part: Double, _ label: UInt64) {
        sum.remove(part)
        count -= 1
    }

    @export(implementation) var result: Double? { count == 0 ? nil : sum.value / Double(count) }
}

@usableFromInline
struct Extreme<Value: Comparable>: Aggregate {
    @usableFromInline let isLeast: Bool
    @usableFromInline var values = Tree<SortKey<Value>, Void>()

    @export(implementation)
    init(isLeast: Bool) { self.isLeast = isLeast }

    @export(implementation)
    mutating func add(_ part: Value, _ label: UInt64) { values.insert((), for: SortKey(part, label)) }

    @export(implementation)
    mutating func remove(_ part: Value, _ label: UInt64) {
        let key = SortKey(part, label)
        if values.contains(key) { values.remove(key) }
    }

    @export(implementation) var result: Value? {
        values.count == 0 ? nil : values.key(at: isLeast ? 0 : values.count - 1).key
    }
}
