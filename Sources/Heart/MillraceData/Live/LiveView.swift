import MillraceSignals

/// Rows that are derived from a table and follow its changes: filtered, sorted, mapped, joined.
///
/// ```swift
/// let unread = state.live(\.messages)
///     .filter { !$0.isRead }
///     .sorted(by: \.date, descending: true)
///
/// let subscription = unread.observeChanges { change in
///     switch change {
///     case .initial(let rows), .reset(let rows): list.reload(rows)
///     case .update(let rows, let changes): list.update(rows, by: changes)
///     }
/// }
/// ```
///
/// Whenever it is read, and in every delivery, it equals the result of plain code over its sources (law D3). It is part
/// of the turn: it is updated at most once per turn, together with all other observables, and not at all while it has
/// no observer (D5). Without an observer it keeps no old version, and each read computes the rows again. With an
/// observer, a change of k elements costs O(k log n), whatever n is (D7).
///
/// The closures that a view is made with run in the graph's isolation domain and must be pure: equal elements give
/// equal results. A view keeps everything that it is derived from alive.
public struct LiveView<Element: Identifiable>: ObservableConvertible {
    /// The rows as an observable, which can be combined with any other one.
    public let observable: Observable<Rows<Element>>

    /// The differences between its versions, shared by all views derived from it.
    @usableFromInline package let cache: ChangeCache<Element>

    @export(implementation)
    init(observable: Observable<Rows<Element>>, cache: ChangeCache<Element>) {
        self.observable = observable
        self.cache = cache
    }

    /// The number of rows. It changes only when the number does, and keeps this view alive.
    @export(implementation) public var count: Observable<Int> { observable.select(\.count) }

    /// Whether there are no rows. It changes only when the answer does, and keeps this view alive.
    @export(implementation) public var isEmpty: Observable<Bool> { observable.select(\.isEmpty) }

    /// The first row; nil if there is none. It changes with every change of this view, and keeps this view alive.
    @export(implementation) public var first: Observable<Element?> { observable.map(\.first) }
}

extension Observable {
    /// A live view of a table that is a part of the value.
    ///
    /// ```swift
    /// let rooms = store.state.live(\.rooms)
    /// ```
    ///
    /// It changes only when the table does, and keeps this observable alive. O(k log n) for k changes, once for all
    /// views that are derived from the result.
    @export(implementation)
    public func live<Element: Identifiable>(_ table: @escaping (Value) -> Table<Element>) -> LiveView<Element> {
        let (input, output) = (box, Box<Rows<Element>>())
        let cache = ChangeCache<Element>()
        let observable = Observable<Rows<Element>>(
            from: [upstream],
            box: output,
            remembering: { node, isKept in
                guard let rows = cache.newVersion(of: table(input.value).rows, after: output, isKept) else {
                    return false
                }
                output.write(rows, of: node)
                return true
            },
            forget: { alsoValue in Forgotten(cache.forget(), alsoValue ? output.replaceValue(with: cache.noRows) : nil)
            }
        )
        return LiveView(observable: observable, cache: cache)
    }

    /// A live view of the table that is the value of this observable.
    ///
    /// It keeps this observable alive. See ``live(_:)``.
    @export(implementation)
    public func live<Element: Identifiable>() -> LiveView<Element> where Value == Table<Element> { live { $0 } }
}

/// Values that are released together.
@usableFromInline
package final class Forgotten {
    @usableFromInline let values: [Any?]

    @usableFromInline
    package init(_ values: Any?...) { self.values = values }
}
