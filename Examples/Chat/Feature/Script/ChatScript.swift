import Foundation
import Millrace
import MillraceApp
import MillraceNetwork
import MillraceTerminal

/// Does what the lines of a script say, one after the other.
@MainActor
public final class ChatScript<Clock: Scheduler> {
    /// How long a command waits at most, for all that it needs together.
    public var patience: Duration
    /// When the present command gives up.
    private var deadline = Duration.zero
    let chat: Chat
    private let clock: Clock
    /// The words of the answers.
    let answers: ScriptAnswers
    let answer: (String) -> Void
    /// The room that is open.
    private var room: String?

    /// Creates a script.
    ///
    /// - Parameters:
    ///   - patience: How long a command waits at most.
    ///   - clock: Measures that.
    ///   - answer: Called with each line of the answers.
    public init(
        of chat: Chat,
        patience: Duration,
        on clock: Clock,
        asJSON: Bool = false,
        answer: @escaping (String) -> Void
    ) {
        (self.chat, self.patience, self.clock) = (chat, patience, clock)
        (answers, self.answer) = (ScriptAnswers(asJSON: asJSON, timeZone: chat.services.timeZone), answer)
    }

    /// Waits until somebody is signed in and the rooms are there.
    ///
    /// - Returns: What is wrong, where the homeserver does not answer, and only what was written down is known.
    @discardableResult
    public func begin() async throws(ProgramExit) -> String? {
        let isReady = combine(chat.session.state, chat.rooms.state).map { session, rooms in
            let isOffline = rooms.since != nil && rooms.status.problem != nil
            return rooms.status == .upToDate || isOffline || session.problem != nil
        }
        let isInTime = await isReady.isTrue(within: patience, on: clock)
        switch chat.session.state.value.problem {
        case .passing(let message): throw .unavailable(message)
        case let problem?: throw .notAllowed(problem.message)
        case nil: break
        }
        let problem = chat.rooms.state.value.status.problem
        guard isInTime else { throw .unavailable(problem ?? "The homeserver did not answer.") }
        return problem
    }

    /// Shows the rooms, and the last messages of the first one, without marking them as read.
    public func showOverview() async throws(ProgramExit) {
        deadline = clock.now + patience
        showRooms(containing: "")
        guard let first = chat.list.value.first(where: { !$0.isInvitation }) else { return }
        if !answers.asJSON { answer("\n" + first.title(chat.titleNames.value).oneLine) }
        room = first.id
        defer { room = nil }
        try await showMessages(8)
    }

    /// Does what a line says. An empty line says nothing, nor does a remark, which begins with "#".
    public func run(_ line: String) async throws(ProgramExit) {
        deadline = clock.now + patience
        let words = line.split(separator: " ", maxSplits: 1)
        guard let name = words.first, !name.hasPrefix("#") else { return }
        let rest = words.count > 1 ? String(words[1].drop { $0 == " " }) : ""
        func text(_ what: String) throws(ProgramExit) -> String {
            guard !rest.isEmpty else { throw .unknown("\(name) needs \(what)") }
            return rest
        }
        switch name {
        case "rooms": showRooms(containing: rest)
        case "open": try await open(try text("a room, a person, an event of the open room, or a link"))
        case "messages":
            guard let count = rest.isEmpty ? 20 : Int(rest), count > 0 else {
                throw .unknown("messages needs a number, from 1")
            }
            try await showMessages(count)
        case "send": try await send(try text("a text").unescapingLines)
        case "reply":
            let (message, answer) = try message(of: rest, and: "a text")
            try await follow(chat.reply(answer.unescapingLines, to: message.id, in: openRoom), in: openRoom)
        case "edit":
            let (message, new) = try message(of: rest, and: "a text")
            guard message.sender == chat.session.state.value.account?.user, message.message?.kind == .text else {
                throw .unknown("\(message.id) is no text of yours")
            }
            try await follow(chat.edit(message.id, new.unescapingLines, in: openRoom), in: openRoom)
        case "react":
            let (message, key) = try message(of: rest, and: "what to react with")
            guard message.reactions[key]?.isOwn != true else { throw .unknown("you have reacted with \(key) already") }
            try await follow(chat.react(key, to: message.id, in: openRoom), in: openRoom)
        case "unreact":
            let (message, key) = try message(of: rest, and: "what to take back")
            guard let id = chat.unreact(key, to: message.id, in: try openRoom) else {
                throw .unknown("you have not reacted with \(key)")
            }
            try await follow(id, in: openRoom)
        case "image": try await sendImage(try text("the file of an image"))
        case "join":
            try await join(try text("a room: its address, its identity, or the name of one you are invited to"))
        case "leave": try await leave(rest)
        case "redact": try await redact(try text("the identity of an event"))
        case "badge" where rest.isEmpty:
            answer(answers.badge(chat.badge.value, damaged: chat.damagedCount.value))
        case "wait" where rest.hasPrefix("for ") && rest.count > 4:
            try await wait(for: String(rest.dropFirst(4)).unescapingLines)
        case "wait": throw .unknown("wait is written as: wait for TEXT")
        default: throw .unknown("there is no command \(line)")
        }
    }

    /// Waits until the homeserver has been told what was read, for two seconds at most. Called after the last line.
    public func end() async {
        for room in chat.rooms.state.value.marking.sorted() {
            _ = await chat.rooms.isInFlight("seen \(room)").map { !$0 }.isTrue(within: .seconds(2), on: clock)
        }
    }

