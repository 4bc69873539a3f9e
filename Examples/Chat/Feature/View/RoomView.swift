import Millrace

/// A room as it is shown.
public struct RoomView: Equatable, Sendable {
    /// The room's identity.
    public let id: String
    /// What it is called.
    public let title: String
    /// What it is about.
    public let topic: String?
    /// Its rows, the oldest first.
    public internal(set) var rows: [MessageRow]
    /// The names of those who are seen in it.
    public let names: Names
    /// What the user is in it.
    public let membership: Room.Membership
    /// Whether it is encrypted, so that nothing can be sent to it.
    public let isEncrypted: Bool
    /// The room in which it goes on; nil unless it was replaced.
    public let successor: String?
    /// Who has invited the user, for an invitation.
    public let inviter: String?
    /// Whether older messages are being fetched, also while the homeserver wants a pause.
    public let isFilling: Bool
    /// What the user is writing, if it is no message of its own.
    public let purpose: Conversation.Purpose?
    /// Why older messages could not be fetched, or a file not be sent.
    public let problem: String?
}

extension Chat {
    /// A room as it is shown; nil where there is none.
    ///
    /// It changes once a turn: in that of the sync that brings an event, of a person who changes the name, or of the
    /// user who writes.
    public func view(of room: String) -> Observable<RoomView?> {
        let state = rooms.state.select { $0.rooms[id: room] }
        let answered = rooms.state.select { state in state.open == room ? state.answered.compactMapValues(\.self) : [:]
        }
        let people = Observable.select { read in
            let room = read(state)
            return Set(
                read(answered).values.map(\.sender) + (room?.timeline.people ?? []) + (room?.heroes ?? [])
                    + (room?.inviter.map { [$0] } ?? [])
            ).sorted()
        }
        let newAfter = rooms.state.select { $0.open == room ? $0.newAfter : nil }
        let (names, sent) = (names(of: people, in: state), sending.state.select { $0.sent(to: room) })
        let user = session.state.select { $0.account?.user ?? "" }
        let (isFilling, gapProblem) = (rooms.isInFlight("fill \(room)"), rooms.state.select { $0.gapProblems[room] })
        let conversation = conversations.state(of: room)
        let (purpose, fileProblem) = (conversation.select { $0?.purpose }, conversation.select { $0?.fileProblem })
        let sentEvents = sending.state.select(\.events)
        return Observable.select { read in
            guard let room = read(state) else { return nil }
            let names = read(names)
            return RoomView(
                id: room.id,
                title: RoomRow(room).title(names),
                topic: room.topic,
                rows: MessageRow.rows(
                    of: room,
                    read(sent),
                    names: names,
                    user: read(user),
                    newAfter: read(newAfter),
                    answered: read(answered)
                ),
                names: names,
                membership: room.membership,
                isEncrypted: room.isEncrypted,
                successor: room.successor,
                inviter: room.inviter,
                isFilling: read(isFilling),
                purpose: read(purpose)?.about(read(sentEvents)),
                problem: read(gapProblem) ?? read(fileProblem)
            )
        }
    }
}

extension Timeline {
    /// The people in the events: senders, and those whose membership changes.
    fileprivate var people: [String] {
        entries.compactMap(\.event).flatMap { event in
            if case .membership(let change) = event.content { [event.sender, change.user] } else { [event.sender] }
        }
    }
}
