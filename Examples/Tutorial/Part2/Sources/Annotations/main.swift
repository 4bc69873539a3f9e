import Millrace

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
struct Filter: Hashable, Sendable { let group: FilterGroup, value: String }

/// All that the feature knows.
struct AnnotationFilterState: Equatable, Sendable {
    var annotations: [Annotation] = []
    /// The filters that are on.
    var active: Set<Filter> = []

    var visible: [Annotation] { annotations.filter { active.pass($0) } }
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
let printing = store.state.select(\.visible).observe { visible in
    print(visible.count, "visible:", visible.map(\.text).joined(separator: "; "))
}

while let line = readLine() {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    if line == "all" {
        store.dispatcher.dispatch(ShowAll())
    } else if words.count == 2, let group = FilterGroup(rawValue: words[0]) {
        store.dispatcher.dispatch(Toggle(filter: Filter(group: group, value: words[1])))
    } else {
        print("Type a group and a value, as in: author Kim. Or: all")
    }
}
