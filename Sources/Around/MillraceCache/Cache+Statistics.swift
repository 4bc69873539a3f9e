import MillraceSignals

extension Cache {
    /// What the cache holds, and how often it has helped. May be read on any thread. O(1).
    public var statistics: CacheStatistics {
        let diskSize = disk?.records.size
        return state.withLock { state in
            var statistics = state.counters
            (statistics.count, statistics.cost) = (state.memory.count, state.memory.cost)
            if let diskSize { (statistics.diskCount, statistics.diskBytes) = (diskSize.count, diskSize.bytes) }
            return statistics
        }
    }

    /// Returns an observable of ``statistics``, for a graph.
    ///
    /// It is updated for as long as it is kept or observed, and does not keep the cache alive. However often the cache
    /// is used between two turns, the graph receives one change, later; so the value may lag behind ``statistics``. It
    /// never ends; after the cache is released it no longer changes.
    ///
    /// ```swift
    /// pictures.statistics(on: .main).map { "\($0.hits) hits" }.observe(for: self) { screen, text in screen.show(text) }
    /// ```
    ///
    /// - Parameters:
    ///   - scheduler: Where the graph belongs. Traps if that is not the isolation of the calling code.
    ///   - isolation: The isolation of the calling code.
    public func statistics(
        on scheduler: some Scheduler,
        isolation: (any Actor)? = #isolation
    ) -> Observable<CacheStatistics> {
        feed.observable(of: self, on: scheduler, isolation: isolation, \.statistics)
    }
}
