import MillraceBase

/// A stream of values: something that happens.
///
/// A signal has no present value and no memory. It calls its observers in the order in which they began to observe, and
/// each value reaches all of them before the next one does (law S1). An operator's closure runs once per value, however
/// many observers there are (S2). A signal never fails; it may finish (S5).
///
/// ```swift
/// let taps = Emitter<Int>()
/// let subscription = taps.filter { $0 > 1 }.map { "\($0) taps" }.observe { print($0) }
/// taps.send(2)           // prints "2 taps"
/// ```
///
/// **Lifetime.** A signal keeps alive everything that it is derived from. Its observers do not keep it alive: while it
/// is observed, the source keeps the chain below alive, and when the last observer leaves, the chain disconnects from
/// the source (S4). A stateful operator starts again with each first observer (S6).
///
/// A signal belongs to one isolation domain and is not `Sendable`.
public class Signal<Value> {
    @usableFromInline package let hub: Hub<Value>

    /// The hub of the current run, if it is another one: that run began before the previous one had delivered its last
    /// value.
    @exclusivity(unchecked) @usableFromInline final var renewed: Hub<Value>?

    /// Connects a hub to the sources of the signal. Nil if values are sent from outside.
    @usableFromInline let connect: ((Hub<Value>) -> Void)?

    /// Whether it has one value, which it sends when it is observed. Stored, since asking for the type takes longer than passing on the value.
    @usableFromInline final let isConstant: Bool

    /// Creates a signal whose hub `connect` connects when the first observer is added.
    @inlinable
    package init(isConstant: Bool = false, connect: ((Hub<Value>) -> Void)?) {
        hub = Hub()
        self.isConstant = isConstant
        self.connect = connect
    }

    /// Calls a closure with every value from now on.
    ///
    /// - Parameters:
    ///   - onFinish: Called once, after the last value, if the signal finishes; at once if it already has.
    ///   - isolation: The isolation of the calling code, from which the signal learns where it belongs: see ``Home``.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    ///   - receive: Called with each value. It may send, set, observe and cancel anything.
    /// - Returns: A subscription. Releasing or cancelling it ends the observation.
    /// - Complexity: O(1); O(n) for the first observer of a chain of n operators.
    @export(implementation)
    public final func observe(
        onFinish: (() -> Void)? = nil,
        isolation: (any Actor)? = #isolation,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ receive: @escaping (Value) -> Void
    ) -> Subscription {
        let link = SignalLink(onFinish: onFinish, receive: observing(from: CallSite(file, line), receive))
        hub.learnHome(observedIn: isolation)
        attach(link)
        return Subscription(link, of: present)
    }

    /// Calls a closure with the owner and every value for as long as the owner lives.
    ///
    /// The owner is held weakly and passed to the closure, which needs no capture list. Once the owner is gone the
    /// closure is not called again. The observer is removed at the next value, or soon after if the signal's ``Home``
    /// is known; to remove it at once, keep a ``SubscriptionBag``. Costs as much as ``observe(onFinish:isolation:file:line:_:)``.
    ///
    /// ```swift
    /// clicks.observe(for: self) { screen, _ in screen.refresh() }
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

    /// Calls a closure with an actor and every value, in the actor's isolation, for as long as the actor lives.
    ///
    /// ```swift
    /// updates.observe(for: self) { feed, update in feed.show(update) }
    /// ```
    ///
    /// Otherwise like the form for objects. The signal must belong to the actor: a value that is sent elsewhere traps.
    @export(implementation)
    public final func observe<Owner: Actor>(
        for owner: Owner,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ receive: @escaping (isolated Owner, Value) -> Void
    ) {
        hub.learnHome(of: owner)
        observeWeakly(owner, owner, observing(from: CallSite(file, line), assumingIsolation(receive)))
    }

