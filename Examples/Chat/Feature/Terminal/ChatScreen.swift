import Millrace
import MillraceApp
import MillraceNetwork
import MillraceTerminal

/// The chat on a terminal. What is written goes into the room's conversation; what is only a matter of the screen, such as
/// the cursor and how far it is scrolled, stays here.
public final class ChatScreen {
    private let chat: Chat
    private let size: Observable<TerminalSize>
    private let view: Observable<ChatView>
    /// The messages of the room that is shown.
    public let list: MessageList
    /// What is drawn, in the same turn as the list.
    private let shown = Variable(ChatView())
    private let field = Variable(TerminalTextField())
    private let help = Variable<Int?>(nil)

    /// What is to be seen, now and after each change. What the user types is there at once; what else happens is there at
    /// most once a `pace`, however much that is.
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
        let changes = combine(shown, list.content)
        let paced = pace > .zero ? changes.throttle(for: pace, on: clock) : changes
        canvas = combine(paced, field, size, help).map { shown, field, size, help in
            var (view, content) = shown
            view.room?.rows = content.rows
            return help.map { ChatKeys.page(size, firstLine: $0).canvas }
                ?? view.canvas(size: size, field: field, scroll: content.scroll)
        }
        if hasPictures {
            combine(view, list.content, size)
                .map { view, content, size in view.imageAddresses(content.scroll, rows: size.rows) }
                .removeDuplicates()
                .observe(for: self) { screen, addresses in screen.chat.dispatcher.dispatch(ShowImages(addresses)) }
        }
        view.observe(for: self) { screen, view in screen.follow(view) }
        chat.route.state.select { [$0.room, $0.isSearching ? "search" : nil] }
            .observe(for: self) { screen, _ in screen.enter(screen.chat.route.state.value) }
    }

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
        case .enter: enter()
        case .search: toggleSearch()
        case .resend: tell(Resend())
        case .discard: tell(Discard())
        case .delete: deleteLast()
        case .back:
            guard route.isSearching else { return .quit }
            toggleSearch()
        case .help, nil: type(key)
        }
        return .goOn
    }

    // MARK: What follows from what is shown

    /// Selects a room where none is, and tells the homeserver what is seen.
    private func follow(_ view: ChatView) {
        shown.value = view
        if view.selected == nil, let first = view.rooms.first(where: { !$0.isInvitation }) {
            // A link may lead elsewhere in the same turn.
            chat.dispatcher.dispatch(Go.push(.room(first.id), from: .rooms))
        }
        if let room = view.room, list.content.value.scroll == 0 { chat.dispatcher.dispatch(RoomSeen(room: room.id)) }
    }

    private var route: Route<ChatPlace> { chat.route.state.value }

    /// Shows a room. What is presented, such as the search, stays.
    private func go(to room: String) {
        var next = Route<ChatPlace>(.rooms, .room(room))
        if route.isSearching { next.present(.search) }
        chat.dispatcher.dispatch(Go.show(next))
    }

    /// Puts into the field what is written at a place.
    private func enter(_ route: Route<ChatPlace>) {
        list.scroll(to: 0)
        let draft = route.room.flatMap { chat.conversations[$0]?.state.value.draft } ?? ""
        field.value = TerminalTextField(route.isSearching ? chat.search.value : draft)
    }

    private func select(_ step: Int) {
        let (rooms, count) = (view.value.rooms, view.value.rooms.joinedCount)
        guard count > 0 else { return }
        let position = rooms.position(of: view.value.selected) ?? (step > 0 ? -1 : count)
        go(to: rooms[min(max(position + step, 0), count - 1)].id)
    }

    private func scroll(by rows: Int) {
        guard let room = view.value.room else { return }
        list.scroll(to: list.content.value.scroll + rows)
        // Where the top is near, what is missing is fetched.
        let reach = room.rows.count - list.content.value.scroll - size.value.rows
        if rows > 0, room.rows.prefix(max(1, reach + 10)).contains(where: { $0.content == .gap }) || reach <= 0 {
            chat.fillLastGap(of: room.id)
        }
    }

    // MARK: The text field

    private func type(_ key: TerminalKey) {
        field.update { _ = $0.press(key) }
        let text = field.value.text
        if route.isSearching {
            chat.search.value = text
        } else if view.value.passwordOf == nil {
            tell(Draft(text: text))
        }
    }

    private func enter() {
        let text = field.value.text
        if let user = view.value.passwordOf {
            field.value = TerminalTextField()
            if !text.isEmpty { chat.dispatcher.dispatch(SignIn(user: user, password: Secret(text))) }
        } else if route.isSearching {
            toggleSearch()
        } else if let room = route.room, text.contains(where: { !$0.isWhitespace }) {
            field.value = TerminalTextField()
            list.scroll(to: 0)
            chat.send(text, to: room)
        }
    }

    private func toggleSearch() {
        chat.search.value = ""
        chat.dispatcher.dispatch(route.isSearching ? Go.dismiss() : Go.present(.search))
    }

    private func tell(_ action: some Action) {
        if let room = route.room { chat.conversations.dispatch(action, to: room) }
    }

    /// Deletes the last message of one's own.
    private func deleteLast() {
        guard let room = view.value.room, let user = chat.session.state.value.account?.user else { return }
        let own = list.content.value.rows.last { row in
            guard case .message = row.content else { return false }
            return row.sender == user && row.delivery == .told
        }
        if let own { list.delete(own.id) { chat.redact(own.id, in: room.id) } }
    }
}
