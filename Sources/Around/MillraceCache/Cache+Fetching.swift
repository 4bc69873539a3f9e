import MillraceSignals

extension Cache {
    /// Returns the value of a key: from memory, from disk, or else from `fetch`, whose value is then kept.
    ///
    /// However many callers ask for a key meanwhile, its value is fetched once, by the closure of the first. All of
    /// them receive the value, or the error; an error is not kept. A caller whose task is cancelled stops waiting at
    /// once, with a `CancellationError`, and the others are not affected; when the last caller has left, the fetch is
    /// cancelled.
    ///
    /// ```swift
    /// let picture = try await pictures.value(for: url) { try await download(url) }
    /// ```
    ///
    /// A value in memory is returned without suspending. Disk, decoding and `fetch` never run on the actor of the
    /// caller.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - cost: The cost of the fetched value. Nil means the result of the cache's own function.
    ///   - ageLimit: How long the fetched value can be used, instead of the ``Cache/ageLimit`` of the cache.
    ///   - fetch: Gets the value. Runs in a task of its own, with the priority of the first caller, and is kept until
    ///     it has returned.
    /// - Throws: The error that `fetch` throws, or `CancellationError`.
    public nonisolated(nonsending) func value(
        for key: Key,
        cost: Int? = nil,
        ageLimit: Duration? = nil,
        fetch: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let work = Fetch(cost: cost, ageLimit: ageLimit ?? self.ageLimit, body: fetch)
        var isRepeated = false
        while true {
            if let value = try await arrival(of: key, fetching: work, isRepeated: isRepeated) { return value }
            // Another caller, who had nothing to fetch with, has looked on disk and found nothing.
            isRepeated = true
        }
    }

    /// Returns the value of a key from memory, from disk, or from a fetch that is in progress. Nil if there is none.
    ///
    /// Also nil if that fetch fails, or if the calling task is cancelled. Reading from disk and decoding never run on
    /// the actor of the caller.
    public nonisolated(nonsending) func value(for key: Key) async -> Value? {
        try? await arrival(of: key, fetching: nil, isRepeated: false)
    }
}

/// The work to do if neither memory nor disk has a value.
struct Fetch<Value: Sendable>: Sendable {
    let cost: Int?
    let ageLimit: Duration?
    let body: @Sendable () async throws -> Value
}

/// Where a caller gets its value from.
private enum Supply<Value: Sendable> {
    case memory(Value?)
    case flight(Flight<Value>, number: Int, isNew: Bool)
}

extension Cache {
    nonisolated(nonsending) private func arrival(
        of key: Key,
        fetching fetch: Fetch<Value>?,
        isRepeated: Bool
    ) async throws -> Value? {
        switch supply(of: key, fetching: fetch, isRepeated: isRepeated) {
        case .memory(let value): return value
        case .flight(let flight, let number, let isNew):
            if isNew { start(flight, for: key, fetching: fetch) }
            return try await withTaskCancellationHandler {
                await withCheckedContinuation { flight.wait($0, as: number) }
            } onCancel: {
                leave(flight, of: key, as: number)
            }.get()
        }
    }

    /// Looks in memory, and joins or makes a flight, in one step: nothing can come between.
    private func supply(of key: Key, fetching fetch: Fetch<Value>?, isRepeated: Bool) -> Supply<Value> {
        let now = now()
        return change { state in
            let value = isRepeated ? state.memory.value(for: key, at: now) : state.find(key, at: now)
            if let value { return .memory(value) }
            if let flight = state.flights[key] { return .flight(flight, number: flight.join(), isNew: false) }
            if fetch == nil, disk == nil { return .memory(nil) }
            let flight = Flight<Value>()
            state.flights.insert(flight, for: key)
            return .flight(flight, number: flight.join(), isNew: true)
        }
    }

    private func leave(_ flight: Flight<Value>, of key: Key, as number: Int) {
        let finally = change { state in
            let (isLast, finally) = flight.leave(number)
            if isLast, state.flights[key] === flight { state.flights.remove(key) }
            return finally
        }
        finally()
    }

    private func start(_ flight: Flight<Value>, for key: Key, fetching fetch: Fetch<Value>?) {
        let task = Task.detached(executorPreference: executor, priority: Task.currentPriority) {
            if let disk = self.disk, let found = await disk.value(for: key) {
                let cost = self.checkedCost(nil, of: found.value)
                return self.land(flight, of: key, with: .success(found.value)) { state, now in
                    let due = found.remaining.map { now + $0 }
                    state.memory.insert(found.value, for: key, cost: cost, due: due, at: now)
                }
            }
            guard let fetch else { return self.land(flight, of: key, with: .success(nil)) }
            if Task.isCancelled { return self.land(flight, of: key, with: .failure(CancellationError())) }
            do {
                let value = try await fetch.body()
                let cost = self.checkedCost(fetch.cost, of: value)
                self.land(flight, of: key, with: .success(value)) { state, now in
                    self.store(value, for: key, cost: cost, ageLimit: fetch.ageLimit, at: now, in: &state)
                }
            } catch {
                self.land(flight, of: key, with: .failure(error))
            }
        }
        flight.run(as: task)
    }

    /// Keeps the value of a flight, unless the key was inserted or removed meanwhile, and resumes those who wait.
    private func land(
        _ flight: Flight<Value>,
        of key: Key,
        with outcome: Flight<Value>.Outcome,
        keep: (inout State, Duration) -> Void = { _, _ in }
    ) {
        let now = now()
        let tell = change { state in
            if state.flights[key] === flight {
                state.flights.remove(key)
                keep(&state, now)
            }
            return flight.land(outcome)
        }
        tell()
    }
}
