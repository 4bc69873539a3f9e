import Millrace
import MillraceTerminal

/// What somebody wrote on a drawing.
struct Annotation: Identifiable, Equatable, Sendable {
    let id: Int
    var author: String
    var kind: String
    var status: Status
    var text: String
}

/// What was decided about an annotation.
enum Status: String, Sendable { case open, accepted, rejected }

/// What annotations can be filtered by.
enum FilterGroup: String, CaseIterable, Sendable {
    case author, kind, status

    func value(of annotation: Annotation) -> String {
        switch self {
        case .author: annotation.author
        case .kind: annotation.kind
        case .status: annotation.status.rawValue
        }
    }
}

/// A switch that lets pass what has this value.
struct Filter: Hashable, Sendable {
    let group: FilterGroup, value: String
    var id: String { "\(group)/\(value)" }
}

/// All that the feature knows.
struct AnnotationFilterState: Equatable, Sendable {
    var annotations: [Annotation] = []
    /// The filters that are on.
    var active: Set<Filter> = []

    var visible: [Annotation] { annotations.filter { active.pass($0) } }

    /// The filters of a group: one for each value that occurs.
    func filters(in group: FilterGroup) -> [Filter] {
        Set(annotations.map(group.value)).sorted().map { Filter(group: group, value: $0) }
    }

    func count(of filter: Filter) -> Int { annotations.count { filter.group.value(of: $0) == filter.value } }
}

extension Set<Filter> {
    /// Filters of one group add up. Each further group narrows.
    func pass(_ annotation: Annotation) -> Bool {
        FilterGroup.allCases.allSatisfy { group in
            let isUnused = allSatisfy { $0.group != group }
            return isUnused || contains(Filter(group: group, value: group.value(of: annotation)))
        }
    }
}

/// What the user can do: switch a filter on or off, and switch all of them off.
struct Toggle: Action, Equatable { let filter: Filter }
struct ShowAll: Action, Equatable {}

/// Makes the store of the feature: its handlers are the only code that changes the state.
func makeAnnotationFilter(of annotations: [Annotation], on dispatcher: Dispatcher) -> Store<AnnotationFilterState> {
    Store(AnnotationFilterState(annotations: annotations), on: dispatcher, name: "annotations") { store in
        store.on(Toggle.self) { state, action in state.active.formSymmetricDifference([action.filter]) }
        store.on(ShowAll.self) { state, _ in state.active = [] }
    }
}

/// What the screen shows, made of the state and of nothing else.
enum AnnotationFilterViewProvider {
    static func list(of state: AnnotationFilterState) -> ListModel<ListRow> {
        let list = ListSection("annotations", header: "annotations", rows: state.visible.map(row))
        return ListModel(
            title: "\(state.visible.count) of \(state.annotations.count)",
            sections: FilterGroup.allCases.map { section(of: $0, in: state) } + [list]
        )
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

extension Annotation {
    static let samples = [
        Annotation(id: 1, author: "Kim", kind: "text", status: .open, text: "The door opens the wrong way"),
        Annotation(id: 2, author: "Zoë", kind: "ink", status: .accepted, text: "Move this wall by 10 cm"),
        Annotation(id: 3, author: "Kim", kind: "stamp", status: .rejected, text: "Approved"),
        Annotation(id: 4, author: "Okafor", kind: "text", status: .open, text: "Which lintel?"),
        Annotation(id: 5, author: "Zoë", kind: "text", status: .open, text: "A socket is missing here"),
    ]
}

let store = makeAnnotationFilter(of: Annotation.samples, on: Dispatcher(on: .main))
let application = try TerminalApplication()
let renderer = TerminalPlainListRenderer()
let bindings = SubscriptionBag()
store.state.map { AnnotationFilterViewProvider.list(of: $0) }.bind(to: renderer).store(in: bindings)
application.size.observe { renderer.resize(to: $0) }.store(in: bindings)

let canvas = combine(renderer.list, application.size).map { list, size in
    var canvas = TerminalCanvas(size: size)
    canvas.draw(list, in: TerminalRegion(size: size))
    return canvas
}

await application.run(showing: canvas) { key in
    switch key {
    case .character("q"): return .quit
    case .character("a"): store.dispatcher.dispatch(ShowAll())
    case .enter:
        let filters = FilterGroup.allCases.flatMap { store.state.value.filters(in: $0) }
        guard let filter = filters.first(where: { $0.id == renderer.row?.id }) else { break }
        store.dispatcher.dispatch(Toggle(filter: filter))
    default: renderer.move(key)
    }
    return .goOn
}
