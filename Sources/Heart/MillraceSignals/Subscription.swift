/// Keeps an observation alive; releasing it cancels.
///
/// A subscription keeps the observer's closure, and neither the signal or observable nor anything that they are derived
/// from.
///
/// ```swift
/// let subscription = emitter.observe { print($0) }
/// emitter.send(1)        // prints 1
/// subscription.cancel()
/// emitter.send(2)        // prints nothing
/// ```
///
/// It may be released on any thread, for example with a main-actor object that a detached task releases. The observer
/// is not called again. If it is released on the main thread, and the graph belongs there, the observer is removed at
/// once; otherwise soon after, by the graph's ``Home``, or if that is not known, at the next use of the source that it
/// observed.
public final class Subscription {
    /// The observer's entry, and the source that it is in, both counted by hand. Nil after cancelling: then it keeps
    /// nothing.
    @exclusivity(unchecked) private var entry: (link: Unmanaged<Link>, source: Unmanaged<Source>)?

    @usableFromInline
    package init(_ link: Link, of source: Source) {
        entry = (.passRetained(link), .passRetained(source))
    }

    @usableFromInline
    convenience init(_ entry: (link: some Link, source: Source)) { self.init(entry.link, of: entry.source) }

    deinit {
        take { source, link in source.release(link) }
    }

    /// Ends the observation. When this has returned, the observer is never called again, even if it is called during a
    /// delivery. Cancelling twice does nothing. O(1).
    public func cancel() {
        take { source, link in source.cancel(link) }
    }

    /// Calls a closure with the source and the link, and keeps them no longer.
    @inline(__always)
    private func take(_ use: (Source, Link) -> Void) {
        guard let (link, source) = exchange(&entry, with: nil) else { return }
        source._withUnsafeGuaranteedRef { source in link._withUnsafeGuaranteedRef { use(source, $0) } }
        link.release()
        source.release()
    }

    /// Returns the entry in the list, to be removed from another domain; this subscription no longer owns it.
    func giveUp() -> WeakLink? {
        var link: WeakLink?
        take { link = WeakLink($1, in: $0) }
        return link
    }

    /// Puts the subscription into a bag, which keeps it from now on.
    public func store(in bag: SubscriptionBag) {
        bag.insert(self)
    }
}

/// Keeps subscriptions alive, and ends all of them when it is released or on demand.
///
/// An object that observes for as long as it lives has one bag:
///
/// ```swift
/// final class Screen {
///     private let subscriptions = SubscriptionBag()
///     private var title = ""
///
///     init(title: Observable<String>) {
///         title.observe { [weak self] in self?.title = $0 }.store(in: subscriptions)
///     }
/// }
/// ```
public final class SubscriptionBag {
    private var subscriptions: [Subscription] = []

    /// Creates an empty bag.
    public init() {}

    /// Adds a subscription, which the bag keeps alive. O(1).
    public func insert(_ subscription: Subscription) {
        subscriptions.append(subscription)
    }

    /// Ends every observation in the bag, in the order of adding, and empties it. O(n).
    public func cancelAll() {
        let cancelled = subscriptions
        subscriptions = []
        for subscription in cancelled { subscription.cancel() }
    }
}
