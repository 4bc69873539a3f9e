extension Signal {
    /// Makes a signal of the elements of an asynchronous sequence.
    ///
    /// Each first observer begins a loop over the sequence, in the isolation of the scheduler; whether that gives the
    /// same elements again is for the sequence to say. Finishes with the sequence. When the last observer leaves, the
    /// loop's task is cancelled, and nothing more is delivered. The task keeps the signal's observers, and the
    /// sequence. Where that always has the next element ready, the loop lets others run after every 64 of them.
    ///
    /// - Parameters:
    ///   - sequence: What to read.
    ///   - scheduler: Where the signal belongs.
    public convenience init<Sequence: AsyncSequence, Time: Scheduler>(_ sequence: Sequence, on scheduler: Time)
    where Sequence.Element == Value, Sequence.Failure == Never {
        self.init(on: scheduler) { hub in
            var yielding = CooperativeYield()
            for await element in sequence {
                if Task.isCancelled { return }
                hub.send(element)
                await yielding.yieldIfDue()
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
                var yielding = CooperativeYield()
                for try await element in sequence {
                    if Task.isCancelled { return }
                    hub.send(.success(element))
                    await yielding.yieldIfDue()
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
            hub.learnsHome(from: scheduler)
            let loop = scheduler.start {
                await read(hub)
                if !Task.isCancelled { hub.finish() }
            }
            hub.onDisconnect = { loop.cancel() }
        })
    }
}

/// Lets others of its isolation run, now and then: a loop over a sequence that is always ready would keep them from it
/// for good.
package struct CooperativeYield {
    private var count = 0

    package init() {}

    package nonisolated(nonsending) mutating func yieldIfDue() async {
        count += 1
        if count.isMultiple(of: 64) { await Task.yield() }
    }
}
