import AnnotationFilter
import Millrace
import MillraceApp
import MillraceUI
import SwiftUI

/// The filters: a few dozen rows, so they are views of SwiftUI.
struct FilterList: View {
    let model: AppModel
    @Owned private var panel: Observed<ListModel<ListRow>>

    init(model: AppModel) {
        self.model = model
        _panel = Owned(wrappedValue: model.view.select(\.panel).observed)
    }

    var body: some View {
        List {
            ForEach(panel.value.sections) { section in
                Button(section.header ?? "") { select(section.id) }
                ForEach(section.rows) { row in FilterRow(row: row) { toggle(row.id) } }
            }
        }
        .navigationTitle("Filters")
        .toolbar {
            Button("Done") { model.route.dispatch(.dismiss()) }
        }
    }

    private func select(_ id: String) {
        if let group = FilterGroup(rawValue: id) { model.filter.dispatch(SelectGroup(group: group)) }
    }

    private func toggle(_ id: String) {
        if let filter = Filter(id: id) { model.filter.dispatch(Refine.toggle(filter)) }
    }
}

/// One filter.
private struct FilterRow: View {
    let row: ListRow
    let toggle: @MainActor () -> Void

    var body: some View {
        Button(action: toggle) {
            HStack {
                Text(row.title)
                Spacer()
                if case .count(let count) = row.accessory { Text("\(count)") }
                if row.isSelected { Image(systemName: "checkmark") }
            }
        }
        .disabled(!row.isEnabled)
    }
}
