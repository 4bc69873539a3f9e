import MillraceData
import MillraceSignals

extension LiveView where Element: Sendable {
    /// Shows the rows of this view with a renderer: all of them at once, and after each turn the changes.
    ///
    /// ```swift
    /// let observation = people.live().sorted(by: \.name).bind(to: renderer) { person in
    ///     ListRow("\(person.id)", person.name)
    /// }
    /// ```
    ///
    /// The rows reach the renderer by position: no array of all rows is made and nothing is compared on the way. Rows
    /// are made when the renderer reads them, so only visible rows are made. A row counts as changed if its element has
    /// changed: if elements have more than the shown fields, map the view to the shown fields before. A renderer
    /// receives one batch per turn, and none if no element and not the title has changed (law V3).
    ///
    /// - Parameters:
    ///   - renderer: Shows the empty list at first. Kept alive as long as the observation.
    ///   - title: The text above the list.
    ///   - isolation: The actor on which it is bound, where the renderer is called.
    ///   - row: The row for an element. It must be pure.
    /// - Returns: The observation, which ends when it is cancelled or released, and which `withoutNotifying` may name.
    /// - Complexity: O(k log n) for k changes of n rows.
    @export(implementation)
    public func bind<Row>(
        to renderer: some LiveListRenderer<Row>,
        title: Observable<String?> = Observable(nil),
        isolation: (any Actor)? = #isolation,
        row: @escaping @Sendable (Element) -> Row
    ) -> LiveObservation {
        bind(to: renderer, title, isolation) {
            LiveList(title: $0, rows: $1, row: row)
        }
    }
}

extension LiveView where Element: Identifiable & Equatable & Sendable {
    /// Shows the rows of this view as they are with a renderer: all of them at once, and after each turn the changes.
    ///
    /// ```swift
    /// let observation = posts.map { PostLine($0) }.bind(to: timeline)
    /// ```
    ///
    /// Otherwise like ``bind(to:title:isolation:row:)``.
    @export(implementation)
    public func bind(
        to renderer: some LiveListRenderer<Element>,
        title: Observable<String?> = Observable(nil),
        isolation: (any Actor)? = #isolation
    ) -> LiveObservation {
        bind(to: renderer, title, isolation) { title, rows in
            LiveList(title: title, rows: rows)
        }
    }
}

extension LiveView {
    /// Shows the sections of this view with a renderer: all of them at once, and after each turn the changes.
    ///
    /// ```swift
    /// let byCity = people.live().grouped(by: \.city).bind(to: renderer) { city in
    ///     city.name
    /// } row: { person in
    ///     ListRow("\(person.id)", person.name)
    /// }
    /// ```
    ///
    /// Like the form for rows. If elements have more than the shown fields, map the view before you group it.
    ///
    /// - Parameters:
    ///   - renderer: Shows the empty list at first. Kept alive as long as the observation.
    ///   - title: The text above the list.
    ///   - isolation: The actor on which it is bound, where the renderer is called.
    ///   - header: The text above a section. It must be pure.
    ///   - row: The row for an element. It must be pure.
    @export(implementation)
    public func bind<Group: Hashable & Sendable, Item: Identifiable & Sendable, Row>(
        to renderer: some LiveListRenderer<Row>,
        title: Observable<String?> = Observable(nil),
        isolation: (any Actor)? = #isolation,
        header: @escaping @Sendable (Group) -> String?,
        row: @escaping @Sendable (Item) -> Row
    ) -> LiveObservation where Element == RowSection<Group, Item> {
        let same = Sameness<Item>()
        return bind(to: renderer, title, isolation) {
            LiveList(title: $0, sections: $1, header: header, row: row)
        } changes: {
            LiveSectionChange($0, from: $1, $2, same).changes
        }
    }

