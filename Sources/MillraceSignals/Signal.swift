/// Something that happens: values over time, to whoever observes.
///
/// A signal has no present value and no memory. It calls its observers in the order in which they began to observe,
/// each value reaching all of them before the next one does (law S1), and an operator's closure runs once a value
/// however many observe (S2). It never fails; it may finish (S5).
///
/// ```swift
/// let taps = Emitter<Int>()
/// let subscription = taps.filter { $0 > 1 }.map { "\($0) taps" }.observe { print($0) }
/// taps.send(2)           // prints "2 taps"
/// ```
///
/// **Who keeps what.** A signal keeps what it is made of. It is kept by whoever uses it, not by its observers: while
/// one observes, the source keeps the chain below it, and when the last observer is gone the chain lets go of the
/// source (S4). An operator with a memory starts anew with each first observer (S6).
///
/// A signal belongs to one isolation domain and is not `Sendable`.
public class Signal<Value> {
    @usableFromInline package let hub: Hub<Value>

    /// Hooks the hub below what the signal is made of. Nil where values are sent in from outside.
    @usableFromInline let connect: ((Hub<Value>) -> Void)?

    /// Makes a signal of what `connect` hooks to its hub when the first observer comes.
    @usableFromInline
    package init(connect: ((Hub<Value>) -> Void)?) {
        hub = Hub()
        self.connect = connect
    }

    /// Calls `receive` with every value from now on.
    ///
    /// - Parameters:
    ///   - onFinish: Called once, after the last value, if the signal finishes; at once if it already has.
    ///   - receive: Called with each value. It may send, set, observe and cancel whatever it likes.
    /// - Returns: The subscription: the observation ends when it is cancelled or released.
    /// - Complexity: O(1), and O(n) for the first observer of a chain of n operators.
    @inlinable
    public final func observe(
        onFinish: (() -> Void)? = nil,
        _ receive: @escaping (Value) -> Void
    ) -> Subscription {
        let link = SignalLink(onFinish: onFinish, receive: receive)
        attach(link)
        return Subscription(link, of: hub)
    }

    /// Calls `receive` with the owner and every value for as long as the owner lives.
    ///
    /// The owner is held weakly and handed to the closure, which need not capture it. The observer is dropped at the
    /// first value after the owner is gone; an owner that wants it gone at once keeps a ``SubscriptionBag``.
    ///
    /// ```swift
    /// clicks.observe(for: self) { screen, _ in screen.refresh() }
    /// ```
    @inlinable
    public final func observe<Owner: AnyObject>(for owner: Owner, _ receive: @escaping (Owner, Value) -> Void) {
        observeWeakly(owner, receive)
    }

    /// Calls `receive` with an actor and every value, in the actor's isolation, for as long as the actor lives.
    ///
    /// ```swift
    /// updates.observe(for: self) { feed, update in feed.show(update) }
    /// ```
    ///
    /// Otherwise as the form for objects. The signal must belong to the actor: a value that is sent elsewhere traps.
    @inlinable
    public final func observe<Owner: Actor>(for owner: Owner, _ receive: @escaping (isolated Owner, Value) -> Void) {
        observeWeakly(owner, assumingIsolation(receive))
    }

    /// Adds an observer that holds its owner weakly, and leaves at the first value after that is gone.
    @inlinable
    @discardableResult
    final func observeWeakly<Owner: AnyObject>(
        _ owner: Owner,
        _ receive: @escaping (Owner, Value) -> Void
    ) -> SignalLink<Value> {
        let place = OwnPlace(in: hub)
        let link = SignalLink<Value>(onFinish: nil) { [weak owner] value in
            if let owner { receive(owner, value) } else { place.leave() }
        }
        place.link = link
        attach(link)
        return link
    }

    @usableFromInline
    package final func attach(_ link: SignalLink<Value>) {
        guard hub.admits(link) else { return }
        connect?(hub)
        hub.didConnect()
    }

    /// Hooks a hub below this signal: what every operator is built of.
    ///
    /// - Parameters:
    ///   - hub: The hub of the signal that the operator makes.
    ///   - onFinish: What to do when this signal finishes. Nil finishes the hub.
    ///   - receive: Called with every value of this signal.
    @usableFromInline
    package final func feed(
        _ hub: Inflow,
        onFinish: (() -> Void)? = nil,
        _ receive: @escaping (Value) -> Void
    ) {
        attach(hub.link(from: self.hub, onFinish: onFinish, receive))
    }
}
