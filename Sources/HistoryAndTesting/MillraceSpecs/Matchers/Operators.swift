extension Expectation where Value: Equatable {
    // Disfavoured, as the next, so that a literal `nil` is an `ExpectedNil`.
    /// `expect(count) == 2` is `expect(count).to(equal(2))`.
    @_disfavoredOverload
    public static func == (expectation: Expectation, expected: Value?) {
        expectation.to(equal(expected))
    }

    /// `expect(count) != 2` is `expect(count).toNot(equal(2))`.
    @_disfavoredOverload
    public static func != (expectation: Expectation, expected: Value?) {
        expectation.toNot(equal(expected))
    }
}

extension Expectation where Value: Comparable {
    /// `expect(count) < 2` is `expect(count).to(beLessThan(2))`.
    public static func < (expectation: Expectation, bound: Value) {
        expectation.to(beLessThan(bound))
    }

    /// `expect(count) <= 2` is `expect(count).to(beLessThanOrEqualTo(2))`.
    public static func <= (expectation: Expectation, bound: Value) {
        expectation.to(beLessThanOrEqualTo(bound))
    }

    /// `expect(count) > 2` is `expect(count).to(beGreaterThan(2))`.
    public static func > (expectation: Expectation, bound: Value) {
        expectation.to(beGreaterThan(bound))
    }

    /// `expect(count) >= 2` is `expect(count).to(beGreaterThanOrEqualTo(2))`.
    public static func >= (expectation: Expectation, bound: Value) {
        expectation.to(beGreaterThanOrEqualTo(bound))
    }
}

extension Expectation where Value == AnyObject {
    /// `expect(view) === other` is `expect(view).to(beIdenticalTo(other))`.
    public static func === (expectation: Expectation, expected: AnyObject?) {
        expectation.to(beIdenticalTo(expected))
    }

    /// `expect(view) !== other` is `expect(view).toNot(beIdenticalTo(other))`.
    public static func !== (expectation: Expectation, expected: AnyObject?) {
        expectation.toNot(beIdenticalTo(expected))
    }
}

extension Expectation {
    /// `expect(name) == nil` is `expect(name).to(beNil())`.
    public static func == (expectation: Expectation, expected: ExpectedNil) {
        expectation.to(beNil())
    }

    /// `expect(name) != nil` is `expect(name).toNot(beNil())`.
    public static func != (expectation: Expectation, expected: ExpectedNil) {
        expectation.toNot(beNil())
    }
}

/// The `nil` in `expect(name) == nil`.
public struct ExpectedNil: ExpressibleByNilLiteral {
    /// Creates the value of the literal.
    public init(nilLiteral: ()) {}
}
