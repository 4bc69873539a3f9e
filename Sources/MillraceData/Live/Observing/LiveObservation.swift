import MillraceSignals

/// Keeps an observation of a live view alive; releasing it cancels.
///
/// It also keeps the view alive. See
/// ``LiveView/observeChanges(isolation:_:)``.
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

    /// Ends the observation. After this has returned, the observer is never called again. O(1).
    public func cancel() {
        subscription.cancel()
        forget()
    }

    /// Puts the observation into a bag, which keeps it from now on.
    public func store(in bag: SubscriptionBag) {
        bag.insert(subscription)
    }
}

/// What an observer of a view received last.
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

    /// Calls `receive` with what has changed since the last call, and with the rows of that call; not at all if nothing
    /// has.
    @export(implementation)
    package func tell(
        _ rows: Rows<Element>,
        _ cache: ChangeCache<Element>,
        _ receive: (LiveChange<Element>, _ former: () -> Rows<Element>) -> Void
    ) {
        let limit = RowChanges.budget(rows.count)
        let changes: RowChanges?
        let former: () -> Rows<Element>
        let formerEra: UInt64
        switch exchange(&last, with: .version(rows.version, era: rows.era)) {
        case .nothing: return receive(.initial(rows)) { rows }
        case .version(rows.version, _): return
        case .version(let version, let era):
            formerEra = era
            former = { cache.former(version, of: rows) ?? rows }
            if let found = cache.changes(from: version, to: rows, limit: limit) {
                changes = RowChanges(found, to: rows, cache.same)
            } else {
                // The steps that lead to what observers receive are always known.
                changes = cache.former(version, of: rows).map { RowChanges(comparing: $0, with: rows, cache.same) }
            }
        case .assumed(let assumed):
            formerEra = assumed.era
            former = { assumed }
            changes = rows.changes(from: assumed, cache.same)
        }
        guard let changes else { return receive(.reset(rows), former) }
        // Labels may have been spread, or given anew, without any row having moved.
        if changes.isEmpty { return }
        let isReset = formerEra != rows.era && changes.count > ChangeCache<Element>.budget(rows.count)
        receive(isReset ? .reset(rows) : .update(rows, changes), former)
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
        observeRows(isolation: isolation) { change, _ in receive(change) }
    }

    /// Calls `receive` with the rows received before as well.
    @export(implementation)
    func observeRows(
        isolation: (any Actor)?,
        _ receive: @escaping (LiveChange<Element>, _ former: () -> Rows<Element>) -> Void
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
                    isPresent ? .version(after.version, era: after.era) : .assumed(known.assuming(before, after))
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
/// Everything that `body` sets is one turn, which all other observers receive. The next change that these observers
/// receive is relative to what they show now, and does not contain what `body` has changed (law D6).
///
/// Do not call it during a delivery: an action that an observer dispatches is handled later, and its changes are
/// reported to all.
///
/// - Parameters:
///   - observations: Those of the observers to leave out, on this graph.
///   - body: Makes the changes. If it throws, what it has set before remains set and is not reported either.
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
