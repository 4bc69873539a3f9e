import Foundation

/// When something is to be done, as a user thinks of it.
public enum UpcomingSection: String, CaseIterable, Codable, Sendable {
    case overdue, today, tomorrow, laterThisWeek, nextWeek, later

    /// The section of what is due then. What is due at no time comes last.
    ///
    /// A day is overdue when it is over, and a moment when it has come.
    public init(of due: Due?, at present: Present) {
        let today = present.today
        let nextWeek = today.startOfWeek(beginningWith: present.firstWeekday).adding(7)
        guard let due else {
            self = .later
            return
        }
        let day = due.day(in: present.timeZone)
        if case .moment(let moment) = due, moment <= present.date {
            self = .overdue
        } else if day < today {
            self = .overdue
        } else if day == today {
            self = .today
        } else if day == today.adding(1) {
            self = .tomorrow
        } else if day < nextWeek {
            self = .laterThisWeek
        } else {
            self = day < nextWeek.adding(7) ? .nextWeek : .later
        }
    }

    /// What it is called.
    public var title: String {
        switch self {
        case .overdue: "Overdue"
        case .today: "Today"
        case .tomorrow: "Tomorrow"
        case .laterThisWeek: "Later this week"
        case .nextWeek: "Next week"
        case .later: "Later"
        }
    }
}

/// A section with what is in it: never nothing.
public struct UpcomingItems: Hashable, Sendable {
    /// The section.
    public let section: UpcomingSection
    /// Its items, in order.
    public let items: [ToDoItem]
}

/// The use case "upcoming": what is not finished, by the time when it is to be done.
///
/// In a section the order is that of the days, on a day that of the times, and then that in which the items were added.
public func upcoming(_ items: some Sequence<ToDoItem>, at present: Present) -> [UpcomingItems] {
    let open = items.filter { $0.finished == nil }
    // Places are sorted, since items are large, by what is read from each item once.
    let orders = open.map { DueOrder($0, in: present.timeZone) }
    var sections: [UpcomingSection: [ToDoItem]] = [:]
    for place in open.indices.sorted(by: { orders[$0] < orders[$1] }) {
        sections[UpcomingSection(of: open[place].due, at: present), default: []].append(open[place])
    }
    return UpcomingSection.allCases.compactMap { section in
        sections[section].map { UpcomingItems(section: section, items: $0) }
    }
}

extension Present {
    /// The last moment at which an item came due, or the day began: since then the same is upcoming. O(n).
    func sinceLastDue(of items: some Sequence<ToDoItem>) -> Present {
        var last = min(today.moment(minutes: 0, in: timeZone), date)
        for item in items {
            if case .moment(let due) = item.due, due <= date { last = max(last, due) }
        }
        return Present(last, in: timeZone, firstWeekday: firstWeekday)
    }
}

/// What is finished, the last first.
public func finished(_ items: some Sequence<ToDoItem>) -> [ToDoItem] {
    items.filter { $0.finished != nil }.sorted { one, other in
        (one.finished ?? .distantPast, one.id) > (other.finished ?? .distantPast, other.id)
    }
}

/// By day; what is due on the whole day before what has a time; what is due at no time last.
private struct DueOrder: Comparable {
    let day: Int
    let time: Double
    let created: Date
    let id: String

    init(_ item: ToDoItem, in timeZone: TimeZone) {
        day = item.due?.day(in: timeZone).number ?? .max
        time = if case .moment(let moment) = item.due { moment.timeIntervalSince1970 } else { -.infinity }
        (created, id) = (item.created, item.id)
    }

    static func < (one: DueOrder, other: DueOrder) -> Bool {
        (one.day, one.time, one.created, one.id) < (other.day, other.time, other.created, other.id)
    }
}
