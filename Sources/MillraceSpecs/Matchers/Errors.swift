/// Matches an expression that throws, whatever it throws: `expect(try parse("{")).to(throwError())`.
public func throwError<Value>() -> Matcher<Value> {
    throwError("throw an error") { _ in true }
}

/// Matches an expression that throws an error equal to `expected`.
///
/// - Parameter expected: The error to compare with.
public func throwError<Value, Failure: Error & Equatable>(_ expected: Failure) -> Matcher<Value> {
    throwError("throw \(shown(expected))") { $0 as? Failure == expected }
}

/// Matches an expression that throws an error of the given type.
///
/// - Parameters:
///   - type: The type to look for.
///   - inspect: Gets the error, where it is of that type, for expectations of its own.
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

private func throwError<Value>(
    _ expectation: String,
    _ condition: @escaping (any Error) -> Bool
) -> Matcher<Value> {
    .judging(expectation) { actual in
        switch actual {
        case .success: Verdict(.noMatch, "it threw nothing")
        case .failure(let error): Verdict(condition(error) ? .match : .noMatch, "it threw \(shown(error))")
        }
    }
}
