import Foundation
import MillraceBase
import MillraceSignals

/// Returns an asynchronous body of an example or a hook as one that XCTest's thread runs, and waits for.
///
/// Synchronous bodies are kept apart from asynchronous ones, and run as plain calls on XCTest's own stack, where they may
/// block or run the run loop. See ``ExampleWord``.
func waiting<Input>(for body: @escaping (Input) async throws -> Void) -> (Input) throws -> Void {
    { input in try waitFor { _ in try await body(input) } }
}

/// Runs `operation` in a task, with the caller's task-local values, and waits for it on the calling thread. On the main
/// thread the run loop runs meanwhile, so that the main actor can work.
///
/// - Parameters:
///   - service: A job that the operation may ask the waiting thread to do, by calling its argument.
func waitFor(
    serving service: () -> Void = {},
    _ operation: @escaping (_ callBack: @escaping @Sendable () async -> Void) async throws -> Void
) throws {
    let work = HandedOver(operation)
    let mailbox = Mailbox()
    Task {
        do {
            try await work.run { await mailbox.ask() }
            mailbox.post(.finished(.success(())))
        } catch {
            mailbox.post(.finished(.failure(error)))
        }
    }
    while true {
        switch mailbox.next() {
        case .finished(let result): return try result.get()
        case .asked(let asker):
            service()
            asker.resume()
        }
    }
}

/// The messages of a task to the thread that waits for it.
private final class Mailbox: Sendable {
    enum Message {
        case finished(Result<Void, any Error>)
        case asked(CheckedContinuation<Void, Never>)
    }

    private let messages = Locked<[Message]>([])
    private let arrival = DispatchSemaphore(value: 0)
    private let isMain = Thread.isMainThread

    func post(_ message: sending Message) {
        messages.withLock { $0.append(message) }
        if isMain {
            DispatchQueue.main.async {}  // wakes the run loop in `next`
        } else {
            arrival.signal()
        }
    }

    /// Asks the waiting thread for its service, and waits until it is done.
    func ask() async {
        await withCheckedContinuation { post(.asked($0)) }
    }

    /// Returns the next message. For the waiting thread, which is the one that created the mailbox.
    func next() -> Message {
        while true {
            if let message = messages.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return message }
            if isMain {
                _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 1))
            } else {
                arrival.wait()
            }
        }
    }
}

/// Takes an operation into the task that runs it, and releases it when it has run: its captures are released on the
/// waiting thread, not on the task's.
///
/// Unchecked because closures of specs are not Sendable. It is safe: `waitFor` blocks until the task has run the
/// operation, or asks it to act in between, so the operation and its captures are used by one thread at a time, and the
/// lock around the messages orders them.
private final class HandedOver: @unchecked Sendable {
    private var operation: ((@escaping @Sendable () async -> Void) async throws -> Void)?

    init(_ operation: @escaping (@escaping @Sendable () async -> Void) async throws -> Void) {
        self.operation = operation
    }

    func run(_ callBack: @escaping @Sendable () async -> Void) async throws {
        defer { operation = nil }
        try await operation?(callBack)
    }
}
