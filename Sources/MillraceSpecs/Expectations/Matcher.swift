/// What an expectation compares a value with: `equal(2)`, `beEmpty()`.
///
/// A matcher of one's own takes three lines:
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

    private init(expectation: @escaping () -> String, judge: @escaping (Result<Value?, any Error>) -> Verdict) {
        self.expectation = expectation
        self.judge = judge
    }

    /// Makes a matcher of a condition on the value. Nil and a thrown error fail it both ways, `to` and `toNot`: a
    /// value that is not there is no answer to either question.
    ///
    /// - Parameters:
    ///   - expectation: The end of the sentence "expected to …". Computed where an expectation fails, as all that is
    ///     shown.
    ///   - show: How the message shows the value, after "got".
    ///   - condition: Whether the value matches.
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

    /// Makes a matcher that judges everything itself: the value, nil, and errors.
    ///
    /// - Parameters:
    ///   - expectation: The end of the sentence "expected to …". Computed where an expectation fails, as all that is
    ///     shown.
    ///   - judge: Gets the value, or the error that was thrown in its place.
    public static func judging(
        _ expectation: @autoclosure @escaping () -> String,
        _ judge: @escaping (Result<Value?, any Error>) -> Verdict
    ) -> Matcher {
        Matcher(expectation: expectation, judge: judge)
    }
}

/// What a matcher finds about one value.
public struct Verdict {
    /// How a value and a matcher go together.
    public enum Outcome: Sendable {
        /// The value matches: satisfies `to`.
        case match
        /// The value does not match: satisfies `toNot`.
        case noMatch
        /// The question makes no sense for this value: satisfies neither.
        case fail
    }

    let outcome: Outcome
    let finding: () -> String

    /// - Parameters:
    ///   - outcome: How the value and the matcher go together.
    ///   - finding: The end of the failure's message, after "expected to …,": "got <1>".
    public init(_ outcome: Outcome, _ finding: @autoclosure @escaping () -> String) {
        self.outcome = outcome
        self.finding = finding
    }
}
