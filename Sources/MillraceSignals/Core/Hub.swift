import Synchronization

/// The part of a hub that knows nothing of the type of its values: where they come from, and when they end.
@usableFromInline
package class Inflow: Source {
    /// Nothing comes any more: it was finished, or is to be when the delivery is over.
    @exclusivity(unchecked) @usableFromInline final var isFinished = false

    /// What the signal is made of is hooked up. Always false for an emitter, into which values are sent.
    @exclusivity(unchecked) @usableFromInline final var isConnected = false

    /// The links through which values come. Most hubs have one, so one needs no array.
    @exclusivity(unchecked) private final var connection: Connection?
    @exclusivity(unchecked) private final var furtherConnections: [Connection] = []

    /// Remembers a link of another source through which values come.
    @usableFromInline
    package final func remember(_ connection: Connection) {
        if self.connection == nil { self.connection = connection } else { furtherConnections.append(connection) }
    }

    /// Forgets a link that its source has finished.
    final func forget(_ link: Link) {
        if connection?.isThrough(link) == true {
            connection = nil
        } else {
            furtherConnections.removeAll { $0.isThrough(link) }
        }
    }

    final override package func lastLinkLeft() { disconnect() }

    final func disconnect() {
        isConnected = false
        let (former, further) = (connection, furtherConnections)
        connection = nil
        furtherConnections = []
        former?.cancel()
        for connection in further { connection.cancel() }
    }

    /// Tells every observer, after the values that were sent before, that nothing more will come.
    @usableFromInline
    package final func finish() {
        guard !isFinished else { return }
        isFinished = true
        if isDelivering { needsAttention.store(true, ordering: .relaxed) } else { finishNow() }
    }

    final func finishNow() {
        finishLinks()
        disconnect()
    }
}

/// The observers of a signal, and the way of a value to them.
///
/// A hub is kept by its signal, which is above it, and by the links through which values reach it, which hang below
/// other hubs. It has no way upward but to unhook those links.
@usableFromInline
package final class Hub<Value>: Inflow {
    /// Values that were sent during a delivery; they wait until it is over.
    @exclusivity(unchecked) private var waiting: [Value] = []

    @usableFromInline
    override package init() { super.init() }

    /// Calls every observer with a value, in the order in which they began to observe.
    ///
    /// In the midst of a delivery the value waits until the one before has reached every observer.
    @inlinable
    package func send(_ value: Value) {
        if isDelivering { return postpone(value) }
        deliver(value)
        if needsAttention.load(ordering: .relaxed) { settle() }
    }

    @inlinable
    @inline(__always)
    func deliver(_ value: Value) {
        guard var cursor = first else { return }
        let end = last?.toOpaque()
        isDelivering = true
        while true {
            let next = cursor._withUnsafeGuaranteedRef { link in
                if !link.isCancelled.load(ordering: .relaxed) {
                    unsafeDowncast(link, to: SignalLink<Value>.self).receive(value)
                }
                return link.next
            }
            guard let next, cursor.toOpaque() != end else { break }
            cursor = next
        }
        isDelivering = false
    }

    @usableFromInline
    func postpone(_ value: Value) {
        if isFinished { return }
        waiting.append(value)
        needsAttention.store(true, ordering: .relaxed)
    }

    /// Does what waited for the end of a delivery: delivers what was sent meanwhile, finishes, prunes.
    @usableFromInline
    func settle() {
        while !waiting.isEmpty {
            let values = exchange(&waiting, with: [])
            for value in values { deliver(value) }
        }
        if isFinished { finishNow() }
        pruneMarked()
    }
}

/// An observer of a signal.
@usableFromInline
package class SignalLink<Value>: Link {
    @usableFromInline final let receive: (Value) -> Void
    fileprivate final let onFinish: (() -> Void)?

    @usableFromInline
    package init(onFinish: (() -> Void)?, receive: @escaping (Value) -> Void) {
        self.receive = receive
        self.onFinish = onFinish
    }

    override package func finish() { onFinish?() }
}

/// A link through which the values of one signal flow into the hub of another.
@usableFromInline
package final class FeedLink<Value>: SignalLink<Value> {
    /// Kept by the closure, which sends into it, for as long as the link is.
    private unowned(unsafe) let below: Inflow

    @usableFromInline
    package init(below: Inflow, onFinish: (() -> Void)?, receive: @escaping (Value) -> Void) {
        self.below = below
        super.init(onFinish: onFinish, receive: receive)
    }

    override package func finish() {
        below.forget(self)
        if let onFinish { onFinish() } else { below.finish() }
    }
}