    /// Adds an observer that holds its owner weakly, and is removed when the owner is gone.
    @export(implementation)
    @discardableResult
    final func observeWeakly<Owner: AnyObject>(
        _ owner: Owner,
        _ isolation: (any Actor)?,
        _ receive: @escaping (Owner, Value) -> Void
    ) -> (SignalLink<Value>, Source) {
        let hub = hubForObserver()
        let weakLink = WeakLink(in: hub)
        let link = SignalLink<Value>(onFinish: nil) { [weak owner] value in
            if let owner { receive(owner, value) } else { weakLink.leave() }
        }
        weakLink.link = link
        hub.learnHome(observedIn: isolation)
        attach(link)
        weakLink.end(with: owner, observedIn: isolation)
        return (link, hub)
    }

    /// Adds an observer, and connects this signal if it is the first one.
    @usableFromInline
    package final func attach(_ link: SignalLink<Value>) {
        if isRenewed { return attachToRenewed(link) }
        guard mustConnect(hub, for: link) else { return }
        connect?(hub)
        hub.didConnect()
    }

    /// Adds an observer to a hub. Returns whether the hub must be connected now.
    @inline(__always)
    private final func mustConnect(_ hub: Hub<Value>, for link: SignalLink<Value>) -> Bool {
        guard hub.insert(link) else { return false }
        if isConstant { passConstant(to: hub) }
        return !isConstant
    }

    /// Connects a constant signal, which needs no closure for this.
    @inline(never)
    private final func passConstant(to hub: Hub<Value>) {
        sendConstant(through: hub)
        hub.finish()
        hub.didConnect()
    }

    /// Sends the value of a constant signal, which overrides this.
    @usableFromInline
    func sendConstant(through hub: Hub<Value>) {}

    /// Whether another hub than the first one serves the current run, or has to.
    private final var isRenewed: Bool { renewed != nil || hub.isLeftInDelivery }

    @inline(never)
    private final func attachToRenewed(_ link: SignalLink<Value>) {
        let hub = hubForObserver()
        guard mustConnect(hub, for: link) else { return }
        connect?(hub)
        hub.didConnect()
    }

    /// The hub of the current run.
    @usableFromInline final var present: Hub<Value> { renewed ?? hub }

    /// Returns the hub for a new observer.
    ///
    /// If all other observers have left during a delivery that is not over yet, the new one is a first observer, for
    /// which stateful operators start again (law S6). It gets another hub, so that it does not receive the rest of the
    /// values sent to the others.
    @usableFromInline
    package final func hubForObserver() -> Hub<Value> {
        if present.isLeftInDelivery { renew() }
        return present
    }

    @inline(never)
    private final func renew() {
        // The old hub is disconnected before the source is observed again, so that the source starts again too.
        present.disconnect()
        let next = Hub<Value>()
        next.name = present.name
        next.takeHome(present.home)
        renewed = next
    }

    /// Connects a hub to this signal. All operators are built on this.
    ///
    /// Connecting a chain recurses as deep as the chain is long, so the stack frame is kept small (law O6). The link is
    /// made here, where its type is known and need not be looked up.
    ///
    /// - Parameters:
    ///   - below: The hub of the operator's result.
    ///   - onFinish: Called when this signal finishes. Nil finishes the hub.
    ///   - receive: Called with every value of this signal.
    @inlinable
    package final func feed(
        _ below: AnyHub,
        onFinish: (() -> Void)? = nil,
        _ receive: @escaping (Value) -> Void
    ) {
        guard mustConnect(to: below, through: FeedLink(below: below, onFinish: onFinish, receive: receive)) else {
            return
        }
        connect?(hub)
        hub.didConnect()
    }

    /// Adds a link through which values reach another hub. Returns whether the first hub must be connected now.
    @inline(never)
    @usableFromInline
    final func mustConnect(to below: AnyHub, through link: FeedLink<Value>) -> Bool {
        if isRenewed {
            below.connect(link, to: hubForObserver())
            attachToRenewed(link)
            return false
        }
        below.connect(link, to: hub)
        return mustConnect(hub, for: link)
    }
}
