extension Signal {
    /// Creates a signal of the elements of an asynchronous sequence.
    ///
    /// The first observer starts a loop over the sequence, in the scheduler's isolation; so does each first observer
    /// after the last one has left. Whether that gives the same elements again depends on the sequence. Finishes when
    /// the sequence ends. When the last observer leaves, the loop's task is cancelled, and nothing more is delivered.
    /// The task keeps the observers and the sequence alive. If the sequence always has an element ready, the loop
    /// yields after every 64 elements.
    ///
    /// - Parameters:
    ///   - sequence: The sequence to read.
    ///   - scheduler: Where the signal belongs.
    @export(implementation)
    public convenience init<Sequence: AsyncSequence, Time: Scheduler>(_ sequence: Sequence, on scheduler: Time)
    where Sequence.Element == Value, Sequence.Failure == Never {
        self.init(on: scheduler) { hub in await forEach(in: sequence) { hub.send($0) } }
    }

    /// Creates a signal of the elements of an asynchronous sequence that may throw, as results.
    ///
    /// If the sequence throws, the last value is the error. Otherwise like the initialiser for sequences that do not
    /// throw.
    ///
    /// - Parameters:
    ///   - sequence: The sequence to read.
    ///   - scheduler: Where the signal belongs.
    @export(implementation)
    public convenience init<Sequence: AsyncSequence, Time: Scheduler>(resultsOf sequence: Sequence, on scheduler: Time)
    where Value == Result<Sequence.Element, Sequence.Failure> {
        self.init(on: scheduler) { hub in
            do throws(Sequence.Failure) {
                try await forEach(in: sequence) { hub.send(.success($0)) }
            } catch {
                if !Task.isCancelled { hub.send(.failure(error)) }
            }
        }
    }
}

/// Calls a closure with each element of a sequence, until the task is cancelled.
@export(implementation)
nonisolated(nonsending) package func forEach<Sequence: AsyncSequence>(
    in sequence: Sequence,
    _ receive: (Sequence.Element) -> Void
) async throws(Sequence.Failure) {
    var count = 0
    for try await element in sequence {
        if Task.isCancelled { return }
        receive(element)
        count += 1
        // A sequence whose elements are always ready would block the isolation.
        if count.isMultiple(of: 64) { await Task.yield() }
    }
}
