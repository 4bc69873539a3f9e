import Synchronization

/// Counts its living instances: whoever captures one shows when it is freed. May be released on any thread.
final class Tracked: Sendable {
    final class LivingCount: Sendable {
        private let living = Atomic<Int>(0)

        var count: Int { living.load(ordering: .sequentiallyConsistent) }

        fileprivate func add(_ change: Int) { living.add(change, ordering: .sequentiallyConsistent) }
    }

    private let living: LivingCount

    init(in living: LivingCount) {
        self.living = living
        living.add(1)
    }

    deinit { living.add(-1) }

    func touch() {}
}
