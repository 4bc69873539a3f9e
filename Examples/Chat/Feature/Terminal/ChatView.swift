import Foundation
import Millrace
import MillraceTerminal

/// What the screen shows, as a value.
public struct ChatView: Equatable, Sendable {
    /// The rooms in the list.
    public var rooms = Rows<RoomRow>()
    /// The names of the people after whom rooms in the list are called.
    public var names = Names()
    /// The room that is shown.
    public var selected: String?
    /// The room as it is shown; nil where none is.
    public var room: RoomView?
    /// What is shown in its place; nil for the room itself.
    public var page: ChatPage?
    /// What is asked, such as the room to join; nil for nothing.
    public var asked: ChatPlace?
    /// The search for the message of a link.
    public var finding: EventSearch?
    /// Whether a room is being joined or left.
    public var isChangingMembership = false
    /// The room that the user has joined meanwhile, and that is not shown since a message was being written.
    public var arrived: String?
    /// Whether the room of the route is none that the user is in, or is invited to.
    public var isGone = false
    /// What is known of the image of the page; nil where none is fetched.
    public var image: ImageStatus?
    /// How much is unread in all rooms.
    public var badge = Badge()
    /// What could not be read of what was saved.
    public var damage: String?
    /// What is wrong, or going on, with the homeserver.
    public var status: String?
    /// The user whose password is asked for; nil while somebody is signed in.
    public var passwordOf: String?
    /// The text by which the list is searched; nil while it is not.
    public var search: String?
    /// The time zone in which times are shown.
    public var timeZone = TimeZone.autoupdatingCurrent
}

extension Chat {
    /// What the screen shows at the place where the user is.
    func view() -> Observable<ChatView> {
        let (selected, isSearching) = (route.state.select(\.room), route.state.select(\.isSearching))
        let asked = route.state.select(\.question)
        let room = selected.flatMapLatest { id in id.map { self.view(of: $0) } ?? Observable(nil) }
        let query = combine(search, isSearching).map { text, isSearching in isSearching ? text : nil }
        let state = combine(session.state, rooms.state.select(\.status), rooms.state.select(\.departures))
        let lines = combine(list.observable, titleNames)
        let shown = combine(selected, room, page(over: room), image.state.select { $0?.status })
        let timeZone = services.timeZone
        let going = combine(asked, rooms.state.select(\.search), memberships.state.removeDuplicates(), damage)
        return combine(lines, shown, going, badge, state, query).map { lines, shown, going, badge, state, query in
            let (session, sync, departures) = state
            var view = ChatView(rooms: lines.0, names: lines.1, selected: shown.0, room: shown.1, page: shown.2)
            (view.image, view.badge, view.search, view.timeZone) = (shown.3, badge, query, timeZone)
            (view.asked, view.finding, view.isChangingMembership) = (going.0, going.1, going.2.isBusy)
            if let selected = shown.0, shown.1 == nil, sync == .upToDate {
                view.isGone = true
                view.page = .gone(departures[selected] ?? Departure())
            }
            view.damage = going.3
            view.arrived = going.2.arrived?.room
                .map { room in view.rooms.first { $0.id == room }?.title(view.names) ?? room }
            (view.status, view.passwordOf) = (sync.words ?? going.2.problem, nil)
            if case .signedOut(let problem?, let user) = session {
                (view.status, view.passwordOf) = (problem.message, going.0 == .quit ? nil : user)
            }
            return view
        }
        .removeDuplicates()
    }
}

extension Chat {
    /// The person or the image that is shown in place of the room.
    private func page(over room: Observable<RoomView?>) -> Observable<ChatPage?> {
        let person = route.state.select(\.person).flatMapLatest { user -> Observable<ChatPage?> in
            guard let user else { return Observable(nil) }
            return self.person(user).map { .person($0) }
        }
        return combine(person, route.state.select(\.image), room).map { person, event, room in
            guard let event else { return person }
            guard case .message(let message, _) = room?.rows.first(where: { $0.id == event })?.content,
                case .image(let image) = message.kind
            else { return nil }
            return .image(image, name: message.body)
        }
    }
}

extension SyncStatus {
    /// What the screen says; nil while all is well.
    fileprivate var words: String? {
        switch self {
        case .off, .upToDate: nil
        case .starting(0): "Fetching the rooms…"
        case .starting(let bytes): "Fetching the rooms… \(bytes.inBytes)"
        case .failing(let problem): problem
        }
    }
}
