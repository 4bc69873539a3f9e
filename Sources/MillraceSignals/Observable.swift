/// Something that is: a value that changes over time, always there to be read.
///
/// An observable is a ``Variable``, which one sets, or is derived from others by operators. A new observer gets the
/// present value at once and then every change (law O1). A change spreads in one *turn*: every derived observable
/// computes at most once, after all that it depends on, and then the observers run, so none of them ever sees a mixture
/// of old and new (O2).
///
/// ```swift
/// let width = Variable(3), height = Variable(4)
/// let area = combine(width, height).map { $0 * $1 }
/// let subscription = area.observe { print($0) }      // prints 12
/// batch { width.value = 5; height.value = 6 }        // prints 30, once
/// ```
///
/// **Who keeps what.** An observable keeps all that it is derived from. It is kept by whoever uses it, not by its
/// observers: while one observes, the sources keep the chain below them. A derived observable that nobody observes
/// computes when it is read, if something has changed since.
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

    /// Makes an observable that others set through its box.
    package init(root value: Value, in home: Home? = nil) {
        box = Box(value)
        upstream = Upstream(node: Node(cell: box))
        upstream.node.takesHome(home)
    }

    /// Makes an observable that never changes.
    ///
    /// ```swift
    /// let title = isOnline ? service.title : Observable("off line")
    /// ```
    ///
    /// An observer gets the value at once, and is never called again. To set the value, make a ``Variable``. O(1).
    public convenience init(_ value: Value) { self.init(root: value) }

    /// Makes an observable that is derived from others.
    ///
    /// - Parameters:
    ///   - inputs: What `compute` reads.
    ///   - box: Where `compute` puts the value.
    ///   - compute: Brings the box up to date, and tells whether the value is passed on.
    @usableFromInline
    convenience init(
        from inputs: [Upstream],
        box: Box<Value> = Box(),
        compute: @escaping (Node) -> Bool
    ) {
        let node = Node(cell: box, height: Upstream.height(above: inputs), compute: compute)
        withTurn { $0.maker?.made(node) }
        self.init(box: box, upstream: Upstream(node: node, inputs: inputs))
    }

    /// Calls `receive` with the present value at once, and with the new value after every turn in which it changed.
    ///
    /// An observer is called once a turn, when the whole graph is settled. What it sets makes the next turn.
    ///
    /// - Returns: The subscription: the observation ends when it is cancelled or released.
    /// - Complexity: O(1) where others observe already; otherwise O(n) for the n observables that this one is derived
    ///   from and that nobody observed before.
    @inlinable
    public final func observe(
        isolation: (any Actor)? = #isolation,
        _ receive: @escaping (Value) -> Void
    ) -> Subscription {
        let (box, node) = (box, upstream.node)
        let link = ObserverLink { receive(box.delivered) }
        attach(link, in: node.homeToTake(observedIn: isolation))
        node.isObserved(in: isolation)
        withTurn { $0.deliverFirst(of: node) { receive(box.value) } }
        return Subscription(link, of: node)
    }

    /// Calls `receive` with the owner and the present value at once, and with every change for as long as the owner
    /// lives.
    ///
    /// The owner is held weakly and handed to the closure, which need not capture it. When the owner is gone the
    /// observer is never called again. It is dropped at the next change, or soon after where the observable's ``Home``
    /// is known; an owner that wants it gone at once keeps a ``SubscriptionBag``.
    ///
    /// ```swift
    /// title.observe(for: self) { screen, title in screen.show(title) }
    /// ```
    @inlinable
    public final func observe<Owner: AnyObject>(
        for owner: Owner,
        isolation: (any Actor)? = #isolation,
        _ receive: @escaping (Owner, Value) -> Void
    ) {
        observeWeakly(owner, isolation, receive)
    }

    /// Calls `receive` with an actor and the present value at once, and with every change for as long as the actor
    /// lives, in the actor's isolation.
    ///
    /// ```swift
    /// title.observe(for: self) { feed, title in feed.show(title) }
    /// ```
    ///
    /// Otherwise as the form for objects. The observable must belong to the actor: a change that is made elsewhere
    /// traps, and so does observing in the actor's initialiser, which runs on the thread of whoever makes it.
    @inlinable
    public final func observe<Owner: Actor>(for owner: Owner, _ receive: @escaping (isolated Owner, Value) -> Void) {
        upstream.node.learnsHome(of: owner)
        observeWeakly(owner, owner, assumingIsolation(receive))
    }

    /// Adds an observer that holds its owner weakly, and leaves when that is gone.
    @inlinable
    @discardableResult
    final func observeWeakly<Owner: AnyObject>(
        _ owner: Owner,
        _ isolation: (any Actor)?,
        _ receive: @escaping (Owner, Value) -> Void
    ) -> (ObserverLink, Source) {
        let (box, node) = (box, upstream.node)
        let place = Place(in: node)
        let link = ObserverLink { [weak owner] in
            if let owner { receive(owner, box.delivered) } else { place.leave() }
        }
        place.link = link
        attach(link, in: node.homeToTake(observedIn: isolation))
        node.isObserved(in: isolation)
        place.ends(with: owner, observedIn: isolation)
        withTurn { $0.deliverFirst(of: node) { receive(owner, box.value) } }
        return (link, node)
    }

    /// Hangs an observer below this observable, which is linked and brought up to date.
    ///
    /// - Parameter home: Where the observer is known to live, if it is known.
    @usableFromInline
    package final func attach(_ link: ObserverLink, in home: Home? = nil) {
        let node = upstream.node
        node.pruneMarked()
        upstream.link(in: home)
        node.settles()
        node.requireReadable()
        link.seenVersion = node.version
        node.append(link)
    }

    /// Hooks a hub below this observable: `receive` is called after each turn in which the value changed.
    @usableFromInline
    package final func feed(_ hub: AnyHub, _ receive: @escaping () -> Void) {
        let (link, node) = (ObserverFeedLink(below: hub, receive: receive), upstream.node)
        hub.remember(Connection(link, of: node))
        attach(link, in: hub.home)
        hub.sharesHome(with: node)
    }
}

extension Observable {
    /// Whether somebody observes it, or something that derives from it.
    package var isObserved: Bool { upstream.node.isLinked }
}

/// Whatever is an observable. ``Observable`` and ``Variable`` share the getter of `value`; the latter adds the setter.
public protocol ObservableConvertible<Value> {
    /// The type of the value.
    associatedtype Value

    /// This, as something that others can only read and observe.
    var observable: Observable<Value> { get }
}

extension Observable: ObservableConvertible {
    /// This, as something that others can only read and observe.
    @inlinable public final var observable: Observable<Value> { self }
}

extension ObservableConvertible {
    /// The present value.
    ///
    /// Reading gives what was set last, also within a `batch` and within an observer (law O7). A derived observable
    /// that nobody observes computes now if something it depends on has changed since it was last read.
    ///
    /// - Complexity: O(1) where observed; otherwise O(n) for n observables in between.
    @inlinable
    public var value: Value {
        let observable = observable
        observable.upstream.refresh()
        observable.upstream.node.requireReadable()
        return observable.box.value
    }
}
