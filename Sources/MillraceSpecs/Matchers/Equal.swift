/// Matches a value that equals `expected`.
///
/// Nil equals nothing, and fails both ways: use `beNil()`.
///
/// - Parameter expected: The value to compare with.
public func equal<Value: Equatable>(_ expected: Value?) -> Matcher<Value> {
    guard let expected else {
        return .judging("equal nil") { _ in Verdict(.fail, "which no value does. To fix: use beNil()") }
    }
    return Matcher("equal \(shown(expected))") { $0 == expected }
}
