import Millrace

/// The live views of a store: what its query leaves, as it is arranged, and what each filter of the selected group would
/// leave.
///
/// An edit costs O(its thread × log n), however large the sheet is. Of a search only what it changes is computed again,
/// and likewise of a filter: a filter that is switched searches nothing, and does not count its own group again.
struct LiveFilters {
    /// Every annotation, in the order of the arrangement.
    private let lines: LiveView<SheetLine>
    /// The filters of the selected group, each with how many annotations it would leave.
    let choices: Observable<[FilterChoice]>

    init(_ state: Observable<AnnotationFilterState>) {
        let threads = state.live(\.listed.threads)
        let arranging = combine(
            state.select(\.arrangement),
            state.select(\.listed.names),
            ColumnOfRows.all(state.select(\.arrangement.columns), in: threads)
        ).map { arrangement, names, columns in
            let places = Sheet.places(names)
            return { (thread: SheetThread) in ArrangedThread(thread, arrangement, places, columns) }
        }
        let admitting = state.select(\.query.withoutFilters).map { query in
            let admission = query.admission
            return { (thread: ArrangedThread) in
                AdmittedThread(thread, query.isEmpty ? nil : thread.rows.map(admission))
            }
        }
        let judging = state.select(\.query.active).map { active in
            let condition = active.condition
            return { (thread: AdmittedThread) in
                JudgedThread(thread, active.isEmpty ? nil : thread.rows.map(condition))
            }
        }
        lines = threads.map(arranging).sorted(by: \.key).map(admitting).map(judging).flatMap(\.lines)
        let (index, group) = (state.select(\.listed).map(\.index), state.select(\.selectedGroup))
        let others = state.select { $0.query.active.ignoring($0.selectedGroup) }.map { others in
            let condition = others.condition
            return { (line: SheetLine) in line.isAdmitted && condition(line.row) }
        }
        let counted = lines.filter(others)
            .counted(by: group.map { group in { group.key(of: $0.row.annotation) } })
        choices = combine(index, group, counted.observable) { $0.choices(in: $1, $2.count(of:)) }
    }

    /// The annotations that are shown: those that the query leaves, and what these answer.
    var shown: LiveView<SheetLine> { lines.filter(\.isShown) }

    /// The annotations that the query leaves.
    var visible: LiveView<SheetLine> { lines.filter(\.isVisible) }

    /// How many the query leaves.
    var visibleCount: Observable<Int> { lines.sum { $0.isVisible ? 1 : 0 } }

    /// What is measured of what the query leaves, by headings. It is computed again where that changes, and not where
    /// other annotations do: O(what is measured).
    var totals: Observable<GroupedTotals> {
        lines.filter { $0.isVisible && $0.row.annotation.quantity != nil }
            .flatMap { line in line.row.annotation.quantity.map { [Measured(line, $0)] } ?? [] }
            .grouped(by: \.heading)
            .observable
            .map(GroupedTotals.init)
            .removeDuplicates()
    }
}

/// A quantity of a list.
struct Measured: Identifiable, Equatable {
    let id: Annotation.ID
    let heading: SheetHeading
    let quantity: Quantity

    fileprivate init(_ line: SheetLine, _ quantity: Quantity) {
        (id, heading, self.quantity) = (line.id, line.thread.heading, quantity)
    }
}

/// A thread with its place in an arrangement. An object: the lines of all its annotations share it.
final class ArrangedThread: Identifiable, Equatable, Sendable {
    let thread: SheetThread
    let heading: SheetHeading
    let key: ThreadKey
    let columns: [ColumnOfRows]

    init(_ thread: SheetThread, _ arrangement: Arrangement, _ places: [String: Int], _ columns: [ColumnOfRows]) {
        (self.thread, self.columns) = (thread, columns)
        heading = arrangement.heading(of: thread.start, places)
        key = arrangement.key(of: thread.start, places)
    }

    var id: SheetThread.ID { thread.id }
    var rows: [SheetThread.Row] { thread.rows }

    static func == (left: ArrangedThread, right: ArrangedThread) -> Bool {
        left === right
            || left.thread == right.thread && left.heading == right.heading && left.key == right.key
                && left.columns == right.columns
    }
}

/// A thread with those of its annotations that a search, dates and the like leave.
private struct AdmittedThread: Identifiable, Equatable {
    let thread: ArrangedThread
    /// Whether each passes; nil where all do.
    let isAdmitted: [Bool]?

    init(_ thread: ArrangedThread, _ isAdmitted: [Bool]?) { (self.thread, self.isAdmitted) = (thread, isAdmitted) }

    var id: SheetThread.ID { thread.id }
    var rows: [SheetThread.Row] { thread.rows }
}

/// A thread with those of its annotations that the whole query leaves.
private struct JudgedThread: Identifiable, Equatable {
    let thread: AdmittedThread
    /// Whether each passes the filters; nil where all do.
    let isPassing: [Bool]?

    init(_ thread: AdmittedThread, _ isPassing: [Bool]?) { (self.thread, self.isPassing) = (thread, isPassing) }

    var id: SheetThread.ID { thread.id }

    /// A line for each annotation. What a visible one answers is shown, too. Cost: O(thread).
    var lines: [SheetLine] {
        var lines = thread.rows.indices.map { position in
            let isAdmitted = thread.isAdmitted?[position] ?? true
            let isVisible = isAdmitted && isPassing?[position] ?? true
            return SheetLine(
                thread: thread.thread,
                position: position,
                isAdmitted: isAdmitted,
                isVisible: isVisible,
                isShown: isVisible
            )
        }
        for line in lines.reversed() where lines[line.position].isShown {
            if let parent = line.row.annotation.answer?.parent { lines[parent].isShown = true }
        }
        return lines
    }
}

/// An annotation of a list.
struct SheetLine: Identifiable, Equatable, Sendable {
    let thread: ArrangedThread
    let position: Int
    /// Whether a search, dates and the like leave it.
    let isAdmitted: Bool
    /// Whether the whole query leaves it.
    let isVisible: Bool
    /// Whether it is shown, be it for what answers it.
    var isShown: Bool

    var row: SheetThread.Row { thread.rows[position] }
    var annotation: Annotation { row.annotation }
    var id: Annotation.ID { row.annotation.id }
}
