import Dispatch
import Foundation
import Millrace

/// What crosses between isolation domains. Each lane waits until all that it began has arrived.
enum BridgeBenchmarks {
    static var all: [Benchmark] { [mapLatest, inlet] }

    /// By hand: a task for each value, which cancels the one before.
    static var mapLatest: Benchmark {
        let caller = Caller()
        return Benchmark(
            name: "mapLatest of an async function",
            aim: "",
            raw: { times in wait { await caller.callByHand(times) } },
            ours: { times in wait { await caller.call(times) } },
            deliveries: {
                let before = wait { await caller.calls }
                wait { await caller.call(1) }
                return wait { await caller.calls } - before
            }
        )
    }

    /// By hand: a stream, which the actor reads.
    static var inlet: Benchmark {
        let receiver = Receiver()
        let inlet = wait { await receiver.open() }
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        Task { await receiver.read(stream) }
        return Benchmark(
            name: "an inlet under two threads",
            events: 2,
            aim: "",
            raw: { times in
                wait { await receiver.expect(2 * times) }
                onTwoThreads { for value in 0..<times { continuation.yield(value) } }
                wait { await receiver.arrived() }
            },
            ours: { times in
                wait { await receiver.expect(2 * times) }
                onTwoThreads { for value in 0..<times { inlet.send(value) } }
                wait { await receiver.arrived() }
            },
            deliveries: {
                wait { await receiver.expect(1) }
                inlet.send(1)
                return wait { await receiver.arrived() }
            }
        )
    }

    private static func onTwoThreads(_ body: @Sendable () -> Void) {
        DispatchQueue.concurrentPerform(iterations: 2) { _ in body() }
    }

    /// Runs something asynchronous and waits for it, on the thread that measures.
    @discardableResult
    private static func wait<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) -> Result {
        let (finished, outcome) = (DispatchSemaphore(value: 0), Outcome<Result>())
        Task {
            outcome.value = await body()
            finished.signal()
        }
        finished.wait()
        guard let value = outcome.value else { fatalError("BridgeBenchmarks.wait: nothing was returned.") }
        return value
    }

    /// `@unchecked Sendable` is safe: the semaphore lies between the one thread that writes and the one that reads.
    private final class Outcome<Value>: @unchecked Sendable {
        var value: Value?
    }
}

private actor Caller {
    private(set) var calls = 0
    private let emitter = Emitter<Int>()
    private var subscription: Subscription?
    private var task: Task<Void, Never>?
    private var waiting: CheckedContinuation<Void, Never>?

    func call(_ times: Int) async {
        if subscription == nil {
            subscription = emitter.map(.latest, on: ActorScheduler(self)) { await Self.answer($0) }
                .observe { [weak self] _ in self?.assumeIsolated { $0.take() } }
        }
        for value in 0..<times {
            await withCheckedContinuation {
                waiting = $0
                emitter.send(value)
            }
        }
    }

    func callByHand(_ times: Int) async {
        for value in 0..<times {
            await withCheckedContinuation {
                waiting = $0
                task?.cancel()
                task = Task {
                    let answer = await Self.answer(value)
                    if answer >= 0, !Task.isCancelled { take() }
                }
            }
        }
    }

    private func take() {
        calls += 1
        waiting?.resume()
        waiting = nil
    }

    @inline(never)
    private nonisolated static func answer(_ value: Int) async -> Int { value }
}

private actor Receiver {
    private let emitter = Emitter<Int>()
    private var subscription: Subscription?
    private var count = 0
    private var expected = 0
    private var waiting: CheckedContinuation<Void, Never>?

    func open() -> Inlet<Int> {
        subscription = emitter.observe { [weak self] _ in self?.assumeIsolated { $0.take() } }
        return emitter.inlet()
    }

    func read(_ stream: AsyncStream<Int>) async {
        for await _ in stream { take() }
    }

    func expect(_ count: Int) {
        self.count = 0
        expected = count
    }

    /// Waits for all that is expected, and tells how much it was.
    func arrived() async -> Int {
        if count < expected { await withCheckedContinuation { waiting = $0 } }
        return count
    }

    private func take() {
        count += 1
        guard count == expected else { return }
        waiting?.resume()
        waiting = nil
    }
}
