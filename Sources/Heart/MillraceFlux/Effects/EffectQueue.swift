import MillraceBase

/// The effects of one identity that are in flight: those that run, and those that wait for them.
final class EffectQueue {
    /// The identity. Nil for the effects that have none: these never wait.
    let id: AnyHashable?

    /// By their numbers.
    @exclusivity(unchecked) private var running: [Int: EffectRun] = [:]
    @exclusivity(unchecked) private var waiting = Queue<EffectRun>()

    init(of id: AnyHashable?) { self.id = id }

    /// How many there are.
    var count: Int { running.count + waiting.count }

    /// All of them, in the order in which they were asked for. O(n log n).
    var runs: [EffectRun] { (Array(running.values) + waiting.elements).sorted { $0.number < $1.number } }

    /// Adds an effect. True where it may begin; otherwise it waits, behind those that wait already.
    func add(_ run: EffectRun) -> Bool {
        guard id == nil || canBegin(run) && (waiting.isEmpty || run.plan.policy.limit == .max) else {
            waiting.append(run)
            return false
        }
        running[run.number] = run
        return true
    }

    /// Removes an effect that runs. Returns false if it is not in this queue any more.
    func remove(_ run: EffectRun) -> Bool { running.removeValue(forKey: run.number) != nil }

    /// Takes the next effect that waits and may begin now. O(1), amortised.
    func next() -> EffectRun? {
        guard let run = waiting.first, canBegin(run) else { return nil }
        running[run.number] = waiting.popFirst()
        return run
    }

    /// Removes all of them, and returns them in order.
    func takeAll() -> [EffectRun] {
        let taken = runs
        (running, waiting) = ([:], Queue())
        return taken
    }

    /// An effect that cancels or ignores others finds none: only the limit of its policy can hold it back.
    private func canBegin(_ run: EffectRun) -> Bool { running.count < run.plan.policy.limit }
}
