import AnnotationFilter
import Millrace
import MillraceApp
import MillraceHistory
import MillraceUI
import SwiftUI

/// The visible annotations, with a search field. A sheet has thousands of them, so they are in a table view.
struct AnnotationList: View {
    let model: AppModel
    @Owned private var status: Observed<Status>

    /// What stands around the list.
    struct Status: Equatable {
        var title: String
        var canUndo: Bool
        var canClear: Bool
    }

    init(model: AppModel) {
        self.model = model
        _status = Owned(
            wrappedValue: model.view.select {
                Status(title: $0.opening ?? $0.status, canUndo: $0.canUndo, canClear: $0.canClear)
            }.observed
        )
    }

    var body: some View {
        RowList(list: model.list) { id in model.route.dispatch(.push(.annotation(id))) }
            .ignoresSafeArea()
            .navigationTitle(status.value.title)
            .searchable(text: model.filter.binding(\.query.search) { Refine.search($0) })
            .toolbar {
                Button("Filters") { model.route.dispatch(.present(.filters)) }
                Button("Clear") { model.filter.dispatch(Refine.clear) }.disabled(!status.value.canClear)
                Button("Undo") { model.filter.dispatch(Undo()) }.disabled(!status.value.canUndo)
            }
    }
}
