import Dispatch
import Synchronization

/// The state that the server's thread shares with other threads.
final class ServerControl: Sendable {
    private struct State {
        var isStopping = false
        var releases = 0
        var listeners: [Int: AsyncStream<LoopbackServer.Event>.Continuation] = [:]
        var nextListener = 0
    }

    let alarm: Alarm
    private let state = Mutex(State())
    private let thread = DispatchGroup()

    init() throws(SystemError) {
        alarm = try Alarm()
        thread.enter()
    }

    var isStopping: Bool { state.withLock { $0.isStopping } }

    /// How many times held replies have been released.
    var releases: Int { state.withLock { $0.releases } }

    func stop() {
        state.withLock { $0.isStopping = true }
        alarm.ring()
    }

    func release() {
        state.withLock { $0.releases += 1 }
        alarm.ring()
    }

    /// Called by the thread when it ends. Finishes all event streams.
    func threadHasEnded() {
        thread.leave()
        let listeners = state.withLock { state in
            defer { state.listeners = [:] }
            return state.listeners.values
        }
        for listener in listeners { listener.finish() }
    }

    func waitForThread() {
        thread.wait()
    }

    func publish(_ event: LoopbackServer.Event) {
        let listeners = state.withLock { $0.listeners.values }
        for listener in listeners { listener.yield(event) }
    }

    func events() -> AsyncStream<LoopbackServer.Event> {
        let (stream, continuation) = AsyncStream.makeStream(of: LoopbackServer.Event.self)
        let number = state.withLock { state -> Int? in
            guard !state.isStopping else { return nil }
            state.nextListener += 1
            state.listeners[state.nextListener] = continuation
            return state.nextListener
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.forget(number)
        }
        return stream
    }

    private func forget(_ listener: Int) {
        _ = state.withLock { $0.listeners.removeValue(forKey: listener) }
    }
}
