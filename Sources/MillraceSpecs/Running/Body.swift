import Foundation
import Synchronization

/// What an example or a hook does. Synchronous bodies are kept apart from asynchronous ones so that they run as plain
/// calls: on XCTest's own stack, free to block or to spin a run loop.
enum Body {
    case synchronous(() throws -> Void)
    case asynchronous(() async throws -> Void)

    /// Runs the body on the calling thread, XCTest's; returns when it is finished.
    func run() throws {
        switch self {
        case .synchronous(let body): try body()
        case .asynchronous(let body): try waitFor(body)
        }
    }
}

/// Runs `operation` in a task, with the caller's task-local values, and waits for it on the calling thread. On the
/// main thread the run loop turns meanwhile, so that the main actor is free to work.
private func waitFor(_ operation: @escaping () async throws -> Void) throws {
    let work = HandedOver(operation)
    let outcome = Outcome()
    let isMain = Thread.isMainThread
    let finished = DispatchSemaphore(value: 0)
    Task {
        do {
            try await work.run()
            outcome.result.withLock { $0 = .success(()) }
        } catch {
            outcome.result.withLock { $0 = .failure(error) }
        }
        if isMain {
            DispatchQueue.main.async {}  // wakes the run loop below
        } else {
            finished.signal()
        }
    }
    while true {
        if let result = outcome.result.withLock({ $0 }) { return try result.get() }
        if isMain {
            _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 1))
        } else {
            finished.wait()
        }
    }
}

/// Carries an operation into the task that runs it, and lets go of it when it has run: what it captures is released
/// on the thread that waits, not on the task's.
///
/// Unchecked because closures of specs are not Sendable. It is safe: `waitFor` blocks until the task has run the
/// operation, so the operation and what it captures are used by one thread at a time, and the lock around the result
/// orders them.
private final class HandedOver: @unchecked Sendable {
    private var operation: (() async throws -> Void)?

    init(_ operation: @escaping () async throws -> Void) {
        self.operation = operation
    }

    func run() async throws {
        defer { operation = nil }
        try await operation?()
    }
}

private final class Outcome: Sendable {
    let result = Mutex<Result<Void, any Error>?>(nil)
}
