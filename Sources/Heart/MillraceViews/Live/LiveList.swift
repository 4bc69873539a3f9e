import MillraceBase
import MillraceData

/// The content of a list whose rows come from a live view: a title and sections, with rows that are read by position.
///
/// It is made and copied in O(1), however many rows there are; a ``ListModel`` has arrays of all rows. It keeps
/// the version of the rows that it was made from alive. ``LiveListRenderer`` shows it.
public struct LiveList<Row: Identifiable & Equatable & Sendable>: Sendable {
    /// A group of rows.
    public struct Section: Sendable, Identifiable {
        /// The identity that makes this section the same one in the next list.
        public let id: String

        /// The text above the rows, if any.
        public let header: String?

        /// The text below the rows, if any: a view model has one, live rows have none.
        @usableFromInline package var footer: String?

        /// The number of rows.
        public let count: Int

        @usableFromInline let read: @Sendable (Int, (Row) -> Bool) -> Void

        /// - Parameter read: Reads the rows from a position on, as ``forEachRow(from:_:)`` does.
        @export(implementation)
        package init(
            id: String,
            header: String?,
            count: Int,
            read: @escaping @Sendable (_ position: Int, _ body: (Row) -> Bool) -> Void
        ) {
            self.id = id
            self.header = header
            self.count = count
            self.read = read
        }

        /// The row at a position, which must exist. O(log n).
        @export(implementation)
        public subscript(position: Int) -> Row {
            var found: Row?
            if 0..<count ~= position {
                read(position) { row in
                    found = row
                    return false
                }
            }
            guard let found else { stopPosition(position, "subscript") }
            return found
        }

        /// Calls a closure with the rows from a position on, in their order, until it returns false: how many rows that
        /// follow each other are read. The position may be that behind the last row. O(log n + rows that are read).
        @export(implementation)
        public func forEachRow(from position: Int = 0, _ body: (Row) -> Bool) {
            if position < 0 || position > count { stopPosition(position, "forEachRow") }
            read(position, body)
        }

        @usableFromInline
        func stopPosition(_ position: Int, _ name: StaticString) -> Never {
            stop(
                """
                LiveList.Section.\(name): position \(position) does not exist, there are \(count) rows. \
                To fix: positions go from 0 to count - 1; read the rows of the list that the changes lead to.
                """
            )
        }
    }

    /// The text above the list, if any.
    public let title: String?

    /// The number of sections.
    public let sectionCount: Int

    @usableFromInline let section: @Sendable (Int) -> Section

    @export(implementation)
    package init(title: String?, sectionCount: Int, _ section: @escaping @Sendable (Int) -> Section) {
        self.title = title
        self.sectionCount = sectionCount
        self.section = section
    }

    /// Creates a list of rows, as a single section without a header. O(1).
    @export(implementation)
    init(title: String? = nil, rows: Rows<Row>) {
        self.init(title: title, sectionCount: 1) { _ in
            Section(id: "", header: nil, count: rows.count) { position, body in rows.forEach(from: position, body) }
        }
    }

    /// Creates a list from rows, as a single section without a header. O(1).
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - rows: The elements of the rows.
    ///   - row: The row for an element. It is called whenever the row is read.
    @export(implementation)
    init<Element: Sendable>(
        title: String? = nil,
        rows: Rows<Element>,
        row: @escaping @Sendable (Element) -> Row
    ) {
        self.init(title: title, sectionCount: 1) { _ in
            Section(id: "", header: nil, count: rows.count) { position, body in
                rows.forEach(from: position) { body(row($0)) }
            }
        }
    }

    /// Creates a list from sections. O(1).
    ///
    /// - Parameters:
    ///   - title: The text above the list.
    ///   - sections: The sections.
    ///   - header: The text above a section. It is called whenever the section is read.
    ///   - row: The row for an element. It is called whenever the row is read.
    @export(implementation)
    init<Group: Hashable & Sendable, Element: Sendable>(
        title: String? = nil,
        sections: Rows<RowSection<Group, Element>>,
        header: @escaping @Sendable (Group) -> String?,
        row: @escaping @Sendable (Element) -> Row
    ) {
        self.init(title: title, sectionCount: sections.count) { position in
            let section = sections[position]
            let rows = section.rows
            return Section(id: "\(section.id)", header: header(section.id), count: rows.count) { position, body in
                rows.forEach(from: position) { body(row($0)) }
            }
        }
    }

    /// A section, which must exist. O(log n) for n sections.
    @export(implementation)
    public subscript(position: Int) -> Section { section(position) }

    /// The row at a path, which must exist. O(log n).
    @export(implementation)
    public subscript(path: RowPath) -> Row { section(path.section)[path.row] }
}
