import Foundation
import Millrace

/// What the list shows, as a value.
public struct ListView: Equatable, Sendable {
    /// The day, and what is looked for: "Sat 28 Nov", "Sat 28 Nov: paint".
    public let title: String
    /// How much there is: "9 to do, 2 overdue".
    public let summary: String
    /// The sections, and in the order of their times the items.
    public let list: ListModel<ListRow>

    /// What is shown of some items.
    public init(of items: some Sequence<ToDoItem>, _ options: ListOptions, at present: Present) {
        let found = items.filter { $0.contains(options.filter) }
        let upcoming = upcoming(found, at: present)
        let day = present.today.text(at: present)
        title = options.filter.isEmpty ? day : "\(day): \(options.filter)"
        summary = Self.summary(upcoming)
        var sections = upcoming.map { section in
            ListSection(
                section.section.rawValue,
                header: "\(section.section.title) (\(section.items.count))",
                rows: section.items.map { ListRow($0, in: section.section, at: present) }
            )
        }
        if options.showsFinished {
            let rows = finished(found).map { ListRow($0, in: nil, at: present) }
            if !rows.isEmpty {
                sections.append(ListSection("finished", header: "Finished (\(rows.count))", rows: rows))
            }
        }
        if sections.isEmpty {
            let text =
                options.filter.isEmpty ? "Nothing is to be done. Press a to add something." : "Nothing has this text."
            sections = [ListSection("nothing", footer: text)]
        }
        list = ListModel(sections: sections)
    }

    private static func summary(_ upcoming: [UpcomingItems]) -> String {
        let count = upcoming.map(\.items.count).reduce(0, +)
        let overdue = upcoming.first { $0.section == .overdue }?.items.count ?? 0
        return overdue > 0 ? "\(count) to do, \(overdue) overdue" : "\(count) to do"
    }
}

extension ToDoItem {
    /// Whether its title or its notes contain a text, whatever the case and the accents are.
    func contains(_ text: String) -> Bool {
        text.isEmpty || [title, notes].contains { $0.localizedStandardContains(text) }
    }
}

extension ListRow {
    /// A row for an item. What is overdue has a red mark.
    ///
    /// - Parameter section: Its section; nil for one that is finished.
    init(_ item: ToDoItem, in section: UpcomingSection?, at present: Present) {
        let due: String? =
            switch section {
            case .today, .tomorrow: item.due?.time(in: present.timeZone)
            default: item.due?.text(at: present)
            }
        self.init(
            item.id,
            item.title,
            detail: section == nil
                ? item.finished.map { "finished \(Day(of: $0, in: present.timeZone).text(at: present))" }
                : item.times(due),
            accessory: item.notes.isEmpty ? .none : .badge("…"),
            isSelected: section == nil,
            isEnabled: section != nil,
            swatch: section == .overdue ? RGBColor(red: 220, green: 50, blue: 47) : nil
        )
    }
}

extension ToDoItem {
    /// When it is due and how it recurs: "Tue 1 Dec, every week"; nil where neither is said.
    ///
    /// - Parameter due: When it is due, as it is shown.
    func times(_ due: String?) -> String? {
        let parts = [due, recurrence].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
