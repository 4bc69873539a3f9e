import Foundation
import Millrace
import MillraceApp
import MillraceTerminal

// The commands that lead to other places, and those that join and leave rooms.
extension ChatScript {
    /// Opens a room, a person, or an event of the open room.
    func open(_ name: String) async throws(ProgramExit) {
        if name.hasPrefix("matrix:") || name.hasPrefix("https://matrix.to/") { return try await open(link: name) }
        if name.hasPrefix("@") {
            chat.dispatcher.dispatch(Go.show(Route(.rooms, .person(name))))
            return try await showPerson(name)
        }
        if name.hasPrefix("$") { return try await open(event: name) }
        enter(try roomID(of: name))
    }

    /// The room with an identity or an address, or the one whose name has a text in it.
    func roomID(of name: String) throws(ProgramExit) -> String {
        let names = chat.titleNames.value
        let rows = chat.list.value
        if let room = chat.rooms.state.value.room(named: name) { return room.id }
        var found = rows.filter { $0.title(names) == name }
        if found.isEmpty { found = rows.filter { $0.title(names).localizedCaseInsensitiveContains(name) } }
        guard let row = found.first else { throw .unknown("there is no room \(name)") }
        guard found.count == 1 else {
            let list = found.map { "\($0.title(names)) (\($0.id))" }.sorted().joined(separator: ", ")
            throw .unknown("several rooms have \(name) in their names: \(list)", fix: "write more of it")
        }
        return row.id
    }

    private func open(link text: String) async throws(ProgramExit) {
        guard let link = URL(string: text) else { throw .unknown("\(text) is no address") }
        switch chat.opener.open(link) {
        case .opened: break
        case .waits: throw .unknown("there is no such room: \(text)")
        case .unknown(let unknown): throw .unknown("\(unknown)")
        }
        let route = chat.route.state.value
        if case .join(let room, _) = route.question {
            chat.dispatcher.dispatch(Go.dismiss())
            throw .unknown("you are not in the room \(room)", fix: "join \(room)")
        }
        if let person = route.person { return try await showPerson(person) }
        if let room = route.room { enter(room, at: route.event) }
        if let event = route.event { try await showFound(event) }
    }

    /// Shows an image of the open room, or another event of it.
    private func open(event: String) async throws(ProgramExit) {
        let room = try openRoom
        chat.dispatcher.dispatch(Go.show(.room(room, at: event)))
        guard case .message(let message, _) = try await find(event).content, case .image(let image) = message.kind
        else {
            return try await showFound(event)
        }
        chat.dispatcher.dispatch(Go.show(Route(.rooms, .room(room), .image(event))))
        chat.dispatcher.dispatch(ShowImage(address: image.address))
        let status = chat.image.state.map { $0?.status }
        let isInTime = try await wait(until: status.map { if case .loading = $0 { false } else { true } })
        switch status.value {
        case .loaded(let file): answer(answers.image(message.body, image, file))
        case .failed(let reason): throw .unavailable("\(message.body) cannot be shown: \(reason)")
        default: if !isInTime { throw .tookTooLong("\(message.body) did not arrive in time.") }
        }
    }

    private func showFound(_ event: String) async throws(ProgramExit) {
        let row = try await find(event)
        try await waitForNames(in: openRoom)
        let names = chat.view(of: try openRoom).value?.names ?? Names()
        answer(answers.message(row, names))
    }

    /// Waits until older events are fetched to the one that is looked for.
    private func find(_ event: String) async throws(ProgramExit) -> MessageRow {
        let room = try openRoom
        let search = chat.rooms.state.select(\.search)
        let isInTime = try await wait(until: search.map { $0?.status == .found || $0?.status == .missing })
        if case .failed(let reason) = search.value?.status { throw .unavailable(reason) }
        guard isInTime else { throw .tookTooLong("Older messages did not arrive in time.") }
        guard let row = chat.view(of: room).value?.rows.first(where: { $0.id == event }) else {
            throw .unknown("there is no event \(event) in the room")
        }
        return row
    }

    private func showPerson(_ user: String) async throws(ProgramExit) {
        let person = chat.person(user)
        guard try await wait(until: person.map { !$0.isFetching }) else {
            throw .tookTooLong("The homeserver did not say who \(user) is in time.")
        }
        if let problem = person.value.problem { throw .unknown("there is nobody called \(user): \(problem)") }
        for line in answers.person(person.value) { answer(line) }
    }

    // MARK: Rooms

    /// Joins a room, and waits until it is here.
    func join(_ name: String) async throws(ProgramExit) {
        let room = (try? roomID(of: name)) ?? name
        chat.dispatcher.dispatch(Join(room: room))
        try await waitForMembership()
        guard let joined = chat.memberships.state.value.arrived?.room else { return }
        enter(joined)
        answer(answers.changed("joined", joined))
    }

    /// Leaves a room, or the open one, and waits until it is gone.
    func leave(_ name: String) async throws(ProgramExit) {
        let room = name.isEmpty ? try openRoom : try roomID(of: name)
        chat.dispatcher.dispatch(Leave(room: room))
        try await waitForMembership()
        answer(answers.changed("left", room))
    }

    private func waitForMembership() async throws(ProgramExit) {
        let isInTime = try await wait(until: chat.memberships.state.map { !$0.isBusy })
        if let problem = chat.memberships.state.value.problem { throw .notAllowed(problem) }
        guard isInTime else { throw .tookTooLong("The homeserver did not answer in time.") }
    }

    // MARK: Images

    /// Sends the image in a file, and waits until it comes back.
    func sendImage(_ path: String) async throws(ProgramExit) {
        let room = try openRoom
        let sending = chat.sendingFile(URL(fileURLWithPath: path))
        chat.conversations.dispatch(sending, to: room)
        let problem = chat.conversations.state(of: room).map { $0?.fileProblem }
        let isSent = chat.sending.state.map { $0.sent(to: room).contains { $0.id == sending.id } }
        _ = try await wait(until: combine(problem, isSent).map { $0 != nil || $1 })
        if let problem = problem.value { throw .unreadable(problem) }
        try await follow(sending.id, in: room)
    }
}
