import Foundation
import MillraceBase

/// A limit that ends the process if an example runs for too long, since there is no other way out of a loop or a lock.
/// The failure is reported under the example's name first.
struct TimeLimit {
    private let alarm: DispatchWorkItem

    /// Sets the limit for an example that begins.
    ///
    /// - Parameter seconds: The longest time that it may run.
    init(seconds: Double, for example: RunningExample, at location: CallSite) {
        alarm = DispatchWorkItem {
            let message =
                "ran for longer than \(seconds) s, which MILLRACE_TIME_LIMIT sets. To fix: see what it waits for."
            guard example.record(SpecIssue(message, at: location)) else { return }
            fflush(nil)
            _exit(1)
        }
        // A queue of its own gets a thread even if those of the global queues are all blocked.
        DispatchQueue(label: "MillraceSpecs.TimeLimit").asyncAfter(deadline: .now() + seconds, execute: alarm)
    }

    /// Removes the limit when the example is over.
    func lift() {
        alarm.cancel()
    }
}
