import Dispatch

/// A one-shot timer on a queue of its own, which can be set again at any time without allocating.
///
/// There are two timers: one counts while the machine is awake, the other follows the wall clock. The first to fire
/// rings. So an alarm is punctual if the machine has slept, and if the wall clock was set back. If it was set forward
/// the alarm rings too early; the receiver therefore checks the continuous clock.
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

    /// Rings after the delay, instead of when it was set to ring before.
    ///
    /// - Parameter delay: At most a hundred years.
    func set(after delay: Duration) {
        let (seconds, attoseconds) = delay.components
        // Rounded up, so that the work is due when the alarm rings.
        let interval = DispatchTimeInterval.nanoseconds(Int(seconds * 1_000_000_000 + attoseconds / 1_000_000_000 + 1))
        timers[0].schedule(deadline: .now() + interval, leeway: .nanoseconds(0))
        timers[1].schedule(wallDeadline: .now() + interval, leeway: .nanoseconds(0))
        if isActive { return }
        isActive = true
        for timer in timers { timer.activate() }
    }
}
