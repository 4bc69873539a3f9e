import Dispatch

/// Rings once, on a queue of its own, and can be set again at any time, which costs no memory.
///
/// There are two timers: one counts while the machine is awake, and the other follows the wall clock. The first to run
/// out rings, so that an alarm is punctual when the machine has slept, and when the wall clock was set back. Where that
/// was set forward it rings too soon: whoever is woken looks at the continuous clock.
final class Alarm {
    private let timers: [any DispatchSourceTimer]
    private var isActive = false

    init(_ ring: @escaping @Sendable () -> Void) {
        timers = (0..<2).map { _ in DispatchSource.makeTimerSource(flags: .strict, queue: Self.queue) }
        for timer in timers { timer.setEventHandler(handler: ring) }
    }

    deinit {
        for timer in timers { timer.cancel() }
    }

    private static let queue = DispatchQueue(label: "Millrace.Alarm", qos: .userInitiated)

    /// Rings when that time has passed, and not when it was to ring before.
    ///
    /// - Parameter delay: A hundred years at most.
    func set(after delay: Duration) {
        let (seconds, attoseconds) = delay.components
        // Rounded up, so that what was waited for is due when it rings.
        let interval = DispatchTimeInterval.nanoseconds(Int(seconds * 1_000_000_000 + attoseconds / 1_000_000_000 + 1))
        timers[0].schedule(deadline: .now() + interval, leeway: .nanoseconds(0))
        timers[1].schedule(wallDeadline: .now() + interval, leeway: .nanoseconds(0))
        if isActive { return }
        isActive = true
        for timer in timers { timer.activate() }
    }
}
