/// The links of several signals that feed one hub, each of which can be disconnected separately.
///
/// The hub's other links are disconnected all together, when its last observer leaves. These are too, or earlier one by
/// one.
@usableFromInline
final class InnerConnections {
    @exclusivity(unchecked) private var running: [InnerConnection] = []

    /// The hub, which the branches' closures hold.
    fileprivate weak let hub: AnyHub?

    /// Whether the hub has disconnected everything: work in progress must not start anything more.
    @exclusivity(unchecked) @usableFromInline private(set) var isClosed = false

    /// The number of branches that have begun and are neither over nor disconnected.
    @usableFromInline var count: Int { running.count }

    /// Creates branches that are disconnected together with a hub.
    @usableFromInline
    init(into hub: AnyHub) {
        self.hub = hub
        hub.onDisconnect = { [self] in
            isClosed = true
            disconnectAll()
        }
    }

    /// Returns a branch that counts from now on, to be connected to a signal by `Signal.feed(_:of:onFinish:_:)`.
    @usableFromInline
    func begin() -> InnerConnection {
        let branch = InnerConnection(index: running.count)
        running.append(branch)
        return branch
    }

    /// Removes a branch without touching its link. O(1): the last one takes its place.
    @usableFromInline
    func end(_ branch: InnerConnection) {
        guard let index = exchange(&branch.index, with: nil), let last = running.popLast() else { return }
        guard last !== branch else { return }
        running[index] = last
        last.index = index
    }

    /// Disconnects a branch. Nothing comes through it any more.
    @usableFromInline
    func disconnect(_ branch: InnerConnection) {
        end(branch)
        branch.unhook()
    }

    /// Disconnects all branches, except possibly one.
    @usableFromInline
    func disconnectAll(but kept: InnerConnection? = nil) {
        if running.isEmpty { return }
        for branch in running where branch !== kept { disconnect(branch) }
    }
}

/// The connection of one signal to a hub.
@usableFromInline
final class InnerConnection {
    /// The position among the running branches. Nil if the branch is over or disconnected.
    @exclusivity(unchecked) fileprivate var index: Int?
    @exclusivity(unchecked) private var connection: Connection?

    /// Whether the branch is neither over nor disconnected.
    @usableFromInline var isRunning: Bool { index != nil }

    fileprivate init(index: Int) { self.index = index }

    deinit { connection?.release() }

    fileprivate func hook(_ link: Link, to source: Source) { connection = Connection(link, of: source) }

    /// Called when the source has dropped the link.
    fileprivate func forget() { exchange(&connection, with: nil)?.release() }

    fileprivate func unhook() { exchange(&connection, with: nil)?.cancel() }
}

extension Signal {
    /// Connects a branch to this signal, unless it has been disconnected meanwhile.
    ///
    /// - Parameters:
    ///   - branch: The branch, which is over when this signal finishes.
    ///   - onFinish: Called when it is over.
    ///   - receive: Called with every value of this signal. It must hold the hub.
    @usableFromInline
    func feed(
        _ branch: InnerConnection,
        of branches: InnerConnections,
        onFinish: @escaping () -> Void,
        _ receive: @escaping (Value) -> Void
    ) {
        guard branch.index != nil, let hub = branches.hub else { return }
        let finish = {
            branch.forget()
            branches.end(branch)
            onFinish()
        }
        let link = FeedLink(below: hub, onFinish: finish, receive: receive)
        let source = hubForObserver()
        branch.hook(link, to: source)
        hub.shareHome(with: source)
        attach(link)
    }
}
