extension Signal {
    /// Makes a signal of the elements of an asynchronous sequence.
    ///
    /// Each first observer begins a loop over the sequence, in the isolation of the scheduler; whether that gives the
    /// same elements again is for the sequence to say. Finishes with the sequence. When the last observer leaves, the
    /// loop's task is cancelled, and nothing more is delivered. The task keeps the signal's observers, and the
    /// sequence.
    ///
    /// - Parameters:
    ///   - sequence: What to read.
    ///   - scheduler: Where the signal belongs.
    public convenience init<Sequence: AsyncSequence, Time: Scheduler>(_ sequence: Sequence, on scheduler: Time)
    where Sequence.Element == Value, Sequence.Failure == Never {
        self.init(on: scheduler) { hub in
            for await element in sequence {
                if Task.isCancelled { return }
                hub.send(element)
            }
        }
    }

    /// Makes a signal of the elements of an asynchronous sequence that may fail, as results: the error it ends with is
    /// the last one.
    ///
    /// Otherwise as the form for sequences that do not fail.
    ///
    /// - Parameters:
    ///   - sequence: What to read.
    ///   - scheduler: Where the signal belongs.
    public convenience init<Sequence: AsyncSequence, Time: Scheduler>(resultsOf sequence: Sequence, on scheduler: Time)
    where Value == Result<Sequence.Element, Sequence.Failure> {
        self.init(on: scheduler) { hub in
            do throws(Sequence.Failure) {
                for try await element in sequence {
                    if Task.isCancelled { return }
                    hub.send(.success(element))
                }
            } catch {
                if !Task.isCancelled { hub.send(.failure(error)) }
            }
        }
    }

    private convenience init<Time: Scheduler>(
        on scheduler: Time,
        _ read: nonisolated(nonsending) @escaping (Hub<Value>) async -> Void
    ) {
        self.init(connect: { hub in
            let loop = scheduler.start {
                await read(hub)
                if !Task.isCancelled { hub.finish() }
            }
            hub.onDisconnect = { loop.cancel() }
        })
    }
}
