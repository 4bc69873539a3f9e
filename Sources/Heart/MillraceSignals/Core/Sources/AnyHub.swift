import Synchronization

/// The part of a hub that does not depend on the type of its values: its connection to its source, and its end.
@usableFromInline
package class AnyHub: Source {
    /// More nested answers in a row than this count as observers that trigger each other without end.
    static let answerLimit = 100_000

    /// Whether no value will come: it has finished, or will when the delivery is over.
    @exclusivity(unchecked) @usableFromInline final var isFinished = false

    /// The first of the links through which values arrive. Most hubs have one, so one needs no array.
    @exclusivity(unchecked) private final var firstConnection: Connection?

    /// The fields that few hubs have; nil where there are none.
    @exclusivity(unchecked) private final var extras: Extras?

    private final class Extras {
        @exclusivity(unchecked) var furtherConnections: [Connection] = []
        @exclusivity(unchecked) var onDisconnect: (() -> Void)?
        @exclusivity(unchecked) var name: String?

        deinit { for connection in furtherConnections { connection.release() } }

        /// Drops a link that its source has finished.
        func forget(_ link: Link) {
            guard let index = furtherConnections.firstIndex(where: { $0.isThrough(link) }) else { return }
            furtherConnections.remove(at: index).release()
        }
    }

    private final var neededExtras: Extras {
        if let extras { return extras }
        let made = Extras()
        extras = made
        return made
    }

    /// The name of the signal: see `Signal.named(_:)`.
    final override var name: String? {
        get { extras?.name }
        set { if newValue != nil || extras != nil { neededExtras.name = newValue } }
    }

    /// Called, besides unlinking the links, when the hub disconnects from its source.
    @usableFromInline package final var onDisconnect: (() -> Void)? {
        get { extras?.onDisconnect }
        set { if newValue != nil || extras != nil { neededExtras.onDisconnect = newValue } }
    }

    @usableFromInline
    override package init() { super.init() }

    deinit { firstConnection?.release() }

    /// Adds an observer, or notifies it at once that the signal has finished. Returns true if the signal has to be
    /// connected to its source now; values that arrive during that wait until it is done.
    final func insert(_ link: Link) -> Bool {
        if isFinished, isRoot || isLinked {
            link.finish()
            return false
        }
        pruneMarked()
        append(link)
        if isRoot || isLinked {
            isHomeGuessed = false
            noteUse()
            return false
        }
        isLinked = true
        isFinished = false
        isDelivering = true
        return true
    }

    /// Whether the run is over although the signal is still connected to its source: during a delivery all observers
    /// have left, or it has finished.
    final var isLeftInDelivery: Bool {
        isDelivering && isLinked && (isFinished || needsAttention.load(ordering: .relaxed) && !hasObserver)
    }

    private final var hasObserver: Bool {
        guard var cursor = first, let end = last else { return false }
        repeat { if !isCancelled(cursor) { return true } } while advance(&cursor, to: end)
        return false
    }

    /// Keeps a link through which values are about to arrive from another source.
    final func connect(_ link: Link, to source: Source) {
        shareHome(with: source)
        remember(link, of: source)
    }

    /// Keeps a link of another source through which values arrive.
    @usableFromInline
    package final func remember(_ link: Link, of source: Source) {
        let connection = Connection(link, of: source)
        if firstConnection == nil {
            firstConnection = connection
        } else {
            neededExtras.furtherConnections.append(connection)
        }
    }

    /// Drops a link that its source has finished.
    final func forget(_ link: Link) {
        if let firstConnection, firstConnection.isThrough(link) {
            firstConnection.release()
            self.firstConnection = nil
        } else {
            extras?.forget(link)
        }
    }

    /// Called when the signal is connected, and its source has learned its home: a home made by hand takes precedence.
    final func confirmHome() {
        isHomeGuessed = false
        if let above = firstConnection?.source?.home, above.isMadeByHand { replaceGuess(with: above) }
    }

    final override package func lastLinkLeft() { disconnect() }

    /// Leaves its sources. Disconnecting a chain recurses as deep as the chain is long, so stack frames must be few, and
    /// small.
    final func disconnect() {
        isLinked = false
        if extras != nil { return disconnectFully() }
        guard let connection = firstConnection else { return }
        firstConnection = nil
        if let source = connection.source { source.cancel(connection.link.takeUnretainedValue()) }
        connection.release()
    }

    private final func disconnectFully() {
        let (connection, further) = beginDisconnecting()
        if let connection {
            if let source = connection.source { source.cancel(connection.link.takeUnretainedValue()) }
            connection.release()
        }
        for connection in further { connection.cancel() }
    }

    /// Takes the connections, and calls `onDisconnect`.
    @inline(never)
    private final func beginDisconnecting() -> (Connection?, further: [Connection]) {
        let first = exchange(&firstConnection, with: nil)
        guard let extras else { return (first, []) }
        let further = exchange(&extras.furtherConnections, with: [])
        exchange(&extras.onDisconnect, with: nil)?()
        return (first, further)
    }

    /// Finishes every observer, after the values that were sent before.
    @usableFromInline
    package final func finish() {
        guard !isFinished else { return }
        isFinished = true
        if isDelivering { needsAttention.store(true, ordering: .relaxed) } else { finishNow() }
    }

    final func finishNow() {
        finishLinks()
        // An observer that observes again when it is finished has connected the hub again.
        if isFinished { disconnect() }
    }
}

/// A link through which the values of one signal feed the hub of another.
@usableFromInline
package final class FeedLink<Value>: SignalLink<Value> {
    @usableFromInline let below: AnyHub

    @inlinable
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
