import MillraceApp

/// A screen, by what it shows. Where the user is, is a route of these.
public enum ToDoPlace: Hashable, Codable, Sendable {
    /// What is upcoming.
    case list
    /// The form for a new item, over the list.
    case add
    /// The form for an item, over the list.
    case detail(ToDoItem.ID)

    /// What the form of the screen is for; nil for a screen without one.
    var subject: FormSubject? {
        switch self {
        case .list: nil
        case .add: .new
        case .detail(let id): .item(id)
        }
    }
}

/// The action that goes from one screen to another.
public typealias Go = Navigate<ToDoPlace>

/// What a form is for.
public enum FormSubject: Hashable, Sendable {
    /// An item that is not there yet.
    case new
    /// One that is.
    case item(ToDoItem.ID)
}
