import Millrace

/// All that the feature knows.
struct AnnotationFilterState: Equatable, Sendable {
    var annotations: Table<Annotation> = []
    /// The filters that are on.
    var active: Set<Filter> = []
    /// Why the last file was not opened.
    var problem: String?

    var visible: [Annotation] { annotations.filter { active.pass($0) } }

    /// The filters of a group: one for each value that occurs.
    func filters(in group: FilterGroup) -> [Filter] {
        Set(annotations.map(group.value)).sorted().map { Filter(group: group, value: $0) }
    }

    func count(of filter: Filter) -> Int { annotations.count { filter.group.value(of: $0) == filter.value } }
}

/// What the user can do: switch a filter on or off, and switch all of them off.
struct Toggle: Action, Equatable { let filter: Filter }
struct ShowAll: Action, Equatable {}

/// What becomes of an annotation: it is decided about, or removed.
struct Decide: Action, Equatable { let id: Annotation.ID, status: Status }
struct Remove: Action, Equatable { let id: Annotation.ID }

/// The user opens a file, or would rather not; and what comes of it.
struct Open: Action, Equatable { let path: String }
struct CancelOpening: Action, Equatable {}
struct Opened: Action, Equatable { let annotations: Table<Annotation> }
struct OpeningFailed: Action, Equatable { let problem: String }

/// Makes the store of the feature: its handlers are the only code that changes the state.
func makeAnnotationFilter(
    of annotations: Table<Annotation> = [],
    from files: AnnotationFiles,
    on dispatcher: Dispatcher
) -> Store<AnnotationFilterState> {
    Store(AnnotationFilterState(annotations: annotations), on: dispatcher, name: "annotations") { store in
        store.on(Toggle.self) { state, action in state.active.formSymmetricDifference([action.filter]) }
        store.on(ShowAll.self) { state, _ in state.active = [] }
        store.on(Decide.self) { state, action in state.annotations[id: action.id]?.status = action.status }
        store.on(Remove.self) { state, action in state.annotations[id: action.id] = nil }
        store.on(Open.self) { state, action in
            state.problem = nil
            return .run("open", .latest) {
                Opened(annotations: try await files.read(action.path))
            } catching: { error in
                OpeningFailed(problem: "\(error)")
            }
        }
        store.on(CancelOpening.self) { _, _ in .cancel("open") }
        store.on(Opened.self) { state, action in
            state = AnnotationFilterState(annotations: action.annotations)
        }
        store.on(OpeningFailed.self) { state, action in state.problem = action.problem }
    }
}
