import Allocations

/// What one live thing costs in memory, an average of many.
struct Footprint {
    let allocations: Double
    let liveBytes: Double

    /// Nil on platforms on which allocations are not counted.
    init?(of times: Int, _ make: () -> AnyObject) {
        guard allocations_are_counted() != 0 else { return nil }
        var kept: [AnyObject] = []
        kept.reserveCapacity(times)
        let (count, bytes) = (allocations_count(), allocations_live_bytes())
        for _ in 0..<times { kept.append(make()) }
        allocations = Double(allocations_count() - count) / Double(times)
        liveBytes = Double(allocations_live_bytes() - bytes) / Double(times)
        withExtendedLifetime(kept) {}
    }
}
