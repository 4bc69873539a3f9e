/// An observer's being there: it observes for as long as its subscription lives.
///
/// Whoever observes keeps the subscription; releasing it, or calling ``cancel()``, ends the observation. A subscription
/// holds the observer's closure and the list that the observer stands in, and nothing of what is above, so it does not
/// keep a signal or an observable alive.
///
/// ```swift
/// let subscription = emitter.observe { print($0) }
/// emitter.send(1)        // prints 1
/// subscription.cancel()
/// emitter.send(2)        // prints nothing
/// ```
///
/// The last reference may go on any thread, as it does when a main-actor object that keeps the subscription is released
/// by a detached task. The observer is not called again. Released on the main thread, for a graph that belongs there, it
/// is unhooked at once; elsewhere it is unhooked soon after, in the graph's ``Home``, or where that is not known at the
/// next use of what it observed.
public final class Subscription {
    /// Nil once it is cancelled: then it keeps nothing.
    private var place: (link: Link, source: Source)?

    @usableFromInline
    package init(_ link: Link, of source: Source) {
        place = (link, source)
    }

    @usableFromInline
    convenience init(_ place: (link: some Link, source: Source)) { self.init(place.link, of: place.source) }

    deinit {
        if let place { place.source.release(place.link) }
    }

    /// Ends the observation. When this has returned, the observer is never called again, even if it is called from the
    /// midst of a delivery. Cancelling twice does nothing. O(1).
    public func cancel() {
        guard let place else { return }
        self.place = nil
        place.source.cancel(place.link)
    }

    /// The same place, to be left from another domain; this subscription gives it up.
    func giveUp() -> Place? {
        defer { place = nil }
        return place.map { Place($0.link, in: $0.source) }
    }

    /// Puts the subscription into a bag, which keeps it from now on.
    public func store(in bag: SubscriptionBag) {
        bag.insert(self)
    }
}

/// Keeps subscriptions, and ends all of them when it is released or told to.
///
/// An object that observes for as long as it lives has one bag:
///
/// ```swift
/// final class Screen {
///     private let subscriptions = SubscriptionBag()
///
///     init(title: Observable<String>) {
///         title.observe { [weak self] in self?.show($0) }.store(in: subscriptions)
///     }
/// }
/// ```
public final class SubscriptionBag {
    private var subscriptions: [Subscription] = []

    /// Makes an empty bag.
    public init() {}

    /// Keeps a subscription. O(1).
    public func insert(_ subscription: Subscription) {
        subscriptions.append(subscription)
    }

    /// Ends every observation in the bag, in the order in which they were put in, and empties it. O(n).
    public func cancelAll() {
        let cancelled = subscriptions
        subscriptions = []
        for subscription in cancelled { subscription.cancel() }
    }
}
