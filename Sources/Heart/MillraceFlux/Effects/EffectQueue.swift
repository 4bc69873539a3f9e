/// The effects of one identity that are in flight, in the order in which they were asked for: those that run, and those
/// that wait for them.
///
/// The effects are linked through themselves, so adding and removing one is O(1), and allocates nothing.
final class EffectQueue {
    /// The identity. Nil for the effects that have none: these never wait.
    let id: AnyHashable?

    @exclusivity(unchecked) private var first: EffectRun?
    @exclusivity(unchecked) private unowned(unsafe) var last: EffectRun?
    @exclusivity(unchecked) private unowned(unsafe) var firstWaiting: EffectRun?
    @exclusivity(unchecked) private var runningCount = 0

    /// How many there are.
    @exclusivity(unchecked) private(set) var count = 0

    init(of id: AnyHashable?) { self.id = id }

    deinit { _ = takeAll() }

    /// All of them, in order. O(n).
    var runs: [EffectRun] {
        var runs: [EffectRun] = []
        while let run = runs.last.map(\.next) ?? first { runs.append(run) }
        return runs
    }

    /// Adds an effect. True where it may begin; otherwise it waits, behind those that wait already.
    func add(_ run: EffectRun) -> Bool {
        run.queue = self
        run.previous = last
        if let last { last.next = run } else { first = run }
        last = run
        count += 1
        if id == nil || canBegin(run) && (firstWaiting == nil || run.plan.policy.limit == .max) {
            runningCount += 1
            return true
        }
        run.isWaiting = true
        if firstWaiting == nil { firstWaiting = run }
        return false
    }

    /// Removes an effect that runs, and is in this queue.
    func remove(_ run: EffectRun) {
        if let next = run.next { next.previous = run.previous } else { last = run.previous }
        let next = run.next
        if let previous = run.previous { previous.next = next } else { first = next }
        run.unlink()
        runningCount -= 1
        count -= 1
    }

    /// Takes the next effect that waits and may begin now. O(1), amortised.
    func next() -> EffectRun? {
        guard let run = firstWaiting, canBegin(run) else { return nil }
        run.isWaiting = false
        runningCount += 1
        var following = run.next
        while let other = following, !other.isWaiting { following = other.next }
        firstWaiting = following
        return run
    }

    /// Removes all of them, and returns them in order.
    func takeAll() -> [EffectRun] {
        let taken = runs
        (first, last, firstWaiting) = (nil, nil, nil)
        (count, runningCount) = (0, 0)
        for run in taken { run.unlink() }
        return taken
    }

    /// An effect that cancels or ignores others finds none: only the limit of its policy can hold it back.
    private func canBegin(_ run: EffectRun) -> Bool { runningCount < run.plan.policy.limit }
}

extension EffectRun {
    /// Forgets its place. The queue keeps its effects in order without it.
    fileprivate func unlink() { (queue, next, previous) = (nil, nil, nil) }
}
