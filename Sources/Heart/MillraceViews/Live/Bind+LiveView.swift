import MillraceData
import MillraceSignals

extension LiveView where Element: Sendable {
    /// Shows the rows of this view with a renderer: all of them at once, and after each turn what has changed.
    ///
    /// ```swift
    /// let observation = people.live().sorted(by: \.name).bind(to: renderer) { person in
    ///     TableRow("\(person.id)", person.name)
    /// }
    /// ```
    ///
    /// The rows reach the renderer by position: no array of all rows is made and nothing is compared on the way. Rows
    /// are made when the renderer reads them, so only visible rows are made. A row counts as changed if its element has
    /// changed: if elements have more than what is shown, map the view to what is shown before. A renderer receives
    /// one batch per turn, and none if no element and not the title has changed (law V3).
    ///
    /// - Parameters:
    ///   - renderer: Shows the empty table at first. Kept alive as long as the observation.
    ///   - title: The text above the table.
    ///   - row: The row for an element. It must be pure.
    /// - Returns: The observation, which ends when it is cancelled or released, and which `withoutNotifying` may name.
    /// - Complexity: O(k log n) for k changes of n rows.
    @export(implementation)
    public func bind(
        to renderer: some LiveTableRenderer,
        title: Observable<String?> = Observable(nil),
        isolation: (any Actor)? = #isolation,
        row: @escaping @Sendable (Element) -> TableRow
    ) -> LiveObservation {
        bind(title, isolation) { title, rows, change, _, _ in
            let table = LiveTable(title: title, rows: rows, row: row)
            switch change {
            case .initial, .reset: renderer.render(table, changes: nil)
            case .update(_, let changes): renderer.render(table, changes: SectionChanges(changes, inSection: 0))
            case nil: renderer.render(table, changes: SectionChanges())
            }
        }
    }
}

extension LiveView {
    /// Shows the sections of this view with a renderer: all of them at once, and after each turn what has changed.
    ///
    /// ```swift
    /// let byCity = people.live().grouped(by: \.city).bind(to: renderer) { city in
    ///     city.name
    /// } row: { person in
    ///     TableRow("\(person.id)", person.name)
    /// }
    /// ```
    ///
    /// Like the form for rows. If elements have more than what is shown, map the view before you group it.
    ///
    /// - Parameters:
    ///   - renderer: Shows the empty table at first. Kept alive as long as the observation.
    ///   - title: The text above the table.
    ///   - header: The text above a section. It must be pure.
    ///   - row: The row for an element. It must be pure.
    @export(implementation)
    public func bind<Group: Hashable & Sendable, Item: Identifiable & Sendable>(
        to renderer: some LiveTableRenderer,
        title: Observable<String?> = Observable(nil),
        isolation: (any Actor)? = #isolation,
        header: @escaping @Sendable (Group) -> String?,
        row: @escaping @Sendable (Item) -> TableRow
    ) -> LiveObservation where Element == RowSection<Group, Item> {
        let same = Sameness<Item>()
        return bind(title, isolation) { title, sections, change, former, inner in
            let table = LiveTable(title: title, sections: sections, header: header, row: row)
            guard let change else { return renderer.render(table, changes: SectionChanges()) }
            switch LiveSectionChange(change, from: former, inner, same) {
            case .initial, .reset: renderer.render(table, changes: nil)
            case .update(_, let changes): renderer.render(table, changes: changes)
            }
        }
    }

    /// Calls `render` once per turn in which the rows or the title have changed: with the title, the rows, their change
    /// or nil if only the title has changed, the rows before, and what has changed in the rows if that is known.
    @export(implementation)
    func bind(
        _ title: Observable<String?>,
        _ isolation: (any Actor)?,
        _ render:
            @escaping (
                String?, Rows<Element>, LiveChange<Element>?, _ former: () -> Rows<Element>, InnerChanges?
            ) -> Void
    ) -> LiveObservation {
        let (cache, told, shown) = (cache, ToldRows<Element>(), ShownTitle())
        let subscription = combine(observable, title.removeDuplicates()).observe(isolation: isolation) { rows, title in
            var isShown = false
            told.tell(rows, cache) { change, former, inner in
                isShown = true
                render(title, rows, change, former, inner)
            }
            if !isShown, title != shown.text { render(title, rows, nil, { rows }, nil) }
            shown.text = title
        }
        return observation(told, subscription)
    }
}

/// The title that a renderer shows.
@usableFromInline
final class ShownTitle {
    @usableFromInline var text: String?

    @usableFromInline
    init() {}
}
