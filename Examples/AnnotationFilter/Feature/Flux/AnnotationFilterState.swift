/// Everything that the screen shows, as one value.
///
/// It is cheap to copy and to compare: a sheet of any size is shared with its copies, and is known to be the same by
/// its storage.
public struct AnnotationFilterState: Equatable, Sendable {
    /// The annotations of the file that is open.
    public var sheet: Sheet
    /// The group whose filters the panel shows.
    public var selectedGroup: FilterGroup
    /// The filters that are on, and the text that is searched for.
    public var query: FilterQuery
    /// The result of the query on the sheet. The store updates it together with either of them.
    public var result: FilterResult
    /// The layout of the annotations.
    public var arrangement = Arrangement()
    /// The file that is being opened; nil if none is.
    public var opening: Opening?
    /// The error of the last file; nil if it was opened.
    public var problem: SheetError?

    /// Makes a state; without arguments that of a screen without a file.
    public init(
        sheet: Sheet = .empty,
        selectedGroup: FilterGroup = .kind,
        query: FilterQuery = FilterQuery(),
        result: FilterResult = FilterResult(),
        opening: Opening? = nil,
        problem: SheetError? = nil
    ) {
        self.sheet = sheet
        self.selectedGroup = selectedGroup
        self.query = query
        self.result = result
        self.opening = opening
        self.problem = problem
    }

    /// A file that is being opened.
    public struct Opening: Equatable, Sendable {
        /// Its path.
        public var path: String
        /// The percentage that has been read; nil if it is not reported.
        public var percent: Int?

        /// Something of a file has been read.
        public init(_ path: String, percent: Int? = nil) {
            self.path = path
            self.percent = percent
        }
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

    /// The positions in the sheet of the annotations that the query leaves, in the order of the arrangement. Cost: that of
    /// sorting them, where they are sorted.
    public var arranged: [Int] {
        let isVisible = Set(visible)
        return SheetOrder(sheet, arrangement).positions.filter { isVisible.contains($0) }
    }

    /// The filters of the selected group, each with how many annotations it would leave.
    public var choices: [FilterChoice] { result.choices(in: selectedGroup) }
}
