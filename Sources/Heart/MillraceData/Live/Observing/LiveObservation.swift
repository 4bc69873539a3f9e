import MillraceBase
import MillraceSignals

/// Keeps an observation of a live view alive; releasing it cancels.
///
/// It also keeps the view alive. See ``LiveView/observeChanges(isolation:_:)``.
public final class LiveObservation {
    private let subscription: Subscription

    /// Releases the rows that the observer received last.
    private let forget: () -> Void

    /// Prepares for a change that is not reported to this observer. The returned closure is called after the change.
    @usableFromInline let assumesChange: () -> () -> Void

    @usableFromInline
    init(
        _ subscription: Subscription,
        forget: @escaping () -> Void,
        assumesChange: @escaping () -> () -> Void
    ) {
        self.subscription = subscription
        self.forget = forget
        self.assumesChange = assumesChange
    }

    /// Ends the observation. After this has returned, the observer is never called again. Cancelling twice does
    /// nothing. O(1).
    public func cancel() {
        subscription.cancel()
        forget()
    }

    /// Puts the observation into a bag, which keeps it from now on. This object is then needed only for
    /// ``withoutNotifying(_:do:)``. O(1).
    public func store(in bag: SubscriptionBag) {
        bag.insert(subscription)
    }
}

/// The rows that an observer of a view received last.
///
/// That is the number of a version, and not its rows: the view changes them in place unless somebody keeps them.
@usableFromInline
package final class ToldRows<Element: Identifiable> {
    @usableFromInline
    enum Last {
        case nothing

        /// A version of the view's rows.
        case version(UInt64, era: UInt64)

        /// Rows that the observer shows, and that the view has never had: see `withoutNotifying`.
        case assumed(Rows<Element>)
    }

    @exclusivity(unchecked) @usableFromInline var last = Last.nothing

    @export(implementation)
    package init() {}

    /// Calls `receive` with the changes since the last call, with the rows of that call, and with the changes within
    /// the rows if they are known; not at all if nothing has changed.
    @export(implementation)
    package func tell(
        _ rows: Rows<Element>,
        _ cache: ChangeCache<Element>,
        _ receive: (LiveChange<Element>, _ former: () -> Rows<Element>, InnerChanges?) -> Void
    ) {
        switch exchange(&last, with: .version(rows.version, era: rows.era)) {
        case .nothing: receive(.initial(rows), { rows }, nil)
        case .version(rows.version, _): break
        case .version(let version, let era):
            guard let changes = rowChanges(from: version, to: rows, cache) else {
                // The steps that lead to what observers receive are always known.
                return receive(.reset(rows), { rows }, nil)
            }
            if let change = LiveChange(rows, changes, from: era) {
                let inner = cache.inner(from: version, to: rows)
                receive(change, { cache.former(version, of: rows) ?? rows }, inner)
            }
        case .assumed(let assumed):
            if let change = LiveChange(rows, rows.changes(from: assumed, cache.same), from: assumed.era) {
                receive(change, { assumed }, nil)
            }
        }
    }

    /// The changes since a version of a view; nil if they are not known any more.
    @export(implementation)
    func rowChanges(from version: UInt64, to rows: Rows<Element>, _ cache: ChangeCache<Element>) -> RowChanges? {
        if let inner = cache.inner(from: version, to: rows) { return RowChanges(inner, in: rows) }
        let limit = RowChanges.budget(cache.step(from: version, to: rows)?.changes, rows)
        if let changes = cache.changes(from: version, to: rows, limit: limit) {
            return RowChanges(changes, to: rows, cache.same)
        }
        return cache.former(version, of: rows).map { RowChanges(comparing: $0, with: rows, cache.same) }
    }

    /// The rows that the observer received last. The view has not been brought up to date since.
    @export(implementation)
    func rows(of view: LiveView<Element>) -> Rows<Element>? {
        switch last {
        case .nothing: nil
        case .version(let version, _): view.cache.former(version, of: view.observable.box.value)
        case .assumed(let rows): rows
        }
    }
}

extension LiveUpdate where Changes == RowChanges {
    /// The change that an observer receives of changes that led to these rows from those of another era; nil if nothing
    /// has changed.
    @export(implementation)
    init?(_ rows: Rows<Row>, _ changes: RowChanges, from era: UInt64) {
        // Labels may have been spread, or given anew, without any row having moved.
        if changes.isEmpty { return nil }
        let isReset = era != rows.era && changes.count > ChangeCache<Row>.budget(rows.count)
        self = isReset ? .reset(rows) : .update(rows, changes)
    }
}

extension LiveView {
    /// Calls `receive` with the rows at once, and then once per turn in which they changed, with the changes.
    ///
    /// The changes lead from the rows received before to the current ones, and no smaller set of changes does (law D4).
    /// The observer is not called if no row of this view has changed. Finding k changes costs O(k log n).
    ///
    /// - Returns: The observation, which ends when it is cancelled or released.
    @export(implementation)
    public func observeChanges(
        isolation: (any Actor)? = #isolation,
        _ receive: @escaping (LiveChange<Element>) -> Void
    ) -> LiveObservation {
        observeRows(isolation: isolation) { change, _, _ in receive(change) }
    }

    /// Calls `receive` with the rows received before as well, and with the changes within the rows if they are known.
    @export(implementation)
    func observeRows(
        isolation: (any Actor)?,
        _ receive: @escaping (LiveChange<Element>, _ former: () -> Rows<Element>, InnerChanges?) -> Void
    ) -> LiveObservation {
        let (cache, told) = (cache, ToldRows<Element>())
        let subscription = observable.observe(isolation: isolation) { told.tell($0, cache, receive) }
        return observation(told, subscription)
    }

    /// Keeps a subscription with the rows that its observer received last.
    @export(implementation)
    package func observation(_ told: ToldRows<Element>, _ subscription: Subscription) -> LiveObservation {
        LiveObservation(subscription) {
            letGo(exchange(&told.last, with: .nothing))
        } assumesChange: { [self] in
            // Taken before the view is read: reading it in a batch brings it up to date.
            let known = told.rows(of: self)
            let before = value
            return {
                let after = value
                guard let known, before.version != after.version else { return }
                let isPresent = known.version == before.version
                let assumed: ToldRows<Element>.Last =
                    isPresent
                    ? .version(after.version, era: after.era)
                    : .assumed(known.assuming(before, after, inner: cache.assumeInner))
                letGoLater(exchange(&told.last, with: assumed))
            }
        }
    }
}

/// Makes changes that are not reported to some observers because they already show them: a row that was dragged, a
/// switch that was turned.
///
/// ```swift
/// withoutNotifying(tableObservation) {
///     dispatcher.dispatch(TaskMoved(id: task.id, to: 3))
/// }
/// ```
///
/// Everything that `body` sets is one turn, which all other observers receive. The next change that the observers in
/// `observations` receive is relative to the rows that they show now, and does not contain the changes by `body` (law
/// D6).
///
/// Do not call it during a delivery: an action that an observer dispatches is handled later, and its changes are
/// reported to all.
///
/// - Parameters:
///   - observations: The observations to leave out. They must belong to the graph that `body` changes.
///   - body: Makes the changes. If it throws, the values that it has set before remain set and are not reported either.
@export(implementation)
@discardableResult
public func withoutNotifying<Result, Failure: Error>(
    _ observations: LiveObservation...,
    do body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    try batch { () throws(Failure) -> Result in
        let ends = observations.map { $0.assumesChange() }
        defer { for end in ends { end() } }
        return try body()
    }
}
