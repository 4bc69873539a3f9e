import MillraceBase
import Synchronization

/// A handle that sends into an emitter from any thread.
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
/// Values are delivered on the emitter's actor. Each sender's values keep their order, and none is lost. Values that
/// are sent while others wait are delivered together with them.
///
/// An inlet keeps neither the emitter nor its actor alive. When one of them is gone nothing is delivered any more, and
/// pending values are dropped. An inlet holds nothing but the pending values.
public final class Inlet<Value>: Sendable {
    /// The pending values, and whether a delivery is on its way.
    @usableFromInline
    struct Pending {
        @usableFromInline var values: [Value] = []
        @usableFromInline var isFetched = false

        init() {}
    }

    @usableFromInline let pending = Locked(Pending())

    /// Safe without a lock: it is read only in the emitter's domain, by the work given to `post`, and never written.
    private nonisolated(unsafe) weak let emitter: Emitter<Value>?
    private let post: @Sendable (@escaping @Sendable () -> Void) -> Void

    fileprivate init(_ emitter: Emitter<Value>, on scheduler: some Scheduler) {
        self.emitter = emitter
        post = { scheduler.post($0) }
    }

    /// Sends a value from any thread.
    ///
    /// Returns at once; the value is delivered on the emitter's actor later.
    ///
    /// - Complexity: O(1), under a lock that is held for as long.
    @export(implementation)
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

    /// Delivers the pending values, in the emitter's domain.
    ///
    /// Values that are sent meanwhile are delivered by another delivery, so that a flood does not keep the actor from
    /// its other work.
    fileprivate func deliver() {
        for value in takePending() {
            guard let emitter else { return }
            emitter.send(value)
        }
    }

    /// Takes all pending values. The next value that is sent starts another delivery.
    fileprivate func takePending() -> [Value] {
        pending.withLock { pending in
            defer { pending = Pending() }
            return pending.values
        }
    }
}

/// One posted delivery of an inlet's pending values.
private final class InletDelivery<Value>: Sendable {
    private let inlet: Inlet<Value>
    private let hasArrived = Atomic(false)

    init(for inlet: Inlet<Value>) { self.inlet = inlet }

    /// If the actor is gone, the posted work is dropped: so are the pending values.
    deinit {
        if !hasArrived.load(ordering: .relaxed) { _ = inlet.takePending() }
    }

    func run() {
        hasArrived.store(true, ordering: .relaxed)
        inlet.deliver()
    }
}

extension Emitter {
    /// Returns a handle that sends into this emitter from any thread.
    ///
    /// Call this on the actor that the emitter belongs to; values are delivered there. Code that belongs to no actor
    /// cannot call it, and passes a scheduler instead. O(1).
    public func inlet(isolation: isolated any Actor = #isolation) -> Inlet<Value> {
        hub.learnHome(of: isolation)
        return Inlet(self, on: ActorScheduler(isolation))
    }

    /// Returns a handle that sends into this emitter from any thread, delivering on a scheduler.
    ///
    /// Traps if the scheduler's actor is not the one that the emitter belongs to, or that the calling code runs on.
    /// O(1).
    ///
    /// - Parameters:
    ///   - scheduler: Where this emitter belongs, and where the values are delivered.
    ///   - isolation: The isolation of the calling code, from which the emitter learns where it belongs.
    public func inlet(on scheduler: some Scheduler, isolation: (any Actor)? = #isolation) -> Inlet<Value> {
        hub.learnHome(from: scheduler)
        hub.learnHome(observedIn: isolation)
        return Inlet(self, on: scheduler)
    }
}

extension Inlet where Value == Void {
    /// Sends from any thread: see ``Inlet/send(_:)``.
    public func send() { send(()) }
}
