import Dispatch
import Millrace
import Synchronization

/// What crosses between isolation domains. Each lane waits until all that it began has arrived.
///
/// The lanes run for a tenth of a second before they are measured: the threads of the pool must be there first.
enum BridgeRows {
    static var all: [Benchmark] { [mapLatest, effects, inlet] }

    /// By hand: a task for each value, which cancels the one before.
    static var mapLatest: Benchmark {
        Benchmark("mapLatest of an async function", aims: [.oneDelivery()]) { _ in
            let caller = Caller()
            return Scene(
                raw: { times in wait { await caller.callByHand(times) } },
                ours: { times in wait { await caller.call(times) } },
                deliveries: {
                    let before = wait { await caller.calls }
                    wait { await caller.call(1) }
                    return wait { await caller.calls } - before
                },
                isConcurrent: true
            )
        }
    }

    /// So many actions, each with an effect that waits for the one before, and whose answer is an action. By hand: a
    /// task for each, which waits for the one before.
    static var effects: Benchmark {
        let aims: [Aim] = [.nanoseconds(5_000, at: 10), .growth(1.5, at: 100), .growth(1.5, at: 10_000)]
        return Benchmark("queued effects", sizes: [1, 10, 100, 10_000], aims: aims) { size in
            let worker = Worker()
            return Scene(
                events: size,
                raw: { times in wait { await worker.runByHand(times, size) } },
                ours: { times in wait { await worker.run(times, size) } },
                deliveries: { wait { await worker.answers(1) } },
                isConcurrent: true
            )
        }
    }

    /// From so many threads at a time. By hand: a mutex that is held while the sink is called; as one would have
    /// written it, a stream that the actor reads.
    static var inlet: Benchmark {
        let aims: [Aim] = [.ratio(1.5, at: 2), .oneDelivery("in order, none lost", at: 2)]
        return Benchmark("an inlet, senders", sizes: [1, 2, 4], aims: aims) { senders in
            let receiver = Receiver()
            let inlet = wait { await receiver.open() }
            let (stream, continuation) = AsyncStream<Int>.makeStream()
            Task { await receiver.read(stream) }
            let guarded = Mutex(Arrivals())
            return Scene(
                events: senders,
                raw: { times in
                    guarded.withLock { $0.expect(senders * times) }
                    send(times, from: senders) { value in guarded.withLock { $0.take(value) } }
                },
                written: { times in
                    wait { await receiver.expect(senders * times) }
                    send(times, from: senders) { continuation.yield($0) }
                    wait { await receiver.waitForAll() }
                },
                ours: { times in
                    wait { await receiver.expect(senders * times) }
                    send(times, from: senders) { inlet.send($0) }
                    wait { await receiver.waitForAll() }
                },
                deliveries: {
                    wait { await receiver.expect(senders * 1_000) }
                    send(1_000, from: senders) { inlet.send($0) }
                    wait { await receiver.waitForAll() }
                    return wait { await receiver.isWhole } ? 1 : 0
                },
                isConcurrent: true
            )
        }
    }

    /// Each sender's values are numbered in their order; its own number stands in the upper bits.
    private static func send(_ times: Int, from senders: Int, _ send: @Sendable (Int) -> Void) {
        DispatchQueue.concurrentPerform(iterations: senders) { sender in
            for number in 1...times { send(sender << 48 | number) }
        }
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
        guard let value = outcome.value else { fatalError("BridgeRows.wait: nothing was returned.") }
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

private actor Worker {
    private struct Begin: Action { let number: Int }
    private struct Ended: Action { let answer: Int }

    private var store: Store<Int>?
    private var subscription: Subscription?
    private var previous: Task<Void, Never>?
    private var expected = 0
    private var waiting: CheckedContinuation<Void, Never>?

    func run(_ times: Int, _ count: Int) async {
        let store = makeStore()
        for _ in 0..<times {
            await withCheckedContinuation {
                waiting = $0
                expected = count
                for number in 0..<count { store.dispatcher.dispatch(Begin(number: number)) }
            }
        }
    }

    func runByHand(_ times: Int, _ count: Int) async {
        for _ in 0..<times {
            await withCheckedContinuation {
                waiting = $0
                expected = count
                for number in 0..<count {
                    previous = Task { [previous] in
                        await previous?.value
                        let answer = await Self.answer(number)
                        if !Task.isCancelled, answer >= 0 { take() }
                    }
                }
            }
        }
    }

    /// How many answers come when so many are asked for.
    func answers(_ count: Int) async -> Int {
        let before = makeStore().state.value
        await run(1, count)
        return makeStore().state.value - before
    }

    private func makeStore() -> Store<Int> {
        if let store { return store }
        let store = Store(0, on: Dispatcher(on: ActorScheduler(self))) { store in
            store.on(Begin.self) { _, action in
                .run("work", .concat) { Ended(answer: await Self.answer(action.number)) }
            }
            store.on(Ended.self) { count, _ in count += 1 }
        }
        subscription = store.state.select { $0 }.changes.observe { [weak self] _ in self?.assumeIsolated { $0.take() } }
        self.store = store
        return store
    }

    private func take() {
        expected -= 1
        guard expected == 0 else { return }
        waiting?.resume()
        waiting = nil
    }

    @inline(never)
    private nonisolated static func answer(_ value: Int) async -> Int { value }
}

/// What the sinks of the inlet's lanes do.
private struct Arrivals {
    private(set) var count = 0
    private var expected = 0
    private var last = Array(repeating: 0, count: 4)
    private var isInOrder = true

    var areAll: Bool { count >= expected }
    var areWhole: Bool { count == expected && isInOrder }

    mutating func expect(_ expected: Int) {
        self = Arrivals()
        self.expected = expected
    }

    mutating func take(_ value: Int) {
        count += 1
        let sender = value >> 48
        let number = value & 0xFFFF_FFFF_FFFF
        if number != last[sender] + 1 { isInOrder = false }
        last[sender] = number
    }
}

/// What arrives, and who waits for all of it.
private final class Arrived {
    @exclusivity(unchecked) var arrivals = Arrivals()
    @exclusivity(unchecked) var waiting: CheckedContinuation<Void, Never>?

    func take(_ value: Int) {
        arrivals.take(value)
        guard arrivals.areAll else { return }
        waiting?.resume()
        waiting = nil
    }
}

private actor Receiver {
    private let emitter = Emitter<Int>()
    private var subscription: Subscription?
    private let arrived = Arrived()

    var isWhole: Bool { arrived.arrivals.areWhole }

    func open() -> Inlet<Int> {
        // The same sink as by hand: it does not ask first whether it runs on the actor, which takes longer than the
        // rest.
        let arrived = arrived
        subscription = emitter.observe { arrived.take($0) }
        return emitter.inlet()
    }

    func read(_ stream: AsyncStream<Int>) async {
        for await value in stream { arrived.take(value) }
    }

    func expect(_ count: Int) { arrived.arrivals.expect(count) }

    /// Waits for all that is expected.
    func waitForAll() async {
        if !arrived.arrivals.areAll { await withCheckedContinuation { arrived.waiting = $0 } }
    }
}
