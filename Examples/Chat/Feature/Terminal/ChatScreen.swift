import Millrace
import MillraceApp
import MillraceNetwork
import MillraceTerminal

/// The chat on a terminal. What is written goes into the room's conversation; what is only a matter of the screen, such
/// as the cursor and how far it is scrolled, stays here.
public final class ChatScreen {
    let chat: Chat
    let size: Observable<TerminalSize>
    let view: Observable<ChatView>
    /// The messages of the room that is shown.
    public let list: MessageList
    /// What is drawn, in the same turn as the list.
    private let shown = Variable(ChatView())
    let field = Variable(TerminalTextField())
    private let help = Variable<Int?>(nil)
    /// The search whose event is chosen when it is found.
    private var shownSearch: EventSearch?
    /// The event that is chosen as soon as the list has it.
    var awaited: String?

    /// What is to be seen, now and after each change. What the user types is there at once; what else happens is there
    /// at most once a `pace`, however much that is.
    public let canvas: Observable<TerminalCanvas>

    /// A screen that shows the room in which something has happened last, as soon as there is one.
    ///
    /// - Parameters:
    ///   - clock: Where the chat belongs. It measures the pace.
    ///   - pace: The shortest time between two pictures.
    ///   - hasPictures: Whether images are drawn, which takes a terminal with 24-bit colours. If not, none are fetched.
    public init(
        of chat: Chat,
        size: Observable<TerminalSize>,
        on clock: some Scheduler,
        pace: Duration = .milliseconds(33),
        hasPictures: Bool = false
    ) {
        (self.chat, self.size) = (chat, size)
        view = chat.view()
        list = MessageList(view.map { Table($0.room?.rows ?? [], uniquingIDsWith: { $1 }) }.live())
        let changes = combine(shown, list.rows, list.position)
        let paced = pace > .zero ? changes.throttle(for: pace, on: clock) : changes
        canvas = combine(paced, field, size, help).map { shown, field, size, help in
            var (view, rows, position) = shown
            view.room?.rows = rows
            return help.map { ChatKeys.page(size, firstLine: $0).canvas }
                ?? view.canvas(size: size, field: field, position: position)
        }
        if hasPictures {
            combine(view, list.position, size).map { $0.imageAddresses($1.scroll, rows: $2.rows) }
                .removeDuplicates()
                .observe(for: self) { screen, addresses in screen.chat.dispatcher.dispatch(ShowImages(addresses)) }
        }
        view.observe(for: self) { screen, view in screen.follow(view) }
        list.rows.observe(for: self) { screen, _ in screen.chooseAwaited() }
        chat.route.state.select { RoutePart($0) }
            .observe(for: self) { screen, _ in screen.enter(screen.chat.route.state.value) }
    }

    /// How many rows the room is scrolled up, and which message is chosen.
    var position: Variable<RoomPosition> { list.position }

    /// Does what a key says.
    public func press(_ key: TerminalKey) -> TerminalApplication.Continuation {
        if let line = help.value {
            help.value = ChatKeys.page(size.value, firstLine: line).firstLine(after: key)
            return .goOn
        }
        let isEmpty = field.value.text.isEmpty
        switch ChatKeys.command(for: key) {
        case .help where isEmpty || key != .character("?"): help.value = 0
        case .up: select(-1)
        case .down: select(1)
        case .scrollUp: scroll(by: size.value.rows / 2)
        case .scrollDown: scroll(by: -size.value.rows / 2)
        case .older: choose(-1)
        case .newer: choose(1)
        case .enter: enter()
        case .search: ask(.search)
        case .attach: if view.value.room?.membership == .joined { ask(.attach) }
        case .join: ask(.join("", event: nil))
        case .accept: acceptInvitation()
        case .leave: if let room = route.room { ask(.leave(room)) }
        case .person: showPerson()
        case .image: showImage()
        case .resend: tell(Resend())
        case .discard: tell(Discard())
        case .delete: deleteLast()
        case .back: return goBack()
        case .help, nil: type(key)
        }
        return .goOn
    }

    // MARK: What follows from what is shown