    // MARK: Rooms

    private func showRooms(containing text: String) {
        chat.search.value = text
        defer { chat.search.value = "" }
        let names = chat.titleNames.value
        for row in chat.list.value { answer(answers.room(row, names)) }
    }

    func enter(_ room: String, at event: String? = nil) {
        self.room = room
        chat.dispatcher.dispatch(Go.show(.room(room, at: event)))
        chat.dispatcher.dispatch(RoomSeen(room: room))
    }

    var openRoom: String {
        get throws(ProgramExit) {
            guard let room, chat.rooms.state.value.rooms.contains(id: room) else { throw .unknown("no room is open") }
            return room
        }
    }

    // MARK: Messages

    private func showMessages(_ count: Int) async throws(ProgramExit) {
        let room = try openRoom
        let view = chat.view(of: room)
        // Observed meanwhile, so that what derives from the state is computed once a change.
        let subscription = view.observe { _ in }
        defer { subscription.cancel() }
        while let shown = view.value, shown.rowsBehindLastGap.count < count,
            chat.rooms.state.value.rooms[id: room]?.lastGap != nil
        {
            chat.fillLastGap(of: room)
            let isInTime = try await wait(until: view.map { $0?.isFilling != true })
            if let problem = view.value?.problem { throw .unavailable(problem) }
            guard isInTime else { throw .tookTooLong("Older messages did not arrive in time.") }
        }
        try await waitForNames(in: room)
        guard let shown = view.value else { return }
        for row in shown.rowsBehindLastGap.suffix(count) {
            answer(answers.message(row, shown.names))
        }
    }

    /// Waits until the members of a room are known, whose names may be those of others; at most as long as the command
    /// may, and not where the homeserver does not tell.
    func waitForNames(in room: String) async throws(ProgramExit) {
        _ = try await wait(until: chat.rooms.isInFlight("members \(room)").map { !$0 })
    }

    private func send(_ text: String) async throws(ProgramExit) {
        let room = try openRoom
        try await follow(chat.send(text, to: room), in: room)
    }

    /// A message of the open room, and what follows its identity.
    private func message(of line: String, and what: String) throws(ProgramExit) -> (MessageRow, String) {
        let words = line.split(separator: " ", maxSplits: 1)
        guard words.count == 2 else { throw .unknown("this needs the identity of a message, and \(what)") }
        let rows = chat.view(of: try openRoom).value?.rows ?? []
        guard let row = rows.last(where: { $0.id == words[0] }), row.message != nil else {
            throw .unknown("there is no message \(words[0])")
        }
        return (row, String(words[1].drop { $0 == " " }))
    }

    private func redact(_ event: String) async throws(ProgramExit) {
        let room = try openRoom
        guard chat.rooms.state.value.rooms[id: room]?.timeline.event(event) != nil else {
            throw .unknown("there is no event \(event)")
        }
        try await follow(chat.redact(event, in: room), in: room)
    }

    /// Waits until what was sent has come back.
    func follow(_ id: Outgoing.ID, in room: String) async throws(ProgramExit) {
        let sent = chat.sending.state.select { $0.sent(to: room).first { $0.id == id } }
        // Its event may lie in a gap.
        var (transaction, accepted): (String?, String?)
        let subscription = sent.observe { sent in
            (transaction, accepted) = (sent?.transaction ?? transaction, sent?.event ?? accepted)
        }
        defer { subscription.cancel() }
        let isInTime = try await wait(until: sent.map { $0?.isOnItsWay != true })
        if let reason = sent.value?.refusal { throw .notAllowed("Not sent: \(reason)") }
        guard isInTime || accepted != nil else {
            throw .tookTooLong("Not sent yet: it is sent as soon as the homeserver answers.")
        }
        let entries = chat.rooms.state.value.rooms[id: room]?.timeline.entries
        let event = entries?.last { $0.event?.transaction == transaction }?.id ?? accepted
        answer(answers.changed("sent", event ?? id))
    }

    private func wait(for text: String) async throws(ProgramExit) {
        let view = chat.view(of: try openRoom)
        let found = view.map { view in
            view?.rows.last { row in row.delivery == .told && row.text(view?.names ?? Names()).contains(text) }
        }
        try await waitForNames(in: openRoom)
        guard try await wait(until: found.map { $0 != nil }), let row = found.value, let names = view.value?.names
        else {
            throw .tookTooLong("No message with \(text) arrived in time.")
        }
        answer(answers.message(row, names))
    }

    /// Waits until something is so, or the time of the command is over. Returns whether it is so in time.
    ///
    /// - Throws: The reason why nobody is signed in any more: nothing would come then.
    func wait(until condition: Observable<Bool>) async throws(ProgramExit) -> Bool {
        let session = chat.session.state
        let isOver = combine(condition, session).map { $0 || $1.problem != nil }
        let isSo = await isOver.isTrue(within: deadline - clock.now, on: clock)
        if let problem = session.value.problem, !condition.value { throw .notAllowed(problem.message) }
        return isSo
    }
}

extension RoomView {
    /// The rows at the end, among which no event is missing.
    fileprivate var rowsBehindLastGap: ArraySlice<MessageRow> {
        rows.lastIndex { $0.content == .gap }.map { rows[($0 + 1)...] } ?? rows[...]
    }
}

extension SyncStatus {
    fileprivate var problem: String? { if case .failing(let problem) = self { problem } else { nil } }
}
