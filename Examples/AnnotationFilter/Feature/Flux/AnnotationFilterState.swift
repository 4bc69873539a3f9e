/// Everything that the screen shows, as one value.
///
/// It is cheap to copy and to compare: a sheet of any size is shared with its copies, and is known to be the same by
/// its storage.
public struct AnnotationFilterState: Equatable, Sendable {
    /// The annotations of the file that is open.
    public var sheet: Sheet
    /// The group whose filters the panel shows.
    public var selectedGroup: FilterGroup
    /// The filters that are on, and what is searched for.
    public var query: FilterQuery
    /// What the query leaves of the sheet. The store sets it together with either of them.
    public var result: FilterResult
    /// Why the last file could not be opened; nil if it could.
    public var problem: SheetError?

    /// A state; without arguments that of a screen on which nothing is open.
    public init(
        sheet: Sheet = .empty,
        selectedGroup: FilterGroup = .kind,
        query: FilterQuery = FilterQuery(),
        result: FilterResult = FilterResult(),
        problem: SheetError? = nil
    ) {
        self.sheet = sheet
        self.selectedGroup = selectedGroup
        self.query = query
        self.result = result
        self.problem = problem
    }
}

extension AnnotationFilterState {
    /// Whether anything narrows what is visible: a filter or a search.
    public var isFiltering: Bool { !query.isEmpty }

    /// The positions in the sheet of the annotations that the query leaves.
    public var visible: [Int] { result.visible }

    /// The annotations that the query leaves, in the sheet's order.
    public var visibleAnnotations: some RandomAccessCollection<Annotation> {
        result.visible.lazy.map { sheet.annotations[$0] }
    }

    /// The filters of the selected group, each with how many annotations it would leave.
    public var choices: [FilterChoice] { result.choices(in: selectedGroup) }
}
