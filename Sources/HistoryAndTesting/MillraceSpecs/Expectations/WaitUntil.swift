import Foundation
import MillraceBase
import MillraceSignals

/// Waits until `done` is called on any thread: `waitUntil { done in service.load { _ in done() } }`.
///
/// The example fails if that takes longer than `timeout`, if `done` is called twice, and if `body` throws.
///
/// - Parameters:
///   - timeout: The longest time to wait.
///   - file: The file of the call, for messages.
///   - line: The line of the call, for messages.
///   - body: Receives `done`. Runs at once, on the calling thread; on the main thread, the run loop runs during the
///     wait.
@available(*, noasync, message: "To fix: write `await` in front of it.")
@_disfavoredOverload
public func waitUntil(
    timeout: Duration = .seconds(1),
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: (_ done: @escaping @Sendable () -> Void) throws -> Void
) {
    let calls = Calls(CallSite(file, line))
    do { try body { calls.add() } } catch { return calls.fail("threw error \"\(error)\"") }
    calls.poll(timeout).run { calls.count }
}

/// Waits until `done` is called by the closure, which may be asynchronous, or by work that it starts, suspending
/// meanwhile.
///
/// - Parameters:
///   - timeout: The longest time to wait after the closure has returned.
///   - file: The file of the call, for messages.
///   - line: The line of the call, for messages.
///   - isolation: Where the closure is called: the isolation of the caller.
///   - body: Receives `done`. Runs at once.
public func waitUntil(
    timeout: Duration = .seconds(1),
    file: StaticString = #filePath,
    line: UInt = #line,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (_ done: @escaping @Sendable () -> Void) async throws -> Void
) async {
    let calls = Calls(CallSite(file, line))
    do { try await body { calls.add() } } catch { return calls.fail("threw error \"\(error)\"") }
    await calls.poll(timeout).run(isolation, .synchronous { calls.count })
}

/// Lets time pass on the calling thread; on the main thread the run loop runs meanwhile, until something happens there.
func pause(_ duration: Duration) {
    let end = Date(timeIntervalSinceNow: duration / .seconds(1))
    if Thread.isMainThread && RunLoop.main.run(mode: .default, before: end) { return }
    Thread.sleep(until: end)
}

/// Counts the calls of a `done`.
private final class Calls: Sendable {
    private let number = Locked(0)
    private let location: CallSite

    init(_ location: CallSite) {
        self.location = location
    }

    var count: Int { number.withLock(\.self) }

    func add() {
        let count = number.withLock { number in
            number += 1
            return number
        }
        if count == 1 {
            DispatchQueue.main.async {}  // wakes the run loop in `pause`
        } else {
            fail("done was called \(count) times. To fix: call it once.")
        }
    }

    func poll(_ timeout: Duration) -> Poll<Int> {
        Poll(.eventually, Matcher("call done") { $0 > 0 }, timeout, .milliseconds(10), "waitUntil", location)
    }

    func fail(_ message: String) {
        record("waitUntil: \(message)", at: location)
    }
}
