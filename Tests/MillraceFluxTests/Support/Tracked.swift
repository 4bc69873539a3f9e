import Synchronization

/// Counts its living instances: whoever captures one shows when it is freed. May be released on any thread.
final class Tracked: Sendable {
    final class Census: Sendable {
        private let living = Atomic<Int>(0)

        var count: Int { living.load(ordering: .sequentiallyConsistent) }

        fileprivate func add(_ change: Int) { living.add(change, ordering: .sequentiallyConsistent) }
    }

    private let census: Census

    init(in census: Census) {
        self.census = census
        census.add(1)
    }

    deinit { census.add(-1) }

    func touch() {}
}
