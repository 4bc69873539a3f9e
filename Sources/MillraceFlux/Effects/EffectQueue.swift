import MillraceSignals

/// The effects of one identity that are in flight: those that run, and those that wait for them.
struct EffectQueue {
    private var running: [Int: EffectRun] = [:]
    private var waiting = Queue<EffectRun>()

    var isEmpty: Bool { running.isEmpty && waiting.isEmpty }

    /// Adds an effect. True where it may begin; otherwise it waits, behind those that wait already. O(1).
    mutating func add(_ run: EffectRun) -> Bool {
        guard canBegin(run), waiting.isEmpty || run.plan.policy.limit == .max else {
            waiting.append(run)
            return false
        }
        running[run.number] = run
        return true
    }

    /// Removes an effect that ran. False where it is not there any more. O(1).
    mutating func remove(_ run: EffectRun) -> Bool { running.removeValue(forKey: run.number) != nil }

    /// Takes the next effect that waits and may begin now. O(1), amortised.
    mutating func next() -> EffectRun? {
        guard let run = waiting.first, canBegin(run) else { return nil }
        running[run.number] = run
        return waiting.popFirst()
    }

    /// All of them, in the order in which they were asked for. O(n log n).
    var all: [EffectRun] { running.values.sorted { $0.number < $1.number } + waiting.elements }

    /// An effect that cancels or ignores others finds none: only the limit of its policy can hold it back.
    private func canBegin(_ run: EffectRun) -> Bool { running.count < run.plan.policy.limit }
}
