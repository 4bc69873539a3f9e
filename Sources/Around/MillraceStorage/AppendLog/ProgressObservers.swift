import Foundation
import MillraceBase

/// The observers of a log's progress, and the queue on which they are called.
final class ProgressObservers: Sendable {
    private struct State {
        var bodies: [@Sendable (LogProgress) -> Void] = []
        var promptBodies: [@Sendable (LogProgress) -> Void] = []
        var durable: UInt64 = 0
    }

    private let state = Locked(State())
    private let queue = DispatchQueue(label: "millrace.append-log")

    func add(_ body: @escaping @Sendable (LogProgress) -> Void) {
        state.withLock { state in
            state.bodies.append(body)
            let durable = state.durable
            if durable > 0 { queue.async { body(.durable(durable)) } }
        }
    }

    /// Adds one that is called on the thread on which something happens, within a lock.
    func addPrompt(_ body: @escaping @Sendable (LogProgress) -> Void) {
        state.withLock { $0.promptBodies.append(body) }
    }

    /// Notifies all of them, in the order of the calls. Durable records are reported once.
    func tell(_ progress: LogProgress) {
        state.withLock { state in
            if case .durable(let sequence) = progress {
                if sequence <= state.durable { return }
                state.durable = sequence
            }
            for body in state.promptBodies { body(progress) }
            guard !state.bodies.isEmpty else { return }
            queue.async { [bodies = state.bodies] in for body in bodies { body(progress) } }
        }
    }

    /// Runs something on the queue, after a time.
    func later(_ delay: Duration, _ body: @escaping @Sendable () -> Void) {
        let (seconds, attoseconds) = delay.components
        // Not longer than the system's clocks count.
        let delay = Double(min(max(seconds, 0), 1_000_000_000)) + Double(attoseconds) / 1e18
        queue.asyncAfter(deadline: .now() + delay, execute: body)
    }
}
