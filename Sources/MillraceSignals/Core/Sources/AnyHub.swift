import Synchronization

/// The part of a hub that knows nothing of the type of its values: where they come from, and when they end.
@usableFromInline
package class AnyHub: Source {
    /// More answers to answers than this are taken for a circle that never ends.
    static let answerLimit = 100_000

    /// Nothing comes any more: it was finished, or is to be when the delivery is over.
    @exclusivity(unchecked) @usableFromInline final var isFinished = false

    /// It is an emitter's, into which values are sent: there is nothing that it is made of.
    @exclusivity(unchecked) final var isRoot = false

    /// What the signal is made of is hooked up. Always false for an emitter.
    @exclusivity(unchecked) @usableFromInline final var isConnected = false

    /// The links through which values come. Most hubs have one, so one needs no array.
    @exclusivity(unchecked) private final var connection: Connection?
    @exclusivity(unchecked) private final var furtherConnections: [Connection] = []

    /// The name of the signal: see `Signal.named(_:)`.
    @exclusivity(unchecked) final var givenName: String?
    final override var name: String? { givenName }

    /// What to do, besides unhooking the links, when the hub lets go of what feeds it.
    @exclusivity(unchecked) package final var onDisconnect: (() -> Void)?

    /// Takes an observer in, or tells it at once that the signal has finished. True where the signal is now to be
    /// hooked up to what it is made of; what that brings at once waits until it is done.
    final func admits(_ link: Link) -> Bool {
        if isFinished, isRoot || isConnected {
            link.finish()
            return false
        }
        pruneMarked()
        append(link)
        if isRoot || isConnected {
            isHomeGuessed = false
            settles()
            return false
        }
        isConnected = true
        isFinished = false
        isDelivering = true
        return true
    }

    /// In the midst of a delivery all observers have left, while what the signal is made of is still hooked up.
    final var isLeftInDelivery: Bool {
        isDelivering && isConnected && needsAttention.load(ordering: .relaxed) && !hasObserver
    }

    private final var hasObserver: Bool {
        guard var cursor = first, let end = last else { return false }
        repeat { if !isCancelled(cursor) { return true } } while advance(&cursor, to: end)
        return false
    }

    /// A link through which values come from another source.
    final func link<Value>(
        from source: Source,
        onFinish: (() -> Void)?,
        _ receive: @escaping (Value) -> Void
    ) -> FeedLink<Value> {
        let link = FeedLink(below: self, onFinish: onFinish, receive: receive)
        sharesHome(with: source)
        remember(Connection(link, of: source))
        return link
    }

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

    /// What this is made of is hooked up, and has found its home by now: one that was made by hand counts.
    final func confirmHome() {
        isHomeGuessed = false
        if let above = connection?.home, above.isMadeByHand { replacesGuess(with: above) }
    }

    final override package func lastLinkLeft() { disconnect() }

    final func disconnect() {
        isConnected = false
        if onDisconnect != nil || !furtherConnections.isEmpty { return disconnectFully() }
        // Taken out, not copied: copying a weak reference takes as long as all the rest.
        exchange(&connection, with: nil)?.cancel()
    }

    private final func disconnectFully() {
        let former = exchange(&connection, with: nil)
        let further = exchange(&furtherConnections, with: [])
        if onDisconnect != nil { runOnDisconnect() }
        former?.cancel()
        for connection in further { connection.cancel() }
    }

    /// Apart, since unhooking a chain calls as deep as it is long, and all that stands on the stack meanwhile is small.
    @inline(never)
    private final func runOnDisconnect() { exchange(&onDisconnect, with: nil)?() }

    /// Tells every observer, after the values that were sent before, that nothing more will come.
    @usableFromInline
    package final func finish() {
        guard !isFinished else { return }
        isFinished = true
        if isDelivering { needsAttention.store(true, ordering: .relaxed) } else { finishNow() }
    }

    final func finishNow() {
        finishLinks()
        // Whoever observes anew on being told has connected the hub again.
        if isFinished { disconnect() }
    }
}

/// A link through which the values of one signal flow into the hub of another.
@usableFromInline
package final class FeedLink<Value>: SignalLink<Value> {
    private let below: AnyHub

    @usableFromInline
    package init(below: AnyHub, onFinish: (() -> Void)?, receive: @escaping (Value) -> Void) {
        self.below = below
        super.init(onFinish: onFinish, receive: receive)
    }

    override var outlet: Outlet { .source(below) }

    override package func finish() {
        below.forget(self)
        if let onFinish { onFinish() } else { below.finish() }
    }
}
