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

    /// The hub of the present run, where that is another one: it began before the run before it had delivered its last value.
    @exclusivity(unchecked) private final var renewed: Hub<Value>?

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
    ///   - isolation: The isolation of the calling code, from which the signal learns where it belongs: see ``Home``.
    ///   - receive: Called with each value. It may send, set, observe and cancel whatever it likes.
    /// - Returns: The subscription: the observation ends when it is cancelled or released.
    /// - Complexity: O(1), and O(n) for the first observer of a chain of n operators.
    @inlinable
    public final func observe(
        onFinish: (() -> Void)? = nil,
        isolation: (any Actor)? = #isolation,
        _ receive: @escaping (Value) -> Void
    ) -> Subscription {
        let link = SignalLink(onFinish: onFinish, receive: receive)
        hub.isObserved(in: isolation)
        attach(link)
        return Subscription(link, of: present)
    }

    /// Calls `receive` with the owner and every value for as long as the owner lives.
    ///
    /// The owner is held weakly and handed to the closure, which need not capture it. When the owner is gone the
    /// observer is never called again. It is dropped at the next value, or soon after where the signal's ``Home`` is
    /// known; an owner that wants it gone at once keeps a ``SubscriptionBag``.
    ///
    /// ```swift
    /// clicks.observe(for: self) { screen, _ in screen.refresh() }
    /// ```
    @inlinable
    public final func observe<Owner: AnyObject>(
        for owner: Owner,
        isolation: (any Actor)? = #isolation,
        _ receive: @escaping (Owner, Value) -> Void
    ) {
        observeWeakly(owner, isolation, receive)
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
        hub.learnsHome(of: owner)
        observeWeakly(owner, owner, assumingIsolation(receive))
    }

    /// Adds an observer that holds its owner weakly, and leaves when that is gone.
    @inlinable
    @discardableResult
    final func observeWeakly<Owner: AnyObject>(
        _ owner: Owner,
        _ isolation: (any Actor)?,
        _ receive: @escaping (Owner, Value) -> Void
    ) -> (SignalLink<Value>, Source) {
        let hub = hubForObserver()
        let place = Place(in: hub)
        let link = SignalLink<Value>(onFinish: nil) { [weak owner] value in
            if let owner { receive(owner, value) } else { place.leave() }
        }
        place.link = link
        hub.isObserved(in: isolation)
        attach(link)
        place.ends(with: owner, observedIn: isolation)
        return (link, hub)
    }

    /// Hangs an observer below this signal, which is hooked up where it is the first one.
    ///
    /// Hooking up a chain calls as deep as it is long, so all that stands on the stack meanwhile is small (law O6).
    @usableFromInline
    package final func attach(_ link: SignalLink<Value>) {
        if isRenewed { return attachToRenewed(link) }
        guard hub.admits(link) else { return }
        connect?(hub)
        hub.didConnect()
    }

    /// Whether another hub than the first one stands for the present run, or must.
    private final var isRenewed: Bool { renewed != nil || hub.isLeftInDelivery }

    @inline(never)
    private final func attachToRenewed(_ link: SignalLink<Value>) {
        let hub = hubForObserver()
        guard hub.admits(link) else { return }
        connect?(hub)
        hub.didConnect()
    }

    /// The hub of the present run.
    @usableFromInline final var present: Hub<Value> { renewed ?? hub }

    /// The hub that a new observer hangs below.
    ///
    /// Where all others have left in the midst of a delivery, which is not over yet, the new one is a first observer,
    /// for whom operators with a memory start again (law S6). It is given a hub of its own, so that what is still under
    /// way for the others does not reach it.
    @usableFromInline
    package final func hubForObserver() -> Hub<Value> {
        if present.isLeftInDelivery { renew() }
        return present
    }

    @inline(never)
    private final func renew() {
        // What is above is left before it is observed again, so that it starts again as well.
        present.disconnect()
        let next = Hub<Value>()
        next.givenName = present.givenName
        next.takesHome(present.home)
        renewed = next
    }

    /// Hooks a hub below this signal: what every operator is built of.
    ///
    /// - Parameters:
    ///   - hub: The hub of the signal that the operator makes.
    ///   - onFinish: What to do when this signal finishes. Nil finishes the hub.
    ///   - receive: Called with every value of this signal.
    @usableFromInline
    package final func feed(
        _ hub: AnyHub,
        onFinish: (() -> Void)? = nil,
        _ receive: @escaping (Value) -> Void
    ) {
        if isRenewed { return feedRenewed(hub, onFinish, receive) }
        attach(hub.link(from: self.hub, onFinish: onFinish, receive))
    }

    @inline(never)
    private final func feedRenewed(
        _ hub: AnyHub,
        _ onFinish: (() -> Void)?,
        _ receive: @escaping (Value) -> Void
    ) {
        attachToRenewed(hub.link(from: hubForObserver(), onFinish: onFinish, receive))
    }
}
