extension Signal {
    /// Transforms the value of each success and passes failures on.
    ///
    /// ![mapSuccess](marbles-mapsuccess.svg)
    ///
    /// Finishes with this signal and keeps it alive; a failure ends nothing (law S5). `transform` runs once per
    /// success. O(1) per value.
    @export(implementation)
    public func mapSuccess<Success, Failure: Error, Output>(
        _ transform: @escaping (Success) -> Output
    ) -> Signal<Result<Output, Failure>> where Value == Result<Success, Failure> {
        map { $0.map(transform) }
    }

    /// Emits the values of successes and drops failures. Finishes with this signal and keeps it alive. O(1) per value.
    ///
    /// ![successes](marbles-successes.svg)
    @export(implementation)
    public func successes<Success, Failure: Error>() -> Signal<Success> where Value == Result<Success, Failure> {
        compactMap { try? $0.get() }
    }

    /// Emits the errors of failures and drops successes. Finishes with this signal and keeps it alive. O(1) per value.
    ///
    /// ![failures](marbles-failures.svg)
    @export(implementation)
    public func failures<Success, Failure: Error>() -> Signal<Failure> where Value == Result<Success, Failure> {
        compactMap { result in
            if case .failure(let error) = result { error } else { nil }
        }
    }

    /// Emits the values of successes, and a constant for each failure.
    ///
    /// ![replaceFailure(with:)](marbles-replacefailure-with.svg)
    ///
    /// Finishes with this signal and keeps it alive. O(1) per value.
    @export(implementation)
    public func replaceFailure<Success, Failure: Error>(
        with value: Success
    ) -> Signal<Success> where Value == Result<Success, Failure> {
        replaceFailure { _ in value }
    }

    /// Emits the values of successes, and the result of a closure for each failure.
    ///
    /// ![replaceFailure](marbles-replacefailure.svg)
    ///
    /// Finishes with this signal and keeps it alive. `replacement` runs once per failure. O(1) per value.
    @export(implementation)
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