    /// Selects a room where none is, leaves one that is gone, and tells the homeserver what is seen.
    private func follow(_ view: ChatView) {
        shown.value = view
        if view.selected == nil, route.tabs[0].pushed.isEmpty, let first = view.rooms.first(where: { !$0.isInvitation })
        {
            // A link may lead elsewhere in the same turn.
            chat.dispatcher.dispatch(Go.push(.room(first.id), from: .rooms))
        }
        if view.isGone { chat.dispatcher.dispatch(Go.show(Route(.rooms))) }
        if let search = view.finding, search.status == .found, search != shownSearch {
            awaited = search.event
            chooseAwaited()
        }
        shownSearch = view.finding
        // Who looks for a message far above does not see the end.
        let isLooking = awaited != nil || view.finding?.status == .looking
        if let room = view.room, position.value.scroll == 0, view.page == nil, !isLooking {
            chat.dispatcher.dispatch(RoomSeen(room: room.id))
        }
    }

    var route: Route<ChatPlace> { chat.route.state.value }

    /// Puts into the field what is written at a place.
    private func enter(_ route: Route<ChatPlace>) {
        if route.event == nil, route.question == nil { (position.value, awaited) = (RoomPosition(), nil) }
        let draft = route.room.flatMap { chat.conversations[$0]?.state.value.draft } ?? ""
        let text =
            switch route.question {
            case .search: chat.search.value
            case .join(let room, _): room
            case .attach, .leave: ""
            default: draft
            }
        field.value = TerminalTextField(text)
    }

    private func select(_ step: Int) {
        let rooms = view.value.rooms
        guard !rooms.isEmpty else { return }
        let index = rooms.position(of: view.value.selected) ?? (step > 0 ? -1 : rooms.count)
        // What is presented, such as the search, stays.
        var next = Route<ChatPlace>.room(rooms[min(max(index + step, 0), rooms.count - 1)].id)
        if route.isSearching { next.present(.search) }
        chat.dispatcher.dispatch(Go.show(next))
    }

    private func scroll(by rows: Int) {
        guard let room = view.value.room else { return }
        let most = max(0, room.rows.count - 1)
        position.value = RoomPosition(scroll: min(max(0, position.value.scroll + rows), most))
        if rows > 0 { fillNearTop(of: room) }
    }

    /// Fetches what is missing where the top is near.
    func fillNearTop(of room: RoomView) {
        let reach = room.rows.count - position.value.scroll - size.value.rows
        if room.rows.prefix(max(1, reach + 10)).contains(where: { $0.content == .gap }) || reach <= 0 {
            chat.fillLastGap(of: room.id)
        }
    }

    // MARK: The text field

    private func type(_ key: TerminalKey) {
        field.update { _ = $0.press(key) }
        let text = field.value.text
        if route.isSearching {
            chat.search.value = text
        } else if view.value.passwordOf == nil, route.question == nil {
            tell(Draft(text: text))
        }
    }

    private func enter() {
        let text = field.value.text
        if let user = view.value.passwordOf {
            field.value = TerminalTextField()
            if !text.isEmpty { chat.dispatcher.dispatch(SignIn(user: user, password: Secret(text))) }
        } else if let question = route.question {
            answer(question, text)
        } else if let room = view.value.room, room.membership == .joined, text.contains(where: { !$0.isWhitespace }) {
            field.value = TerminalTextField()
            position.value = RoomPosition()
            chat.send(text, to: room.id)
        }
    }

    func tell(_ action: some Action) {
        if let room = route.room { chat.conversations.dispatch(action, to: room) }
    }

    /// Deletes the message that is chosen, or the last one of one's own.
    private func deleteLast() {
        guard let room = view.value.room, let user = chat.session.state.value.account?.user else { return }
        let own = list.rows.value.last { row in
            guard case .message = row.content else { return false }
            return row.sender == user && row.delivery == .told && row.id == (position.value.chosen ?? row.id)
        }
        if let own { list.delete(own.id) { chat.redact(own.id, in: room.id) } }
    }
}

/// What of the route the text field depends on.
private struct RoutePart: Equatable {
    let room: String?
    let event: String?
    let question: ChatPlace?

    init(_ route: Route<ChatPlace>) { (room, event, question) = (route.room, route.event, route.question) }
}
