import MillraceSignals

/// Keeps an observation of a live view alive; releasing it cancels.
///
/// It also keeps the view alive, and the rows that the observer has received last. See
/// ``LiveView/observeChanges(isolation:_:)``.
public class LiveObservation {
    fileprivate let subscription: Subscription

    fileprivate init(_ subscription: Subscription) { self.subscription = subscription }

    /// Ends the observation. After this has returned, the observer is never called again. O(1).
    public final func cancel() {
        subscription.cancel()
        forget()
    }

    /// Puts the observation into a bag, which keeps it from now on.
    public final func store(in bag: SubscriptionBag) {
        bag.insert(subscription)
    }

    /// Releases the rows that the observer received last.
    fileprivate func forget() {}

    /// Prepares for a change that is not reported to this observer. The returned closure is called after the change.
    fileprivate func assumesChange() -> () -> Void { {} }
}

/// The rows that an observer received last.
@usableFromInline
package final class ToldRows<Element: Identifiable> {
    @usableFromInline var rows: Rows<Element>?

    @export(implementation)
    package init() {}

    /// Calls `receive` with what has changed since the last call, and with the rows of that call; not at all if nothing
    /// has.
    @export(implementation)
    package func tell(
        _ rows: Rows<Element>,
        _ cache: ChangeCache<Element>,
        _ receive: (LiveChange<Element>, Rows<Element>) -> Void
    ) {
        guard let former = exchange(&self.rows, with: rows) else { return receive(.initial(rows), rows) }
        let limit = RowChanges.budget(rows.count)
        let rowChanges: RowChanges
        if let changes = cache.changes(from: former, to: rows, limit: limit) {
            rowChanges = RowChanges(from: former, to: rows, changes, cache.same)
        } else {
            rowChanges = RowChanges(comparing: former, with: rows, cache.same)
        }
        // Labels may have been spread, or given anew, without any row having moved.
        if rowChanges.isEmpty { return }
        let isReset = former.era != rows.era && rowChanges.count > ChangeCache<Element>.budget(rows.count)
        receive(isReset ? .reset(rows) : .update(rows, rowChanges), former)
    }
}

private final class ObservationOfRows<Element: Identifiable>: LiveObservation {
    private let view: LiveView<Element>
    private let told: ToldRows<Element>

    init(_ view: LiveView<Element>, _ told: ToldRows<Element>, _ subscription: Subscription) {
        self.view = view
        self.told = told
        super.init(subscription)
    }

    override func forget() { letGo(exchange(&told.rows, with: nil)) }

    override func assumesChange() -> () -> Void {
        let before = view.value
        return { [view, told] in
            let after = view.value
            guard let known = told.rows, !before.isSame(as: after) else { return }
            let assumed = known.isSame(as: before) ? after : known.assuming(before, after)
            if let former = exchange(&told.rows, with: assumed) { letGoLater(former) }
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
        _ receive: @escaping (LiveChange<Element>, Rows<Element>) -> Void
    ) -> LiveObservation {
        let (cache, told) = (cache, ToldRows<Element>())
        let subscription = observable.observe(isolation: isolation) { told.tell($0, cache, receive) }
        return observation(told, subscription)
    }

    @usableFromInline
    package func observation(_ told: ToldRows<Element>, _ subscription: Subscription) -> LiveObservation {
        ObservationOfRows(self, told, subscription)
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

extension Rows where Element: Identifiable {
    /// These rows with only the changes between two other versions applied, and nothing else that may have changed.
    /// O(n).
    func assuming(_ before: Rows, _ after: Rows) -> Rows {
        let same = Sameness<Element>()
        let rowsBefore = Dictionary(before.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let rowsAfter = Dictionary(after.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let changes = after.changes(from: before)
        let moved = Set(changes.moves.map { after[$0.new].id } + changes.insertions.map { after[$0].id })
        // The rows that stay, with their new values if they were changed.
        var rows: [Element] = []
        for row in self where !moved.contains(row.id) {
            guard let new = rowsAfter[row.id] else {
                if rowsBefore[row.id] == nil { rows.append(row) }
                continue
            }
            let isChanged = rowsBefore[row.id].map { !same($0, new) } ?? false
            rows.append(isChanged ? new : row)
        }
        // Each inserted or moved row is placed after the row that precedes it in the new version.
        let staying = Set(rows.map(\.id))
        var followers: [Element.ID?: [Element]] = [:]
        var last: Element.ID?
        for row in after {
            if moved.contains(row.id) {
                followers[last, default: []].append(row)
            } else if staying.contains(row.id) {
                last = row.id
            }
        }
        if !followers.isEmpty {
            rows = rows.reduce(into: followers[nil] ?? []) { result, row in
                result.append(row)
                if let following = followers[row.id] { result += following }
            }
        }
        var assumed = Rows(rows, sizes: tree.sizes, spacing: spacing)
        assumed.era = era
        return assumed
    }
}
