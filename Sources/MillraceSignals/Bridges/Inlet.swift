import Synchronization

/// The way into an emitter from any thread.
///
/// ```swift
/// @MainActor final class Ticker {
///     let prices = Emitter<Price>()
///
///     func connect(to feed: PriceFeed) {
///         let inlet = prices.inlet()
///         feed.onPrice = { price in inlet.send(price) }      // on whatever thread
///     }
/// }
/// ```
///
/// Values are delivered on the emitter's actor, each sender's in the order in which it sent them, and none is lost.
/// Those that are sent while others wait are delivered together with them.
///
/// An inlet keeps neither the emitter nor its actor: when one of them is gone nothing is delivered any more, and what
/// waits is dropped. What waits is all that it holds.
public final class Inlet<Value>: Sendable {
    /// What waits, and whether somebody is on the way to fetch it.
    @usableFromInline
    struct Pending {
        @usableFromInline var values: [Value] = []
        @usableFromInline var isFetched = false

        init() {}
    }

    @usableFromInline let pending = Locked(Pending())

    /// Safe without a lock: it is read in the emitter's domain only, by what `post` was given, and never written.
    private nonisolated(unsafe) weak let emitter: Emitter<Value>?
    private let post: @Sendable (@escaping @Sendable () -> Void) -> Void

    fileprivate init(_ emitter: Emitter<Value>, on scheduler: some Scheduler) {
        self.emitter = emitter
        post = { scheduler.post($0) }
    }

    /// Sends a value, on any thread. Returns at once: the value is delivered on the emitter's actor, later.
    ///
    /// - Complexity: O(1), under a lock that is held for as long.
    @inlinable
    public func send(_ value: sending Value) {
        let isFirst = pending.withLock { pending in
            pending.values.append(value)
            defer { pending.isFetched = true }
            return !pending.isFetched
        }
        if isFirst { fetch() }
    }

    @usableFromInline
    func fetch() {
        let errand = InletDelivery(for: self)
        post { errand.run() }
    }

    /// Delivers what waits, in the emitter's domain. What is sent meanwhile is fetched anew, so that a flood does not
    /// keep the actor from its other work.
    fileprivate func deliver() {
        for value in takePending() {
            guard let emitter else { return }
            emitter.send(value)
        }
    }

    /// Empties what waits. What is sent from now on is fetched anew.
    fileprivate func takePending() -> [Value] {
        pending.withLock { pending in
            defer { pending = Pending() }
            return pending.values
        }
    }
}

/// The way of somebody who fetches what waits in an inlet.
private final class InletDelivery<Value>: Sendable {
    private let inlet: Inlet<Value>
    private let hasArrived = Atomic(false)

    init(for inlet: Inlet<Value>) { self.inlet = inlet }

    /// The actor is gone, and the work that was posted to it with it: what waits is dropped.
    deinit {
        if !hasArrived.load(ordering: .relaxed) { _ = inlet.takePending() }
    }

    func run() {
        hasArrived.store(true, ordering: .relaxed)
        inlet.deliver()
    }
}

extension Emitter {
    /// A way to send into this emitter from any thread.
    ///
    /// Call it on the actor that the emitter belongs to, which is where the values are delivered. Code that belongs to
    /// no actor cannot call it; it can hand in a scheduler.
    public func inlet(isolation: isolated any Actor = #isolation) -> Inlet<Value> {
        hub.learnsHome(of: isolation)
        return Inlet(self, on: ActorScheduler(isolation))
    }

    /// A way to send into this emitter from any thread.
    ///
    /// A scheduler of another actor than the one that the emitter belongs to, or that the calling code runs on, is
    /// refused.
    ///
    /// - Parameters:
    ///   - scheduler: Where this emitter belongs, and where the values are delivered.
    ///   - isolation: The isolation of the calling code, from which the emitter learns where it belongs.
    public func inlet(on scheduler: some Scheduler, isolation: (any Actor)? = #isolation) -> Inlet<Value> {
        hub.learnsHome(from: scheduler)
        hub.isObserved(in: isolation)
        return Inlet(self, on: scheduler)
    }
}

extension Inlet where Value == Void {
    /// Sends, on any thread.
    public func send() { send(()) }
}
