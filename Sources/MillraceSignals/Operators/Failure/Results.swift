extension Signal {
    /// A signal of results whose successes are mapped; failures pass unchanged.
    ///
    /// Finishes with this signal, which it keeps; a failure ends nothing (law S5). `transform` runs once a success.
    /// O(1) a value.
    @inlinable
    public func mapSuccess<Success, Failure: Error, Output>(
        _ transform: @escaping (Success) -> Output
    ) -> Signal<Result<Output, Failure>> where Value == Result<Success, Failure> {
        map { $0.map(transform) }
    }

    /// A signal of the values of the results that are successes. Finishes with this signal, which it keeps.
    @inlinable
    public func successes<Success, Failure: Error>() -> Signal<Success> where Value == Result<Success, Failure> {
        compactMap { result in
            if case .success(let value) = result { value } else { nil }
        }
    }

    /// A signal of the errors of the results that are failures. Finishes with this signal, which it keeps.
    @inlinable
    public func failures<Success, Failure: Error>() -> Signal<Failure> where Value == Result<Success, Failure> {
        compactMap { result in
            if case .failure(let error) = result { error } else { nil }
        }
    }

    /// A signal of the successes, and of a value in the place of each failure.
    ///
    /// Finishes with this signal, which it keeps. O(1) a value.
    @inlinable
    public func replaceFailure<Success, Failure: Error>(
        with value: Success
    ) -> Signal<Success> where Value == Result<Success, Failure> {
        map { result in
            if case .success(let success) = result { success } else { value }
        }
    }

    /// A signal of the successes, and of what `replacement` makes of each failure.
    ///
    /// Finishes with this signal, which it keeps. `replacement` runs once a failure. O(1) a value.
    @inlinable
    public func replaceFailure<Success, Failure: Error>(
        _ replacement: @escaping (Failure) -> Success
    ) -> Signal<Success> where Value == Result<Success, Failure> {
        map { result in
            switch result {
            case .success(let value): value
            case .failure(let error): replacement(error)
            }
        }
    }
}
