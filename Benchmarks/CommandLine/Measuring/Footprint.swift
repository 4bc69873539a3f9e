import Allocations

/// What one live thing holds in memory, an average of many.
struct Footprint {
    let blocks: Double
    let bytes: Double

    /// Nil on platforms on which allocations are not counted.
    ///
    /// - Parameters:
    ///   - times: How often `make` is called.
    ///   - things: How many of the things one call makes.
    init?(of times: Int, each things: Int = 1, _ make: () -> Any) {
        guard allocations_can_be_counted() != 0 else { return nil }
        var kept: [Any] = []
        kept.reserveCapacity(times + 1)
        kept.append(make())
        allocations_start()
        for _ in 0..<times { kept.append(make()) }
        allocations_stop()
        blocks = Double(allocations_live_blocks()) / Double(times * things)
        bytes = Double(allocations_live_bytes()) / Double(times * things)
        withExtendedLifetime(kept) {}
    }
}

/// How many blocks `work` allocates. Nil on platforms on which that is not counted.
func blocksAllocated(by work: () -> Void) -> Int? {
    guard allocations_can_be_counted() != 0 else { return nil }
    allocations_start()
    work()
    allocations_stop()
    return allocations_made()
}
