import MillraceSignals

extension LiveView {
    /// The sum of an integer of each row.
    ///
    /// It changes only when the sum does. A sum that overflows the type wraps around. The result keeps this view alive.
    /// O(k log n) for k changes.
    @export(implementation)
    public func sum<Number: FixedWidthInteger>(of number: @escaping (Element) -> Number) -> Observable<Number> {
        aggregate(0, number) { sum, part, _ in
            sum &+= part
        } remove: { sum, part, _ in
            sum &-= part
        } result: {
            $0
        }
    }

    /// The sum of a floating-point number of each row, computed exactly and rounded once.
    ///
    /// It changes only when the sum does. The result keeps this view alive. O(k log n) for k changes.
    @export(implementation)
    public func sum(of number: @escaping (Element) -> Double) -> Observable<Double> {
        aggregate(ExactSum(), number) { sum, part, _ in
            sum.add(part)
        } remove: { sum, part, _ in
            sum.remove(part)
        } result: {
            $0.value
        }
    }

    /// The average of a number of each row; nil if there are no rows.
    ///
    /// It changes only when the average does. The result keeps this view alive. O(k log n) for k changes.
    @export(implementation)
    public func average(of number: @escaping (Element) -> Double) -> Observable<Double?> {
        aggregate((sum: ExactSum(), count: 0), number) { total, part, _ in
            total.sum.add(part)
            total.count += 1
        } remove: { total, part, _ in
            total.sum.remove(part)
            total.count -= 1
        } result: { total in
            total.count == 0 ? nil : total.sum.value / Double(total.count)
        }
    }

    /// The least value among the rows; nil if there are no rows.
    ///
    /// Values that do not equal themselves, such as NaN, are left out.
    ///
    /// It changes only when the least value does. The result keeps this view alive. O(k log n) for k changes.
    @export(implementation)
    public func min<Value: Comparable>(of value: @escaping (Element) -> Value) -> Observable<Value?> {
        extreme(of: value, at: { _ in 0 })
    }

    /// The greatest value among the rows; nil if there are no rows.
    ///
    /// Values that do not equal themselves, such as NaN, are left out.
    ///
    /// It changes only when the greatest value does. The result keeps this view alive. O(k log n) for k changes.
    @export(implementation)
    public func max<Value: Comparable>(of value: @escaping (Element) -> Value) -> Observable<Value?> {
        extreme(of: value, at: { $0 - 1 })
    }

    /// The value at a position among all values in ascending order.
    @export(implementation)
    func extreme<Value: Comparable>(
        of value: @escaping (Element) -> Value,
        at position: @escaping (_ count: Int) -> Int
    ) -> Observable<Value?> {
        // Labels distinguish equal values.
        aggregate(Tree<SortKey<Value>, Void>(), value) { values, part, label in
            if part == part { values.insert((), for: SortKey(part, label)) }
        } remove: { values, part, label in
            if let position = values.position(of: SortKey(part, label)) { values.remove(at: position) }
        } result: { values in
            values.count == 0 ? nil : values.key(at: position(values.count)).key
        }
    }

    /// An aggregate of parts that can be added and removed.
    ///
    /// - Parameters:
    ///   - empty: The total of no parts.
    ///   - part: The part of a row.
    ///   - add: Adds a part to a total. The row's label distinguishes equal parts.
    ///   - remove: Removes a part from a total.
    ///   - result: The result that the observable shows of a total.
    @export(implementation)
    func aggregate<Total, Part, Result: Equatable>(
        _ empty: Total,
        _ part: @escaping (Element) -> Part,
        add: @escaping (inout Total, Part, UInt64) -> Void,
        remove: @escaping (inout Total, Part, UInt64) -> Void,
        result: @escaping (Total) -> Result
    ) -> Observable<Result> {
        let output = Box<Result>()
        var memory: (source: SourceReader<Element>, total: Total)?
        // NaN differs from itself by `==`, and not by its bits.
        let same = Sameness<Result>()
        return Observable<Result>(
            from: [observable.upstream],
            box: output,
            remembering: { [self] node, isKept in
                var (source, total) = exchange(&memory, with: nil) ?? (SourceReader(self), empty)
                source.follow { changes in
                    for change in changes {
                        if let old = change.old { remove(&total, part(old), change.key) }
                        if let new = change.new { add(&total, part(new), change.key) }
                    }
                    return true
                } anew: {
                    total = empty
                    for entry in source.rows.tree { add(&total, part(entry.value), entry.key) }
                }
                let present = result(total)
                if isKept { memory = (source, total) }
                if output.holds(where: { same($0, present) }) { return false }
                output.write(present, of: node)
                return true
            },
            forget: { _ in Forgotten(exchange(&memory, with: nil)) }
        )
    }
}
