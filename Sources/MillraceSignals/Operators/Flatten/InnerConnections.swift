/// The links through which several signals flow into one hub, each of which can be let go by itself.
///
/// The hub's other links are let go all together, when its last observer leaves. These are too, and earlier one by one.
@usableFromInline
final class InnerConnections {
    @exclusivity(unchecked) private var running: [InnerConnection] = []

    /// The hub, which the branches' closures hold.
    fileprivate weak let hub: AnyHub?

    /// The hub has let go of everything: what is under way must not begin anything more.
    @exclusivity(unchecked) @usableFromInline private(set) var isClosed = false

    /// How many have begun and are neither over nor let go.
    @usableFromInline var count: Int { running.count }

    /// Makes branches that are let go when a hub is disconnected.
    @usableFromInline
    init(into hub: AnyHub) {
        self.hub = hub
        hub.onDisconnect = { [self] in
            isClosed = true
            letGoAll()
        }
    }

    /// A branch that counts from now on, and is hooked to a signal by `Signal.feed(_:of:onFinish:_:)`.
    @usableFromInline
    func begin() -> InnerConnection {
        let branch = InnerConnection(index: running.count)
        running.append(branch)
        return branch
    }

    /// Takes a branch out without touching its link. O(1): the last one takes its place.
    fileprivate func end(_ branch: InnerConnection) {
        guard let index = exchange(&branch.index, with: nil), let last = running.popLast() else { return }
        guard last !== branch else { return }
        running[index] = last
        last.index = index
    }

    /// Unhooks a branch. Nothing comes through it any more.
    @usableFromInline
    func letGo(_ branch: InnerConnection) {
        end(branch)
        branch.unhook()
    }

    /// Unhooks all branches, but perhaps one.
    @usableFromInline
    func letGoAll(but kept: InnerConnection? = nil) {
        if running.isEmpty { return }
        for branch in running where branch !== kept { letGo(branch) }
    }
}

/// One signal's way into a hub.
@usableFromInline
final class InnerConnection {
    /// The place among the branches that are running. Nil when the branch is over or was let go.
    @exclusivity(unchecked) fileprivate var index: Int?
    @exclusivity(unchecked) private var connection: Connection?

    fileprivate init(index: Int) { self.index = index }

    fileprivate func hook(_ link: Link, to source: Source) { connection = Connection(link, of: source) }

    /// The source has dropped the link.
    fileprivate func forget() { connection = nil }

    fileprivate func unhook() { exchange(&connection, with: nil)?.cancel() }
}

extension Signal {
    /// Hooks a branch below this signal, unless it was let go meanwhile.
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
        hub.sharesHome(with: source)
        attach(link)
    }
}
