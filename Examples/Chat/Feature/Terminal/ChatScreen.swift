import Foundation
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
    /// The same on the terminal.
    let messages: RoomMessages
    /// What is to be seen of the rest, in the turns of the rows of the list.
    private let followed = Variable(ChatView())
    /// How many lines of the page over the room are above the screen.
    private let pageLine = Variable(0)
    let field = Variable(TerminalTextField())
    private let help = Variable<Int?>(nil)
    /// The search whose event is chosen when it is found.
    private var shownSearch: EventSearch?
    /// The event that is chosen as soon as the list has it.
    var awaited: String?
    /// The room in which the user has done something since it is shown.
    private var attended: String?
    /// The room that was joined, and is shown, or left aside since somebody was writing.
    private var noted: MembershipsState.JoinedRoom?
    /// The room that the user leaves here.
    var isLeaving: String?
    /// What was written in rooms that are none of the user's any more.
    private var goneDrafts: [String: String] = [:]
    /// What was entered last.
    private var place: RoutePart?
    private let bindings = SubscriptionBag()

    /// Draws what a key has changed, whatever the pace.
    private var drawNow = {}

    /// What is to be seen, now and after each change. What the user does is there at once; what else happens is there at
    /// most once a `pace`, however much that is.
    public let canvas: Observable<TerminalCanvas>

    /// A screen that shows the room in which something has happened last, as soon as there is one, unless something is
    /// written meanwhile.
    ///
    /// - Parameters:
    ///   - clock: Where the chat belongs. It measures the pace.
    ///   - pace: The shortest time between two pictures.
    ///   - images: How the terminal shows images. If it does not, none are fetched.
    public init(
        of chat: Chat,
        size: Observable<TerminalSize>,
        on clock: some Scheduler,
        pace: Duration = .milliseconds(33),
        images: TerminalImageFormat? = nil
    ) {
        (self.chat, self.size) = (chat, size)
        view = chat.view()
        list = MessageList(view.map { Table($0.room?.rows ?? [], uniquingIDsWith: { $1 }) }.live())
        let region = combine(followed, size, field.select(\.lineCount)).map { $0.messageRegion(of: $1, fieldLines: $2) }
        messages = RoomMessages(list.rows, in: followed, size: region.select(\.size))
        // The list is told of its rows in a turn of its own: what is drawn beside it waits for that.
        let shown = Variable(followed.value)
        followed.bind(to: shown).store(in: bindings)
        let changes = combine(shown, messages.list, pageLine)
        var paced = changes
        if pace > .zero {
            let drawn = Variable(changes.value)
            changes.throttle(for: pace, on: clock).bind(to: drawn).store(in: bindings)
            (paced, drawNow) = (drawn, { drawn.value = changes.value })
        }
        let overlay = images.map { [view, field] format in
            combine(view, size, field.select(\.lineCount)).map { $0.overlay(in: $1, fieldLines: $2, as: format) }
        }
        canvas = Observable { [field, help, paced] read in
            if let help = read(help) { return ChatKeys.page(read(size), firstLine: help).canvas }
            let (view, messages, pageLine) = read(paced)
            var canvas = view.canvas(size: read(size), field: read(field), messages: messages, pageLine: pageLine)
            canvas.overlay = overlay.flatMap { read($0) }
            return canvas
        }
        if let images {
            view.select { $0.page?.address }
                .observe(for: self) { $0.chat.dispatcher.dispatch(ShowImage(address: $1, format: images)) }
        }
        view.observe(for: self) { screen, view in screen.follow(view) }
        list.rows.observe(for: self) { screen, _ in screen.chooseAwaited() }
        combine(chat.route.state.select { RoutePart($0) }, view.select { $0.passwordOf != nil })
            .observe(for: self) { screen, _ in screen.enter(screen.chat.route.state.value) }
    }

    /// Does what a key says.
    public func press(_ key: TerminalKey) -> TerminalApplication.Continuation {
        defer { drawNow() }
        if let line = help.value {
            help.value = ChatKeys.page(size.value, firstLine: line).firstLine(after: key)
            return .goOn
        }
        let isEmpty = field.value.text.isEmpty
        var command = ChatKeys.command(for: key)
        // A letter is a command where nothing else can be meant.
        let isChosen = messages.chosen != nil && writesMessage
        if case .character = key, !isEmpty || command != .help && !isChosen { command = nil }
        // Who searches the list is not in the room, until enter ends that.
        let isInRoom = route.question == nil || command == .enter && route.isSearching
        defer { if isInRoom, command?.isAboutRoom ?? true { attend() } }
        switch command {
        case .help: help.value = 0
        case .up: if !moveInText(key) { select(-1) }
        case .down: if !moveInText(key) { select(1) }
        case .scrollUp: scroll(by: 1)
        case .scrollDown: scroll(by: -1)
        case .older: choose(-1)
        case .newer: choose(1)
        case .enter: return enter()
        case .search: ask(.search)
        case .attach: if view.value.room?.isWritable == true { ask(.attach) }
        case .join: ask(.join(view.value.room?.successor ?? "", event: nil))
        case .accept: acceptInvitation()
        case .leave: if let room = view.value.room { ask(.leave(room.id)) }
        case .person: showPerson()
        case .image: showImage()
        case .resend: if let room = route.room { chat.dispatcher.dispatch(Resend(room: room)) }
        case .discard: if let room = route.room { chat.dispatcher.dispatch(Discard(room: room)) }
        case .delete: askToDelete()
        case .reply: beginReply()
        case .edit: beginEdit()
        case .react: askForReaction()
        case .back: return goBack()
        case nil: type(key)
        }
        return .goOn
    }

    // MARK: What follows from what is shown

    /// Shows what there is to be shown, and tells the homeserver what is read.
    private func follow(_ view: ChatView) {
        followed.value = view
        if view.page == nil, pageLine.value > 0 { pageLine.value = 0 }
        selectFirst()
        if view.isGone {
            if let room = view.selected, route.question == nil { goneDrafts[room] = field.value.text }
            if view.selected == isLeaving, field.value.text.isEmpty { leaveGoneRoom() }
        }
        showArrived()
        if let search = view.finding, search.status == .found, search != shownSearch {
            awaited = search.event
            chooseAwaited()
        }
        shownSearch = view.finding
        // Who looks for a message far above does not see the end.
        let isLooking = awaited != nil || view.finding?.status == .looking
        let isAtEnd = messages.isAtEnd && view.page == nil && !isLooking
        if let room = view.room {
            chat.dispatcher.dispatch(RoomSeen(room: room.id, isAtEnd: isAtEnd, isRead: room.id == attended))
        }
    }

    /// Selects a room where none is. Nothing is selected by itself while somebody writes: the rest of the line would
    /// go there.
    private func selectFirst() {
        let view = view.value
        guard view.selected == nil, route.tabs[0].pushed.isEmpty, field.value.text.isEmpty,
            let first = view.rooms.first(where: { !$0.isInvitation })
        else { return }
        // A link may lead elsewhere in the same turn.
        chat.dispatcher.dispatch(Go.push(.room(first.id), from: .rooms))
    }

    /// Shows the room that was joined, unless somebody writes in another one.
    private func showArrived() {
        let former = noted
        noted = chat.memberships.state.value.arrived
        guard let room = noted?.room, noted != former, field.value.text.isEmpty, route.question == nil else { return }
        chat.dispatcher.dispatch(Go.show(.room(room, at: noted?.event)))
    }

    /// Leaves the page of a room that is gone.
    func leaveGoneRoom() {
        isLeaving = nil
        field.value = TerminalTextField()
        chat.dispatcher.dispatch(Go.show(Route(.rooms)))
    }

    /// The user does something in the room that is shown. From then on its end counts as read when it is seen; who only
    /// looks through the list, or starts the program, has read nothing.
    private func attend() {
        guard let room = view.value.room else { return }
        attended = room.id
        follow(view.value)
    }

    var route: Route<ChatPlace> { chat.route.state.value }

    /// Puts into the field what is written at a place.
    private func enter(_ route: Route<ChatPlace>) {
        if place?.room != route.room || place?.event != route.event {
            if route.event == nil {
                messages.goToEnd()
                awaited = nil
            }
        }
        if attended != route.room { attended = nil }
        place = RoutePart(route)
        let text =
            switch route.question {
            case .search: chat.search.value
            case .join(let room, _): room
            case .attach, .leave, .delete, .react, .quit: ""
            default: view.value.passwordOf == nil ? draft(of: route.room) : ""
            }
        field.value = TerminalTextField(text, allowsLineBreaks: writesMessage)
        selectFirst()
    }

    /// What is written in a room; also in one that was left meanwhile, or before any was there.
    private func draft(of room: String?) -> String {
        guard let room else { return "" }
        let draft = chat.conversations[room]?.state.value.draft ?? ""
        return draft.isEmpty ? goneDrafts[room] ?? "" : draft
    }

    private func select(_ step: Int) {
        let rooms = view.value.rooms
        guard !rooms.isEmpty else { return }
        let index = rooms.firstIndex { $0.id == view.value.selected } ?? (step > 0 ? -1 : rooms.count)
        // What is presented, such as the search, stays.
        let room = rooms[min(max(index + step, 0), rooms.count - 1)].id
        var next = Route<ChatPlace>.room(room)
        if route.isSearching { next.present(.search) }
        let text = field.value.text
        if route.room == nil, route.question == nil, !text.isEmpty, draft(of: room).isEmpty {
            chat.conversations.dispatch(Draft(text: text), to: room)
        }
        chat.dispatcher.dispatch(Go.show(next))
    }

    /// Scrolls by most of a screen, up or down.
    private func scroll(by screens: Int) {
        if let page = view.value.page { return scroll(page, by: screens) }
        guard let room = view.value.room else { return }
        messages.scroll(by: -screens * max(1, height - 2))
        if screens > 0 { fillNearTop(of: room) }
    }

    private func scroll(_ page: ChatPage, by screens: Int) {
        let line = pageLine.value - screens * max(1, height - 2)
        pageLine.value = max(0, min(line, page.lines(view.value.image).count - height))
    }

    /// How many lines there are for the messages.
    private var height: Int { view.value.messageRegion(of: size.value, fieldLines: field.value.lineCount).size.rows }

    /// Fetches what is missing where the top is near.
    func fillNearTop(of room: RoomView) {
        let first = messages.seen.lowerBound
        if list.rows.value.prefix(first + 10).contains(where: { $0.content == .gap }) || first == 0 {
            chat.fillLastGap(of: room.id)
        }
    }

    // MARK: The text field

    /// Whether what is typed is a message, which may have several lines.
    private var writesMessage: Bool { view.value.passwordOf == nil && route.question == nil }

    /// Moves the cursor to another line. Returns whether there is one.
    private func moveInText(_ key: TerminalKey) -> Bool { field.update { $0.press(key) } }

    private func type(_ key: TerminalKey) {
        field.update { _ = $0.press(key) }
        let text = field.value.text
        if route.isSearching {
            chat.search.value = text
        } else if writesMessage {
            if view.value.isGone, let room = route.room { goneDrafts[room] = text } else { tell(Draft(text: text)) }
        }
    }

    private func enter() -> TerminalApplication.Continuation {
        let text = field.value.text
        if let user = view.value.passwordOf {
            field.value = TerminalTextField()
            if !text.isEmpty { chat.dispatcher.dispatch(SignIn(user: user, password: Secret(text))) }
        } else if let question = route.question {
            return answer(question, text)
        } else if let room = view.value.room, room.isWritable, text.contains(where: { !$0.isWhitespace }) {
            goneDrafts[room.id] = nil
            post(text.trimmingCharacters(in: .newlines), for: room.purpose, to: room.id)
            field.value = TerminalTextField(draft(of: room.id), allowsLineBreaks: true)
        }
        return .goOn
    }

    private func post(_ text: String, for purpose: Conversation.Purpose?, to room: String) {
        switch purpose {
        case .edit(let message, _):
            chat.edit(message, text, in: room)
            return
        case .reply(let message): chat.reply(text, to: message, in: room)
        case nil: chat.send(text, to: room)
        }
        messages.goToEnd()
    }

    func tell(_ action: some Action) {
        if let room = route.room { chat.conversations.dispatch(action, to: room) }
    }

    /// Asks whether to delete the message that is chosen, or the last one of one's own.
    private func askToDelete() {
        if let own = lastOwn(where: { $0.delivery == .told }) { ask(.delete(own.id)) }
    }

    /// The message that is chosen, if it is one's own and fit, or the last one of these.
    func lastOwn(where isFit: (MessageRow) -> Bool) -> MessageRow? {
        guard view.value.room != nil, let user = chat.session.state.value.account?.user else { return nil }
        return list.rows.value.last { row in
            row.message != nil && row.sender == user && isFit(row) && row.id == (messages.chosen ?? row.id)
        }
    }
}

/// What of the route the text field depends on.
private struct RoutePart: Equatable {
    let room: String?
    let event: String?
    let question: ChatPlace?

    init(_ route: Route<ChatPlace>) { (room, event, question) = (route.room, route.event, route.question) }
}
