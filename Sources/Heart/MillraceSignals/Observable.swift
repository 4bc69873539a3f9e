import MillraceBase

/// A value that changes over time and can always be read: something that is.
///
/// An observable is a ``Variable``, which can be set, or derived from others by operators. A new observer gets the
/// present value at once, and then every change (law O1). A change propagates in one *turn*: every derived observable
/// computes at most once, after everything it depends on, and then the observers run, so none of them sees a mixture of
/// old and new values (O2).
///
/// ```swift
/// let width = Variable(3), height = Variable(4)
/// let area = combine(width, height).map { $0 * $1 }
/// let subscription = area.observe { print($0) }      // prints 12
/// batch { width.value = 5; height.value = 6 }        // prints 30, once
/// ```
///
/// **Lifetime.** An observable keeps alive everything that it is derived from. Its observers do not keep it alive:
/// while it is observed, the sources keep the chain below alive. A derived observable without observers computes when
/// it is read, if something has changed since.
///
/// An observable belongs to one isolation domain and is not `Sendable`.
public class Observable<Value> {
    @usableFromInline package let box: Box<Value>
    @usableFromInline package let upstream: Upstream

    @usableFromInline
    package init(box: Box<Value>, upstream: Upstream) {
        self.box = box
        self.upstream = upstream
    }

    /// Creates an observable that is set through its box.
    package init(root value: Value, in home: Home? = nil) {
        let box = Box(value)
        let node = Node(root: box)
        node.takeHome(home)
        self.box = box
        upstream = node
    }

    /// Creates an observable that never changes.
    ///
    /// ```swift
    /// let title = isOnline ? service.title : Observable("off line")
    /// ```
    ///
    /// An observer gets the value at once and is never called again. For a value that can be set, use ``Variable``.
    /// O(1).
    public convenience init(_ value: Value) { self.init(root: value) }

    /// Creates an observable that is derived from others.
    ///
    /// - Parameters:
    ///   - inputs: The observables that `compute` reads.
    ///   - box: The storage for the value.
    ///   - compute: Updates the box, and returns whether the change is passed on.
    @usableFromInline
    package convenience init(
        from inputs: [Upstream],
        box: Box<Value>,
        compute: @escaping (Node) -> Bool
    ) {
        let node = ComputedNode(cell: box, height: Upstream.height(above: inputs), compute: compute)
        self.init(box: box, upstream: Derivation(node: node, inputs: inputs))
    }

    /// Creates an observable that is derived from one or two others: the same, without an array.
    @inlinable
    package convenience init(
        from input: Upstream,
        and other: Upstream? = nil,
        box: Box<Value>,
        compute: @escaping (Node) -> Bool
    ) {
        let node = ComputedNode(cell: box, height: Upstream.height(above: input, and: other), compute: compute)
        self.init(box: box, upstream: Derivation(node: node, input: input, and: other))
    }

    /// Calls a closure with the present value at once, and with the new value after every turn in which it changed.
    ///
    /// The closure is called at most once per turn, when the whole graph is settled. The values that it sets make the
    /// next turn. The message that ends turns without end names the place of this call, in a debug build.
    ///
    /// - Returns: A subscription. Releasing or cancelling it ends the observation.
    /// - Complexity: O(1) if there are observers already; otherwise O(n) for the n observables that this one is derived
    ///   from and that had no observers.
    @export(implementation)
    public final func observe(
        isolation: (any Actor)? = #isolation,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ receive: @escaping (Value) -> Void
    ) -> Subscription {
        let (box, node) = (box, upstream.node)
        let receive = observing(from: CallSite(file, line), receive)
        let link = ObserverLink { box.show(to: receive) }
        attach(link, in: node.homeToTake(observedIn: isolation))
        node.learnHome(observedIn: isolation)
        withRunner { $0.deliverFirst(of: node) { receive(box.value) } }
        return Subscription(link, of: node)
    }

    /// Calls a closure with the owner and the present value at once, and with every change for as long as the owner
    /// lives.
    ///
    /// The owner is held weakly and passed to the closure, which needs no capture list. Once the owner is gone the
    /// closure is not called again. The observer is removed at the next change, or soon after if the observable's
    /// ``Home`` is known; to remove it at once, keep a ``SubscriptionBag``. Costs as much as ``observe(isolation:file:line:_:)``.
    ///
    /// ```swift
    /// title.observe(for: self) { screen, title in screen.show(title) }
    /// ```
    @export(implementation)
    public final func observe<Owner: AnyObject>(
        for owner: Owner,
        isolation: (any Actor)? = #isolation,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ receive: @escaping (Owner, Value) -> Void
    ) {
        observeWeakly(owner, isolation, observing(from: CallSite(file, line), receive))
    }

