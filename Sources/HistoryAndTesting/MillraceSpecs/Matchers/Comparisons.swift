/// Matches a value greater than `bound`.
///
/// - Parameter bound: The value to exceed.
public func beGreaterThan<Value: Comparable>(_ bound: Value) -> Matcher<Value> {
    Matcher("be greater than \(shown(bound))") { $0 > bound }
}

/// Matches a value that is `bound` or greater.
///
/// - Parameter bound: The least value that matches.
public func beGreaterThanOrEqualTo<Value: Comparable>(_ bound: Value) -> Matcher<Value> {
    Matcher("be greater than or equal to \(shown(bound))") { $0 >= bound }
}

/// Matches a value less than `bound`.
///
/// - Parameter bound: The value to stay below.
public func beLessThan<Value: Comparable>(_ bound: Value) -> Matcher<Value> {
    Matcher("be less than \(shown(bound))") { $0 < bound }
}

/// Matches a value that is `bound` or less.
///
/// - Parameter bound: The greatest value that matches.
public func beLessThanOrEqualTo<Value: Comparable>(_ bound: Value) -> Matcher<Value> {
    Matcher("be less than or equal to \(shown(bound))") { $0 <= bound }
}

/// Matches a value in a range: `beWithin(1...5)`.
///
/// - Parameter range: A range of any kind.
public func beWithin<Bounds: RangeExpression>(_ range: Bounds) -> Matcher<Bounds.Bound> {
    Matcher("be within \(shown(range))") { range.contains($0) }
}

/// Matches a number that differs from `expected` by no more than `delta`.
///
/// - Parameters:
///   - expected: The number to compare with.
///   - delta: The largest difference that still matches.
public func beCloseTo<Value: FloatingPoint & ExpressibleByFloatLiteral>(
    _ expected: Value,
    within delta: Value = 0.0001
) -> Matcher<Value> {
    Matcher("be close to \(shown(expected)) (within \(delta))") { abs($0 - expected) <= delta }
}
