/// Matches an expression that throws any error: `expect(try parse("{")).to(throwError())`.
public func throwError<Value>() -> Matcher<Value> {
    throwError("throw an error") { _ in true }
}

/// Matches an expression that throws an error equal to `expected`.
///
/// - Parameter expected: The error to compare with.
public func throwError<Value, Failure: Error & Equatable>(_ expected: Failure) -> Matcher<Value> {
    throwError("throw \(shown(expected))") { $0 as? Failure == expected }
}

/// Matches an expression that throws an error of a type.
///
/// - Parameters:
///   - type: The expected type.
///   - inspect: Receives the error if it has that type, for further expectations.
public func throwError<Value, Failure: Error>(
    _ type: Failure.Type,
    _ inspect: @escaping (Failure) -> Void = { _ in }
) -> Matcher<Value> {
    throwError("throw a \(type)") { error in
        guard let error = error as? Failure else { return false }
        inspect(error)
        return true
    }
}

/// Matches an expression that throws, and passes the error to a closure:
/// `throwError { expect($0 as? Mishap) == .late }`.
///
/// - Parameter inspect: Receives the error, for further expectations.
public func throwError<Value>(_ inspect: @escaping (any Error) -> Void) -> Matcher<Value> {
    throwError("throw an error") { error in
        inspect(error)
        return true
    }
}

/// Matches an expression that throws an error of the closure's parameter type:
/// `throwError { (mishap: Mishap) in expect(mishap.code) == 7 }`.
///
/// - Parameter inspect: Receives the error, for further expectations.
public func throwError<Value, Failure: Error>(_ inspect: @escaping (Failure) -> Void) -> Matcher<Value> {
    throwError(Failure.self, inspect)
}

private func throwError<Value>(
    _ expectation: @autoclosure @escaping () -> String,
    _ condition: @escaping (any Error) -> Bool
) -> Matcher<Value> {
    .judging(expectation()) { actual in
        switch actual {
        case .success: Verdict(.noMatch, "it threw nothing")
        case .failure(let error): Verdict(condition(error) ? .match : .noMatch, "it threw \(shown(error))")
        }
    }
}
