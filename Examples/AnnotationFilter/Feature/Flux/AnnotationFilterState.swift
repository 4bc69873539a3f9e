/// Everything that the screen shows, as one value.
///
/// It is cheap to copy and to compare: a sheet of any size is shared with its copies, and is known to be the same by
/// its storage.
public struct AnnotationFilterState: Equatable, Sendable {
    /// The annotations of the file that is open, with the edits that are not in it yet.
    public var sheet = Sheet.empty
    /// These edits.
    public internal(set) var edits = SheetEdits()
    /// The group whose filters the panel shows.
    public var selectedGroup = FilterGroup.kind
    /// The filters that are on, and the text that is searched for.
    public var query = FilterQuery()
    /// The layout of the annotations.
    public var arrangement = Arrangement()
    /// The file that is being opened; nil if none is.
    public var opening: Opening?
    /// The error of the last file; nil if it was opened.
    public var problem: SheetError?

    /// A file that is being opened.
    public struct Opening: Equatable, Sendable {
        /// Its path.
        public var path: String
        /// The percentage that has been read; nil if it is not reported.
        public var percent: Int?
        /// Its first annotations, which are shown until it has been read; nil if they are not reported, or if something
        /// else is open, which stays.
        public var beginning: Sheet?
    }

    /// The annotations that are listed: those of the sheet, or of the beginning of one that is being opened.
    public var listed: Sheet { opening?.beginning ?? sheet }
}

extension AnnotationFilterState {
    /// Whether anything narrows what is visible: a filter or a search.
    public var isFiltering: Bool { !query.isEmpty }

    /// The positions in the sheet of the annotations that the query leaves. Cost: O(annotations).
    public var visible: [Int] { rows(passing: query.active).map(\.offset) }

    /// The positions in the sheet of the annotations that the query leaves, in the order of the arrangement. Cost: that
    /// of sorting them, where they are sorted.
    public var arranged: [Int] {
        let isVisible = Set(visible)
        return SheetOrder(sheet, arrangement).positions.filter { isVisible.contains($0) }
    }

    /// What is measured of what the query leaves, by the headings of the arrangement. Cost: like ``arranged``.
    var totals: GroupedTotals {
        let visible = rows(passing: query.active).map { ($0.offset, $0.element.annotation) }
        let annotations = Dictionary(uniqueKeysWithValues: visible)
        return GroupedTotals(SheetOrder(sheet, arrangement)) { annotations[$0]?.quantity }
    }

    /// The filters of the selected group, each with how many annotations it would leave. Cost: O(annotations).
    public var choices: [FilterChoice] {
        let counted = rows(passing: query.active.ignoring(selectedGroup))
        let counts = counted.reduce(into: [:]) { $0[selectedGroup.key(of: $1.element.annotation), default: 0] += 1 }
        return sheet.index.choices(in: selectedGroup) { counts[$0] ?? 0 }
    }

    private func rows(passing active: Set<Filter>) -> [(offset: Int, element: SheetThread.Row)] {
        let (admission, condition) = (query.admission, active.condition)
        return sheet.threads.lazy.flatMap(\.rows).enumerated()
            .filter { admission($0.element) && condition($0.element) }
    }
}
