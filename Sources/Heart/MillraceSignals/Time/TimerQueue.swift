import MillraceBase

/// The timed work of one place, an actor or no particular one. All of it shares one alarm.
///
/// Cancelled work is released at once, on the thread that cancels it. The alarm is not moved: it rings, finds nothing
/// due, and is set for the next work.
final class TimerQueue: Sendable {
    fileprivate struct State {
        var deadlines = Deadlines<UncheckedTransfer<() -> Void>>()
        var lastNumber = 0
        var alarm: Alarm?

        /// The time at which the alarm rings. Nil if it is not set.
        var alarmTime: Duration?

        /// Whether a call of ``doWhatIsDue()`` is on its way.
        var isFetched = false
    }

    private let state = Locked(State())

    /// Has ``doWhatIsDue()`` called where the work belongs, later. Returns false if that place is gone.
    private let fetch: @Sendable (TimerQueue) -> Bool

    init(fetch: @escaping @Sendable (TimerQueue) -> Bool) { self.fetch = fetch }

    /// A hundred years. Beyond what the clocks can count, an alarm would ring at once or trap.
    private static let longestDelay = Duration.seconds(100 * 365 * 24 * 60 * 60)

    /// The time since the first queue of this process was asked for it.
    static var now: Duration { Origin.instant.duration(to: .now) }

    /// Adds work. May be called on any thread.
    func schedule(after delay: Duration, _ work: UncheckedTransfer<() -> Void>) -> ScheduledWork {
        let due = Self.now + min(max(delay, .zero), Self.longestDelay)
        let (number, isFirst) = state.withLock { state in
            state.lastNumber += 1
            state.deadlines.add(work, due: due, number: state.lastNumber)
            return (state.lastNumber, delay > .zero ? set(&state, for: due) : state.beginFetching())
        }
        if isFirst, !fetch(self) { dropAll() }
        return ScheduledWork { [weak self] in
            // Released outside the lock, since it is user code.
            _ = self?.state.withLock { $0.deadlines.remove(number) }
        }
    }

    /// Runs everything that is due, in order. What that adds runs in a later call, so that work which adds work does
    /// not block the actor.
    func doWhatIsDue() {
        let now = state.withLock { state in
            state.isFetched = false
            return Self.now
        }
        while let work = state.withLock({ $0.next(dueBy: now) }) { work.content() }
        goOn()
    }

    /// Sets the alarm for the next work, or has due work run.
    private func goOn() {
        let isDue = state.withLock { state in
            guard let (due, _) = state.deadlines.first else { return false }
            return due > Self.now ? set(&state, for: due) : state.beginFetching()
        }
        if isDue, !fetch(self) { dropAll() }
    }

    private func alarmRang() {
        state.withLock { $0.alarmTime = nil }
        goOn()
    }

    /// Sets the alarm, unless it rings earlier anyway. Returns false: there is nothing to run now.
    private func set(_ state: inout State, for due: Duration) -> Bool {
        if let time = state.alarmTime, time <= due { return false }
        state.alarmTime = due
        if state.alarm == nil { state.alarm = Alarm { [weak self] in self?.alarmRang() } }
        state.alarm?.set(after: due - Self.now)
        return false
    }

    fileprivate func dropAll() {
        // Released outside the lock, since it is user code.
        letGo(
            state.withLock { state in
                state.isFetched = false
                return state.deadlines.removeAll()
            }
        )
    }
}

extension TimerQueue.State {
    /// Returns whether the caller has to have due work run, because no other does so yet.
    fileprivate mutating func beginFetching() -> Bool {
        defer { isFetched = true }
        return !isFetched
    }

    fileprivate mutating func next(dueBy now: Duration) -> UncheckedTransfer<() -> Void>? {
        guard let (due, _) = deadlines.first, due <= now else { return nil }
        return deadlines.popFirst()
    }
}

private enum Origin {
    static let instant = ContinuousClock.now
}

// MARK: - Finding one

extension TimerQueue {
    /// The queue of an actor. O(1).
    static func of(_ actor: any Actor) -> TimerQueue {
        actor === MainActor.shared ? ofMain : ofActors.content(of: actor) { make(for: actor) }
    }

    private static let ofMain = TimerQueue { queue in
        // Detached, here and below, because it runs the work of many tasks and must not inherit the task-local values
        // of one.
        Task.detached(priority: .userInitiated) { @MainActor in queue.doWhatIsDue() }
        return true
    }

    /// The queue of `sleep`. Sleepers are resumed where the alarm rings, and continue in their own isolation.
    static let ofSleepers = TimerQueue { queue in
        queue.doWhatIsDue()
        return true
    }

    private static let ofActors = ActorTable<TimerQueue> { $0.dropAll() }

    private static func make(for actor: any Actor) -> TimerQueue {
        TimerQueue { [weak actor] queue in
            guard let actor else { return false }
            Task.detached(priority: .userInitiated) { [weak actor] in
                if let actor { await actor.doWhatIsDue(queue) } else { queue.dropAll() }
            }
            return true
        }
    }
}

extension Actor {
    fileprivate func doWhatIsDue(_ queue: TimerQueue) { queue.doWhatIsDue() }
}
