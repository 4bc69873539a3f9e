/// A condition that an expectation checks: `equal(2)`, `beEmpty()`.
///
/// A custom matcher takes three lines:
///
///     func beEven() -> Matcher<Int> {
///         Matcher("be even") { $0.isMultiple(of: 2) }
///     }
///
///     expect(4).to(beEven())  // otherwise: expected to be even, got <3>
public struct Matcher<Value> {
    /// The end of the sentence "expected to …": "equal <2>".
    let expectation: () -> String
    let judge: (Result<Value?, any Error>) -> Verdict
}

extension Matcher {
    /// Creates a matcher from a condition on the value. Nil and a thrown error fail both `to` and `toNot`.
    ///
    /// - Parameters:
    ///   - expectation: The end of the sentence "expected to …". Evaluated only if an expectation fails.
    ///   - show: How the message shows the value, after "got". Called only if an expectation fails.
    ///   - condition: Returns whether the value matches.
    public init(
        _ expectation: @autoclosure @escaping () -> String,
        showing show: ((Value) -> String)? = nil,
        _ condition: @escaping (Value) -> Bool
    ) {
        self.init(expectation: expectation) { actual in
            switch actual {
            case .success(let value?):
                Verdict(condition(value) ? .match : .noMatch, "got \(show?(value) ?? shown(value))")
            case .success(nil): Verdict(.fail, "got nil")
            case .failure(let error): Verdict(.fail, "it threw \(shown(error))")
            }
        }
    }

    /// Creates a matcher that judges values, nil and errors itself.
    ///
    /// - Parameters:
    ///   - expectation: The end of the sentence "expected to …". Evaluated only if an expectation fails.
    ///   - judge: Receives the value, or the error that was thrown instead.
    public static func judging(
        _ expectation: @autoclosure @escaping () -> String,
        _ judge: @escaping (Result<Value?, any Error>) -> Verdict
    ) -> Matcher {
        Matcher(expectation: expectation, judge: judge)
    }
}

/// The result of a matcher for one value.
public struct Verdict {
    /// Whether a value matches.
    public enum Outcome: Sendable {
        /// The value matches: satisfies `to`.
        case match
        /// The value does not match: satisfies `toNot`.
        case noMatch
        /// The value cannot be judged: satisfies neither.
        case fail
    }

    let outcome: Outcome
    let finding: () -> String

    /// - Parameters:
    ///   - outcome: Whether the value matches.
    ///   - finding: The end of the failure's message, after "expected to …,": "got <1>".
    public init(_ outcome: Outcome, _ finding: @autoclosure @escaping () -> String) {
        self.outcome = outcome
        self.finding = finding
    }
}
