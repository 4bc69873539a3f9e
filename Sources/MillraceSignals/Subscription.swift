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
/// by a detached task. Released on the main thread by a graph that was made there, the observer is unhooked at once.
/// Elsewhere it is marked, so that it is not called again, and unhooked at the next use of what it observed.
public final class Subscription {
    /// Nil once it is cancelled: then it keeps nothing.
    private var place: (link: Link, source: Source)?

    @usableFromInline
    package init(_ link: Link, of source: Source) {
        place = (link, source)
    }

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
    var unowned: Unowned {
        defer { place = nil }
        return Unowned(link: place?.link, source: place?.source)
    }

    /// An observer's place that keeps neither the observer nor what it observes.
    ///
    /// `@unchecked Sendable` is safe: any thread may `release()`, and `cancel()` is called by code of the domain alone.
    struct Unowned: @unchecked Sendable {
        fileprivate weak var link: Link?
        fileprivate weak var source: Source?

        /// Ends the observation, on any thread: even on the main one, since what was made there may belong to an actor,
        /// in whose initialiser that was, and be in use.
        func release() {
            if let link, let source { source.mark(link) }
        }

        /// Ends the observation, in the domain of what is observed.
        func cancel() {
            if let link, let source { source.cancel(link) }
        }
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
