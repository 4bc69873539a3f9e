import Millrace

/// All that the screen shows.
struct AnnotationFilterView {
    let panel: Observable<ListModel<ListRow>>
    let visible: LiveView<Annotation>
    let title: Observable<String?>

    init(_ store: Store<AnnotationFilterState>) {
        let all = store.state.live(\.annotations)
        panel = store.state.map { AnnotationFilterViewProvider.panel(of: $0) }
        visible = all.filter(store.state.select(\.active).map { active in { active.pass($0) } })
        let problem = store.state.select(\.problem)
        title = combine(visible.count, all.count, store.isInFlight("open"), problem)
            .map { visible, all, isOpening, problem in
                isOpening ? "Opening …, escape stops" : problem ?? "\(visible) of \(all)"
            }
    }
}

/// Makes rows of the state, and of nothing else.
enum AnnotationFilterViewProvider {
    static func panel(of state: AnnotationFilterState) -> ListModel<ListRow> {
        ListModel(title: "Filters", sections: FilterGroup.allCases.map { section(of: $0, in: state) })
    }

    static func section(of group: FilterGroup, in state: AnnotationFilterState) -> ListSection<ListRow> {
        let rows = state.filters(in: group).map { filter in
            let (count, isOn) = (state.count(of: filter), state.active.contains(filter))
            return ListRow(filter.id, filter.value, accessory: .count(count), isSelected: isOn)
        }
        return ListSection(group.rawValue, header: group.rawValue, rows: rows)
    }

    static func row(of note: Annotation) -> ListRow {
        ListRow("\(note.id)", note.text, detail: note.author, accessory: .badge(note.status.rawValue))
    }
}

extension Filter {
    /// The filter whose row has this identity.
    init?(id: String) {
        let parts = id.split(separator: "/", maxSplits: 1).map(String.init)
        guard parts.count == 2, let group = FilterGroup(rawValue: parts[0]) else { return nil }
        self.init(group: group, value: parts[1])
    }
}
