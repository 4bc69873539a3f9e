import Foundation

/// The use case "postpone", to another day or moment, or to none.
public func postpone(_ item: ToDoItem, to due: Due?) -> EditItem { EditItem(id: item.id, edits: [.due(due)]) }

/// The use case "postpone", by days: from the day on which it is due, or from today if that is over or if there is none.
/// It keeps its time of the day.
public func postpone(_ item: ToDoItem, by days: Int, at present: Present) -> EditItem {
    let zone = present.timeZone
    let day = max(item.due?.day(in: zone) ?? present.today, present.today).adding(days)
    guard let minutes = item.due?.minutes(in: zone) else { return postpone(item, to: .day(day)) }
    return postpone(item, to: .moment(day.moment(minutes: minutes, in: zone)))
}
