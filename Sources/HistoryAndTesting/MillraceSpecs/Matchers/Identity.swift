/// Matches the same object as `expected`.
///
/// - Parameter expected: The object; nil fails `to` and `toNot`: use `beNil()`.
public func beIdenticalTo(_ expected: AnyObject?) -> Matcher<AnyObject> {
    guard let expected else {
        return .judging("be identical to nil") { _ in Verdict(.fail, "which no object is. To fix: use beNil()") }
    }
    return Matcher("be identical to \(identity(expected))", showing: identity) { $0 === expected }
}

/// Matches a value of a type or of one of its subclasses.
///
/// - Parameter type: The expected type.
public func beAKindOf<Value, Kind>(_ type: Kind.Type) -> Matcher<Value> {
    Matcher("be a kind of \(type)") { $0 is Kind }
}

private func identity(_ object: AnyObject) -> String {
    "<\(object) at 0x\(String(UInt(bitPattern: ObjectIdentifier(object)), radix: 16))>"
}
