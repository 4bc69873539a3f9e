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
        let (selected, asked) = (route.state.select(\.room), route.state.select(\.question))
        let isSearching = route.state.select(\.isSearching)
        let (status, departures) = (rooms.state.select(\.status), rooms.state.select(\.departures))
        let (finding, image) = (rooms.state.select(\.search), image.state.select { $0?.status })
        let room = selected.flatMapLatest { id in id.map { self.view(of: $0) } ?? Observable(nil) }
        let (list, page) = (list.observable, page(over: room))
        let (session, memberships, timeZone) = (session.state, memberships.state, services.timeZone)
        return Observable.select { [titleNames, badge, damage, search] read in
            let (status, asked, membership) = (read(status), read(asked), read(memberships))
            var view = ChatView(rooms: read(list), names: read(titleNames), selected: read(selected), room: read(room))
            (view.page, view.image, view.asked, view.finding) = (read(page), read(image), asked, read(finding))
            (view.badge, view.damage, view.timeZone) = (read(badge), read(damage), timeZone)
            view.search = read(isSearching) ? read(search) : nil
            if let selected = view.selected, view.room == nil, status == .upToDate {
                view.isGone = true
                view.page = .gone(read(departures)[selected] ?? Departure())
            }
            view.isChangingMembership = membership.isBusy
            view.arrived = membership.arrived?.room
                .map { room in view.rooms.first { $0.id == room }?.title(view.names) ?? room }
            view.status = status.words ?? membership.problem
            if case .signedOut(let problem?, let user) = read(session) {
                (view.status, view.passwordOf) = (problem.message, asked == .quit ? nil : user)
            }
            return view
        }
    }
}

extension Chat {
    /// The person or the image that is shown in place of the room.
    private func page(over room: Observable<RoomView?>) -> Observable<ChatPage?> {
        let person = route.state.select(\.person).flatMapLatest { user -> Observable<ChatPage?> in
            guard let user else { return Observable(nil) }
            return self.person(user).map { .person($0) }
        }
        let image = route.state.select(\.image)
        return Observable { read in
            guard let event = read(image) else { return read(person) }
            guard case .message(let message, _) = read(room)?.rows.first(where: { $0.id == event })?.content,
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
