import Millrace
import MillraceTerminal

/// The list of the annotations that are shown, as a value. Cheap to copy and to compare: it shares all that has not
/// changed with the lists before.
public struct SheetList: Equatable, Sendable {
    /// The text above the list.
    public let title: String
    let rows: Rows<RowSection<SheetHeading, ListedLine>>
    let headers: SheetHeaders

    /// The sections with all their rows. Cost: O(rows).
    public var sections: [ListSection<ListRow>] {
        rows.map { section in
            ListSection("\(section.id)", header: headers.header(of: section.id), rows: section.rows.map(\.row))
        }
    }
}

/// The list as live rows, of which a renderer reads those that are seen. Cost of a change: that of ``LiveFilters``.
public struct LiveSheetList {
    private let title: Observable<String?>
    private let headers: Observable<SheetHeaders>
    private let sections: LiveView<RowSection<SheetHeading, ListedLine>>

    init(_ state: Observable<AnnotationFilterState>, _ live: LiveFilters, _ totals: Observable<GroupedTotals>) {
        title = state.select { $0.listed.heading }
        headers = totals.map(SheetHeaders.init)
        sections = live.shown.leftJoined(with: state.select(\.edits).map(\.marks).live(), on: \.id)
            .map { ListedLine(line: $0.left, mark: $0.right?.text) }
            .grouped(by: \.line.thread.heading)
    }

    /// The list as a value.
    var list: Observable<SheetList> {
        combine(title, sections.observable, headers) { SheetList(title: $0 ?? "", rows: $1, headers: $2) }
    }

    /// Shows the list with a renderer: all of it at once, and after each turn what has changed. Releasing the observation
    /// ends it.
    public func bind(
        to renderer: some LiveListRenderer<ListRow>,
        isolation: (any Actor)? = #isolation
    ) -> LiveObservation {
        sections.bind(
            to: renderer,
            title: title,
            isolation: isolation,
            headersFrom: headers,
            header: { $1.header(of: $0) },
            row: { $0.row }
        )
    }
}

/// What the headings of a list say.
struct SheetHeaders: Equatable, Sendable {
    private let totals: [String: Totals]

    init(_ totals: GroupedTotals) {
        self.totals = Dictionary(totals.groups.map { ($0.heading, $0.totals) }) { first, _ in first }
    }

    /// A heading, with what is measured below it; nil where there shall be none.
    func header(of heading: SheetHeading) -> String? {
        if heading.text.isEmpty { return nil }
        return totals[heading.text].map { "\(heading.text): \($0)" } ?? heading.text
    }
}

/// A line of the list, as it is shown: what its row says, and where it stands.
struct ListedLine: Identifiable, Equatable, Sendable {
    let line: SheetLine
    let mark: String?

    var id: Annotation.ID { line.id }

    /// The row, made when it is read. It is dim where it is shown only for what answers it.
    var row: ListRow {
        ListRow(
            line.annotation,
            line.thread.columns,
            isElsewhere: isElsewhere,
            mark: mark,
            isVisible: line.isVisible
        )
    }

    private var isElsewhere: Bool {
        line.annotation.answer.map { line.thread.rows[$0.parent].annotation.page != line.annotation.page } ?? false
    }

    /// Whether the same is shown, also where another annotation of the thread has changed.
    static func == (left: ListedLine, right: ListedLine) -> Bool {
        left.line.thread.rows[left.line.position] == right.line.thread.rows[right.line.position]
            && left.mark == right.mark && left.line.isVisible == right.line.isVisible
            && left.line.thread.heading == right.line.thread.heading
            && left.line.thread.columns == right.line.thread.columns && left.isElsewhere == right.isElsewhere
    }
}

/// A column of a list, as wide as its widest value, within reason.
struct ColumnOfRows: Equatable, Sendable {
    let column: Column
    private let width: Int

    private static let widest = 18

    /// A column whose widest value takes so much room.
    init(_ column: Column, widest: Int) {
        self.column = column
        width = column == .text ? .max : max(column.rawValue.count, min(Self.widest, widest))
    }

    /// Columns of a list of threads.
    static func all(_ columns: Observable<[Column]>, in threads: LiveView<SheetThread>) -> Observable<[ColumnOfRows]> {
        columns.flatMapLatest { columns in
            if columns.isEmpty { return Observable([]) }
            return combine(
                columns.map { column in
                    if column == .text { return Observable(ColumnOfRows(column, widest: 0)) }
                    return threads.max { thread in column.width(of: thread.rows.lazy.map(\.annotation)) }
                        .map { ColumnOfRows(column, widest: $0 ?? 0) }
                }
            )
        }.removeDuplicates()
    }

    func cell(_ annotation: Annotation) -> String {
        let value = column.value(of: annotation).oneLine
        return width == .max ? value : TerminalText(value).fitted(to: width)
    }
}

extension Column {
    /// How much room the widest value takes.
    func width(of annotations: some Sequence<Annotation>) -> Int {
        annotations.reduce(0) { max($0, TerminalText(value(of: $1).oneLine).columns) }
    }
}

extension ListRow {
    /// Who says what, how it is drawn, and what became of it; or the columns that were chosen.
    ///
    /// - Parameters:
    ///   - isElsewhere: Whether it stands on another page than what it answers, and so below another heading.
    ///   - mark: What is to be said of edits of it.
    ///   - isVisible: Whether the query leaves it. It is dim where it does not.
    init(_ annotation: Annotation, _ columns: [ColumnOfRows], isElsewhere: Bool, mark: String?, isVisible: Bool = true)
    {
        let page = isElsewhere ? "p. \(annotation.pageLabel), " : ""
        let author = annotation.author ?? FilterGroup.author.nameOfMissing
        let text = annotation.text.isEmpty ? annotation.subject ?? "" : annotation.text
        let sentence = "\(page)\(author), \(annotation.kindName): \(text)"
        let title = columns.isEmpty ? sentence : columns.map { $0.cell(annotation) }.joined(separator: "  ")
        let outcome = [annotation.status?.rawValue.oneLine, annotation.isMarked ? "marked" : nil, mark]
            .compactMap(\.self)
        self.init(
            annotation.id,
            "\(annotation.answer == nil ? "" : "↳ ")\(title)".oneLine,
            accessory: outcome.isEmpty ? .none : .badge(outcome.joined(separator: ", ")),
            isEnabled: isVisible,
            indentation: annotation.answer?.depth ?? 0,
            swatch: annotation.color?.rgb
        )
    }
}

/// What the row of an annotation says of edits of it.
struct EditMark: Identifiable, Equatable, Sendable {
    let id: Annotation.ID
    var text: String
}

extension SheetEdits {
    /// For each annotation that is edited, what its row says of that. Cost: O(edits).
    var marks: Table<EditMark> {
        var marks: Table<EditMark> = []
        for edit in table {
            let id = edit.replyText == nil ? edit.annotation : edit.id
            if !marks.contains(id: id) { marks.append(EditMark(id: id, text: "not saved")) }
            if case .conflict = problems[edit.id] { marks[id: id]?.text = "conflict" }
        }
        return marks
    }
}
