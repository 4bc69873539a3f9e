import Millrace

/// The live views of a store: what its query leaves, and what each filter of the selected group would leave.
struct LiveFilters {
    /// The annotations that the query leaves, in the order of the sheet.
    let visible: LiveView<FilterIndex.Row>
    /// The filters of the selected group, each with how many annotations it would leave.
    let choices: Observable<[FilterChoice]>

    /// Of a search only what it changes is computed again, and likewise of a filter: a filter that is switched searches
    /// nothing, and does not count its own group again.
    init(_ state: Observable<AnnotationFilterState>) {
        let sheet = state.select(\.sheet)
        let index = sheet.map(\.index)
        let admission = combine(sheet, state.select(\.query.withoutFilters)).map { $1.admission(of: $0) }
        let admitted = state.live(\.sheet.index.rows).filter(
            admission.map { admission in { admission?[$0.id] ?? true } }
        )
        visible = admitted.filter(
            combine(index, state.select(\.query.active)) { $0.condition($1) }
        )
        let group = state.select(\.selectedGroup)
        let others = state.select { $0.query.active.ignoring($0.selectedGroup) }
        let counted = admitted.filter(combine(index, others) { $0.condition($1) })
            .counted(by: combine(index, group) { index, group in { index.number(of: $0, in: group) } })
        choices = combine(index, group, counted.observable) { $0.choices(in: $1, $2.count(of:)) }
    }
}