    /// Shows the sections of this view below headers that change with another observable: that tell a sum, for example.
    ///
    /// ```swift
    /// let counts = people.live().counted(by: \.city).observable
    /// let byCity = people.live().grouped(by: \.city).bind(to: renderer, headersFrom: counts) { city, counts in
    ///     "\(city.name): \(counts.count(of: city))"
    /// } row: { person in
    ///     ListRow("\(person.id)", person.name)
    /// }
    /// ```
    ///
    /// A section whose header is another text than before counts as modified. Otherwise like the form whose headers stay
    /// the same. A change of `source` costs O(sections).
    ///
    /// - Parameters:
    ///   - renderer: Shows the empty list at first. Kept alive as long as the observation.
    ///   - title: The text above the list.
    ///   - isolation: The actor on which it is bound, where the renderer is called.
    ///   - source: The value that the headers are made of. The observation keeps it alive.
    ///   - header: The text above a section. It must be pure.
    ///   - row: The row for an element. It must be pure.
    @export(implementation)
    public func bind<Group: Hashable & Sendable, Item: Identifiable & Sendable, Source: Sendable, Row>(
        to renderer: some LiveListRenderer<Row>,
        title: Observable<String?> = Observable(nil),
        isolation: (any Actor)? = #isolation,
        headersFrom source: Observable<Source>,
        header: @escaping @Sendable (Group, Source) -> String?,
        row: @escaping @Sendable (Item) -> Row
    ) -> LiveObservation where Element == RowSection<Group, Item> {
        let (cache, told, same) = (cache, ToldRows<Element>(), Sameness<Item>())
        var shown: ShownHeaders<Group>?
        let frame = combine(title, source).map { title, source in
            ShownHeaders(title: title) { (group: Group) in header(group, source) }
        }
        let subscription = combine(observable, frame).observe(isolation: isolation) { rows, frame in
            let former = exchange(&shown, with: frame)
            let list = LiveList(title: frame.title, sections: rows, header: frame.header, row: row)
            var isShown = false
            told.tell(rows, cache) { change, formerRows, inner in
                isShown = true
                var changes = LiveSectionChange(change, from: formerRows, inner, same).changes
                if let former, former !== frame, let sections = changes?.sections {
                    changes?.sections.modifications = frame.changes(from: former, formerRows(), to: rows, sections)
                }
                renderer.render(list, changes: changes)
            }
            guard !isShown, let former, former !== frame else { return }
            var changes = SectionChanges()
            changes.sections.modifications = frame.changes(from: former, rows, to: rows, changes.sections)
            if !changes.isEmpty || former.title != frame.title { renderer.render(list, changes: changes) }
        }
        return observation(told, subscription)
    }

    /// Shows a list once per turn in which the rows or the title have changed.
    ///
    /// - Parameters:
    ///   - list: The list with a title and rows.
    ///   - changes: The changes to show, of the rows' change, the rows before, and the changes within the rows if they
    ///     are known. Nil if everything is to be shown again. By default those of the only section.
    @export(implementation)
    func bind<Row>(
        to renderer: some LiveListRenderer<Row>,
        _ title: Observable<String?>,
        _ isolation: (any Actor)?,
        list: @escaping (String?, Rows<Element>) -> LiveList<Row>,
        changes: @escaping (LiveChange<Element>, () -> Rows<Element>, InnerChanges?) -> SectionChanges? = { new, _, _ in
            new.changes.map { SectionChanges($0, inSection: 0) }
        }
    ) -> LiveObservation {
        let (cache, told) = (cache, ToldRows<Element>())
        var shownTitle: String?
        let subscription = combine(observable, title.removeDuplicates()).observe(isolation: isolation) { rows, title in
            let hasNewTitle = title != shownTitle
            shownTitle = title
            var isShown = false
            told.tell(rows, cache) { change, former, inner in
                isShown = true
                renderer.render(list(title, rows), changes: changes(change, former, inner))
            }
            if !isShown, hasNewTitle { renderer.render(list(title, rows), changes: SectionChanges()) }
        }
        return observation(told, subscription)
    }
}

/// The title and the headers of a list, each change of which is a separate object.
@usableFromInline
final class ShownHeaders<Group: Hashable & Sendable> {
    @usableFromInline let title: String?
    @usableFromInline let header: @Sendable (Group) -> String?

    @export(implementation)
    init(title: String?, header: @escaping @Sendable (Group) -> String?) {
        self.title = title
        self.header = header
    }

    /// The sections that stay and whose header is another one than before. O(sections).
    @export(implementation)
    func changes<Item>(
        from former: ShownHeaders,
        _ old: Rows<RowSection<Group, Item>>,
        to new: Rows<RowSection<Group, Item>>,
        _ changes: RowChanges
    ) -> [RowChanges.Pair] {
        let inserted = Set(changes.insertions)
        let positions = Dictionary(old.enumerated().map { ($1.id, $0) }) { first, _ in first }
        return new.enumerated().compactMap { position, section in
            guard !inserted.contains(position), let before = positions[section.id],
                former.header(section.id) != header(section.id)
            else { return nil }
            return RowChanges.Pair(old: before, new: position)
        }
    }
}