    /// Calls a closure with an actor and the present value at once, and with every change, in the actor's isolation,
    /// for as long as the actor lives.
    ///
    /// ```swift
    /// title.observe(for: self) { feed, title in feed.show(title) }
    /// ```
    ///
    /// Otherwise like the form for objects. The observable must belong to the actor: a change that is made elsewhere
    /// traps, and so does observing in the actor's initialiser, which runs on its caller's thread.
    @export(implementation)
    public final func observe<Owner: Actor>(
        for owner: Owner,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ receive: @escaping (isolated Owner, Value) -> Void
    ) {
        upstream.node.learnHome(of: owner)
        observeWeakly(owner, owner, observing(from: CallSite(file, line), assumingIsolation(receive)))
    }

    /// Adds an observer that holds its owner weakly, and is removed when the owner is gone.
    @export(implementation)
    @discardableResult
    final func observeWeakly<Owner: AnyObject>(
        _ owner: Owner,
        _ isolation: (any Actor)?,
        _ receive: @escaping (Owner, Value) -> Void
    ) -> (ObserverLink, Source) {
        let (box, node) = (box, upstream.node)
        let weakLink = WeakLink(in: node)
        let link = ObserverLink { [weak owner] in
            if let owner { box.show { receive(owner, $0) } } else { weakLink.leave() }
        }
        weakLink.link = link
        attach(link, in: node.homeToTake(observedIn: isolation))
        node.learnHome(observedIn: isolation)
        weakLink.end(with: owner, observedIn: isolation)
        withRunner { $0.deliverFirst(of: node) { receive(owner, box.value) } }
        return (link, node)
    }

    /// Adds an observer; links this observable and brings it up to date.
    ///
    /// - Parameter home: The home of the observer, if it is known.
    @usableFromInline
    package final func attach(_ link: ObserverLink, in home: Home? = nil) {
        upstream.withNode { node in
            node.pruneMarked()
            // Computing may release a value whose `deinit` sets something; in that turn a switch may follow this node and
            // leave it again, as its last dependent.
            repeat { upstream.link(in: home) } while !node.isLinked
            node.noteUse()
            node.requireReadable()
            link.seenVersion = node.version
            node.append(link)
        }
    }

    /// Connects a hub to this observable: `receive` is called after each turn in which the value changed.
    @usableFromInline
    package final func feed(_ hub: AnyHub, _ receive: @escaping () -> Void) {
        let (link, node) = (ObserverFeedLink(below: hub, receive: receive), upstream.node)
        hub.remember(link, of: node)
        attach(link, in: hub.home)
        hub.shareHome(with: node)
    }
}

extension Observable {
    /// Creates a derived observable whose computation remembers.
    ///
    /// - Parameters:
    ///   - inputs: The observables that `compute` reads.
    ///   - box: Where `compute` puts the value.
    ///   - computesToLink: Whether `compute` must run when it is first observed, also if nothing has changed since it
    ///     was read: where it reports to others which values it reads.
    ///   - compute: Brings the box up to date, and returns whether the value is passed on. Its argument is whether to
    ///     remember anything: where it is not observed it is computed only because it is read.
    ///   - forget: Called when it is not observed any more. Returns the memory, to be let go; and the value, where that
    ///     is to be given up as well.
    @usableFromInline
    package convenience init(
        from inputs: [Upstream],
        box: Box<Value>,
        computesToLink: Bool = false,
        remembering compute: @escaping (_ node: Node, _ isKept: Bool) -> Bool,
        forget: @escaping (_ alsoValue: Bool) -> AnyObject?
    ) {
        let node = RememberingNode(
            cell: box,
            height: Upstream.height(above: inputs),
            computesToLink: computesToLink,
            compute: { node in
                let wasLinked = node.isLinked
                let passesOn = compute(node, wasLinked || withRunner { $0.isLinking })
                // A closure of the user may have ended the last observation: what was remembered since then goes, too.
                if wasLinked, !node.isLinked { node.becameUnlinked() }
                return passesOn
            },
            forget: forget
        )
        self.init(box: box, upstream: Derivation(node: node, inputs: inputs))
    }
}

extension Observable {
    /// Whether this observable, or one derived from it, has an observer.
    @export(implementation) package var isObserved: Bool { upstream.node.isLinked }
}

/// An observable of any kind. ``Observable`` and ``Variable`` share the getter of `value`; the latter adds the setter.
public protocol ObservableConvertible<Value> {
    /// The type of the value.
    associatedtype Value

    /// This observable, for reading and observing only.
    var observable: Observable<Value> { get }
}

extension Observable: ObservableConvertible {
    /// This observable, for reading and observing only.
    @export(implementation) public final var observable: Observable<Value> { self }
}

extension ObservableConvertible {
    /// The present value.
    ///
    /// Reading returns the value that was set last, also within a `batch` and within an observer (law O7). A derived
    /// observable without observers computes now if something it depends on has changed since it was last read.
    ///
    /// - Complexity: O(1) if observed; otherwise O(n) for n observables in between.
    @export(implementation)
    public var value: Value {
        let observable = observable
        observable.upstream.refresh()
        observable.upstream.node.requireReadable()
        return observable.box.value
    }
}
