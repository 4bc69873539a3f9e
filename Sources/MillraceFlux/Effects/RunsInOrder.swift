/// The effects in flight of one identity, in the order in which they were asked for.
///
/// They end in any order, and there may be many that wait. O(1) amortised, but for listing them all.
struct RunsInOrder {
    private var runs: [Int: EffectRun] = [:]

    /// Of all that were added, from `start` on. One that is not there any more is gone.
    private var numbers: [Int] = []
    private var start = 0

    /// - Parameter run: One with a greater number than all before.
    mutating func append(_ run: EffectRun) {
        runs[run.number] = run
        numbers.append(run.number)
    }

    /// Whether it was there.
    mutating func remove(_ run: EffectRun) -> Bool {
        guard runs.removeValue(forKey: run.number) != nil else { return false }
        while start < numbers.count, runs[numbers[start]] == nil { start += 1 }
        if start > 16, start * 2 > numbers.count {
            numbers.removeFirst(start)
            start = 0
        }
        return true
    }

    /// The first one that is left.
    var first: EffectRun? { start < numbers.count ? runs[numbers[start]] : nil }

    var all: [EffectRun] { numbers[start...].compactMap { runs[$0] } }
}
