/// The links of several signals that feed one hub, each of which can be disconnected separately.
///
/// The hub's other links are disconnected all together, when its last observer leaves. These are too, or earlier one by
/// one.
@usableFromInline
final class InnerConnections {
    @exclusivity(unchecked) private var running: [InnerConnection] = []

    /// Whether the hub has disconnected everything: work in progress must not start anything more.
    @exclusivity(unchecked) @usableFromInline private(set) var isClosed = false

    /// The number of branches that have begun and are neither over nor disconnected.
    @usableFromInline var count: Int { running.count }

    /// Creates branches that are disconnected together with a hub.
    @usableFromInline
    init(into hub: AnyHub) {
        hub.onDisconnect = { [self] in
            isClosed = true
            disconnectAll()
        }
    }

    /// Returns a branch that counts from now on, to be connected to a signal by `Signal.feed(_:into:onFinish:_:)`.
    @usableFromInline
    func begin() -> InnerConnection {
        let branch = InnerConnection(index: running.count)
        running.append(branch)
        return branch
    }

    /// Removes a branch whose link the source has dropped. O(1): the last one takes its place.
    @usableFromInline
    func end(_ branch: InnerConnection) {
        exchange(&branch.connection, with: nil)?.release()
        guard let index = exchange(&branch.index, with: nil), let last = running.popLast() else { return }
        guard last !== branch else { return }
        running[index] = last
        last.index = index
    }

    /// Disconnects a branch. Nothing comes through it any more.
    @usableFromInline
    func disconnect(_ branch: InnerConnection) {
        let connection = exchange(&branch.connection, with: nil)
        end(branch)
        connection?.cancel()
    }

    /// Disconnects all branches, except possibly one.
    @usableFromInline
    func disconnectAll(but kept: InnerConnection? = nil) {
        // One by itself, as where each signal replaces the last: the list is neither copied nor made anew.
        if running.count == 1, let branch = running.first {
            if branch !== kept { disconnect(branch) }
            return
        }
        for branch in running where branch !== kept { disconnect(branch) }
    }
}

/// The connection of one signal to a hub.
@usableFromInline
final class InnerConnection {
    /// The position among the running branches. Nil if the branch is over or disconnected.
    @exclusivity(unchecked) fileprivate var index: Int?

    @exclusivity(unchecked) fileprivate var connection: Connection?

    /// Whether the branch is neither over nor disconnected.
    @usableFromInline var isRunning: Bool { index != nil }

    fileprivate init(index: Int) { self.index = index }

    deinit { connection?.release() }

    /// Notes the link of the branch, and its source.
    @usableFromInline
    func hook(_ link: Link, to source: Source) { connection = Connection(link, of: source) }
}

extension Signal {
    /// Connects a branch to this signal, unless it has been disconnected meanwhile.
    ///
    /// The link is made here, where its type is known and need not be looked up.
    ///
    /// - Parameters:
    ///   - branch: The branch.
    ///   - hub: The hub that it feeds.
    ///   - onFinish: Called when this signal finishes. It must end the branch.
    ///   - receive: Called with every value of this signal. It must hold the hub.
    @export(implementation)
    func feed(
        _ branch: InnerConnection,
        into hub: AnyHub,
        onFinish: @escaping () -> Void,
        _ receive: @escaping (Value) -> Void
    ) {
        guard branch.isRunning else { return }
        let link = FeedLink(below: hub, onFinish: onFinish, receive: receive)
        let source = hubForObserver()
        branch.hook(link, to: source)
        hub.shareHome(with: source)
        attach(link)
    }
}
