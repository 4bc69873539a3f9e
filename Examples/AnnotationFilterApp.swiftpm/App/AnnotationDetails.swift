import AnnotationFilter
import MillraceUI
import SwiftUI

/// What there is to read of one annotation.
struct AnnotationDetails: View {
    let model: AppModel
    let id: Annotation.ID

    /// A property that the annotation has.
    private struct Fact: Identifiable {
        let id: String
        let value: String
    }

    /// Reads the sheet: a filter that is switched draws nothing here.
    private var facts: [Fact] {
        guard let annotation = model.filter.sheet[id: id] else { return [] }
        return Column.allCases.filter { $0 != .text }.map { Fact(id: $0.rawValue, value: $0.value(of: annotation)) }
            .filter { !$0.value.isEmpty }
    }

    var body: some View {
        List {
            Section("Text") { Text(model.filter.sheet[id: id]?.text ?? "") }
            ForEach(facts) { fact in
                HStack {
                    Text(fact.id)
                    Spacer()
                    Text(fact.value)
                }
            }
        }
        .navigationTitle(id)
    }
}
