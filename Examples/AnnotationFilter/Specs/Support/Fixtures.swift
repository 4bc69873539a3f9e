@testable import AnnotationFilter
import Foundation
import Millrace

/// An XFDF file with these annotations.
func xfdf(_ annotations: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve"><annots>\(annotations)</annots></xfdf>
    """
}

/// The sheet in a file of this text, called `test.xfdf`.
func read(_ text: String) throws -> Sheet {
    try XFDFReader.read(Data(text.utf8), file: "test.xfdf")
}

/// The sheet in a file with these annotations.
func sheet(_ annotations: String) throws -> Sheet {
    try read(xfdf(annotations))
}

/// The first annotation of a file with these.
func annotation(_ annotations: String) throws -> Annotation? {
    try sheet(annotations).annotations.first
}

extension Sheet {
    /// The identities of the annotations, in order.
    var ids: [String] { annotations.map(\.id) }

    /// The annotation with this identity.
    func annotation(_ id: String) -> Annotation? { annotations.first { $0.id == id } }

    /// The identity of what an annotation answers.
    func parent(of id: String) -> String? { annotation(id).flatMap { parent(of: $0)?.id } }
}

/// The positions of the annotations that a query leaves.
func visible(_ query: FilterQuery, in sheet: Sheet) -> [Int] {
    AnnotationFilterState(sheet: sheet, query: query).visible
}

/// The filters of a group with the counts that a query gives them.
func choices(_ group: FilterGroup, _ query: FilterQuery, in sheet: Sheet) -> [FilterChoice] {
    AnnotationFilterState(sheet: sheet, selectedGroup: group, query: query).choices
}

/// The whole view of a state, worked out anew.
func view(of state: AnnotationFilterState, _ arrangement: Arrangement? = nil) -> AnnotationFilterView {
    var state = state
    if let arrangement { state.arrangement = arrangement }
    return Observable(state).shown.view.value
}

extension ReviewStatus {
    static let accepted = ReviewStatus(rawValue: "Accepted")
    static let rejected = ReviewStatus(rawValue: "Rejected")
    static let cancelled = ReviewStatus(rawValue: "Cancelled")
    static let completed = ReviewStatus(rawValue: "Completed")
}
