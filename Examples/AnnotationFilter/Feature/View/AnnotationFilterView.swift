import Millrace
import MillraceHistory
import MillraceTerminal

/// Everything that the screen shows, as a value that knows nothing of any screen.
public struct AnnotationFilterView: Equatable, Sendable {
    /// The group whose filters the panel shows.
    public var selectedGroup: FilterGroup
    /// All groups, in the panel's order.
    public var groups: [FilterGroup]
    /// What is searched for.
    public var search: String
    /// The filters of the selected group, below the names of the others.
    public var panel: ListModel<ListRow>
    /// The visible annotations.
    public var sheet: SheetList
    /// What there is to read of each of them.
    public var details: SheetDetails
    /// What is not saved.
    public var edits: SheetEdits
    /// What could not be taken from the file as it stands, a line each.
    public var notices: [String]
    /// How the annotations are laid out.
    public var arrangement: Arrangement
    /// Whether answers are shown.
    public var showsReplies: Bool
    /// The days that are shown, as they are written; empty for all.
    public var dates: String
    /// What is open, how much of it is visible and why.
    public var status: String
    /// What is being opened and how much of it has been read; nil where nothing is.
    public var opening: String?
    /// Whether the annotations are those of the beginning of what is being opened.
    public var isBeginning: Bool
    /// Whether there is anything to clear.
    public var canClear: Bool
    /// Whether there is anything to undo.
    public var canUndo = false
    /// Whether there is anything to do again.
    public var canRedo = false
}

extension Observable where Value == AnnotationFilterState {
    /// What is shown of the state. Equal views are emitted once.
    var shown: ShownSheet {
        let live = LiveFilters(self)
        let totals = live.totals
        let list = LiveSheetList(self, live, totals)
        let details = combine(select(\.listed), select(\.edits)).map { SheetDetails($0, editedBy: $1) }
        let (rows, visible, choices) = (list.list, live.visibleCount, live.choices)
        let view = Observable<AnnotationFilterView>.select { [self] read in
            AnnotationFilterViewProvider.view(
                of: read(self),
                read(rows),
                showing: read(visible),
                read(totals).all,
                choices: read(choices),
                details: read(details)
            )
        }
        return ShownSheet(view: view, list: list)
    }
}

extension Store where State == AnnotationFilterState {
    /// What is shown of the state. Equal views are emitted once.
    public var shown: ShownSheet { state.shown }

    /// What is shown of the state, and of what can be undone.
    public func shown(with undo: UndoHistory) -> ShownSheet {
        var shown = shown
        shown.view = combine(shown.view, undo.canUndo, undo.canRedo).map { view, canUndo, canRedo in
            var view = view
            (view.canUndo, view.canRedo) = (canUndo, canRedo)
            return view
        }
        return shown
    }
}

/// What a screen shows of a store: a view of all, and its list as live rows.
public struct ShownSheet {
    /// Everything that the screen shows, as a value.
    public internal(set) var view: Observable<AnnotationFilterView>
    /// The annotations of the view, for a renderer of live rows.
    public let list: LiveSheetList
}

/// Makes views of states, by pure functions: equal states give equal views.
enum AnnotationFilterViewProvider {
    /// The whole view, of parts that belong to the state and change less often.
    static func view(
        of state: AnnotationFilterState,
        _ list: SheetList,
        showing visible: Int,
        _ totals: Totals,
        choices: [FilterChoice],
        details: SheetDetails
    ) -> AnnotationFilterView {
        AnnotationFilterView(
            selectedGroup: state.selectedGroup,
            groups: FilterGroup.all(for: state.sheet),
            search: state.query.search,
            panel: panel(of: state, choices),
            sheet: list,
            details: details,
            edits: state.edits,
            notices: state.sheet.notices.map(\.description),
            arrangement: state.arrangement,
            showsReplies: !state.query.hidesReplies,
            dates: state.query.dates?.rawValue ?? "",
            status: status(of: state, showing: visible, totals),
            opening: state.opening.map(progress),
            isBeginning: state.opening?.beginning != nil,
            canClear: state.isFiltering
        )
    }

    /// The panel: every group with its name, below the selected one its filters.
    static func panel(of state: AnnotationFilterState, _ choices: [FilterChoice]) -> ListModel<ListRow> {
        ListModel(
            title: "Filters",
            sections: FilterGroup.all(for: state.sheet).map { section(for: $0, in: state, choices) }
        )
    }

    /// The status line.
    static func status(of state: AnnotationFilterState, showing visible: Int, _ totals: Totals) -> String {
        if let problem = state.problem { return problem.description }
        let count = state.sheet.count
        let active = state.query.active.count
        let search = state.query.search.oneLine
        let notices = state.sheet.notices
        // A sheet without annotations says why: that is what one wants to know of it.
        if count == 0, let notice = notices.first { return "\(state.sheet.title.oneLine): \(notice)" }
        let parts = [
            "\(visible) of \(count) annotation\(count == 1 ? "" : "s")",
            active == 0 ? nil : "\(active) filter\(active == 1 ? "" : "s") on",
            search.isEmpty ? nil : "containing \"\(search)\"",
            state.query.dates.map { "of \($0.rawValue)" },
            state.query.hidesReplies ? "without replies" : nil,
            state.arrangement.sorting.map {
                "by \($0.rawValue)\(state.arrangement.isDescending ? ", last first" : "")"
            },
            totals.isEmpty ? nil : "total \(totals)",
            state.edits.summary.map { "\($0) (\(state.edits.conflicts.isEmpty ? "W" : "E"))" },
            notices.isEmpty ? nil : "\(notices.count) notice\(notices.count == 1 ? "" : "s") about the file (n)",
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    /// The progress line.
    static func progress(of opening: AnnotationFilterState.Opening) -> String {
        let percent = opening.percent.map { " \($0) %" } ?? ""
        return "Opening \(opening.path.oneLine) …\(percent)"
    }

    private static func section(
        for group: FilterGroup,
        in state: AnnotationFilterState,
        _ choices: [FilterChoice]
    ) -> ListSection<ListRow> {
        let isSelected = group == state.selectedGroup
        let active = state.query.active.count { $0.group == group }
        let header = "\(isSelected ? "▾" : "▸") \(group.rawValue)\(active == 0 ? "" : " (\(active) on)")"
        let rows = isSelected ? choices.map { row(for: $0, isOn: state.query.active.contains($0.filter)) } : []
        return ListSection(group.rawValue, header: header, rows: rows)
    }

    private static func row(for choice: FilterChoice, isOn: Bool) -> ListRow {
        let filter = choice.filter
        return ListRow(
            filter.id,
            filter.group.name(of: filter.value).oneLine,
            accessory: .count(choice.count),
            isSelected: isOn,
            isEnabled: isOn || choice.count > 0,
            swatch: filter.group == .color ? AnnotationColor(filter.value).rgb : nil
        )
    }
}

extension Sheet {
    /// The text above the list: the sheet's title, and the PDF that it belongs to.
    var heading: String { document.map { "\(title) (\($0))" } ?? title }
}

extension Filter: Identifiable {
    /// The filter's group and value: the identity of its row in the panel.
    public var id: String { "\(group.rawValue)/\(value)" }

    /// The filter with an identity; nil if none has it.
    public init?(id: String) {
        guard let slash = id.firstIndex(of: "/"), let group = FilterGroup(rawValue: String(id[..<slash])) else {
            return nil
        }
        self.init(group, String(id[id.index(after: slash)...]))
    }
}
