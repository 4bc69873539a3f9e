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
        let state = rooms.state.map { $0.rooms[id: room] }.removeDuplicates()
        let answered = rooms.state.select { state in state.open == room ? state.answered.compactMapValues(\.self) : [:]
        }
        let people = combine(state, answered).map { room, answered in
            Set(
                answered.values.map(\.sender) + (room?.timeline.people ?? []) + (room?.heroes ?? [])
                    + (room?.inviter.map { [$0] } ?? [])
            ).sorted()
        }
        .removeDuplicates()
        let conversation = conversations.state(of: room)
        let purpose = combine(conversation.select { $0?.purpose }, sending.state.select(\.events)).map { $0?.about($1) }
            .removeDuplicates()
        return combine(
            state,
            combine(conversation.select { $0?.fileProblem }, purpose),
            sending.state.select { $0.sent(to: room) },
            names(of: people, in: state),
            session.state,
            rooms.isInFlight("fill \(room)"),
            rooms.state.select { $0.gapProblems[room] },
            combine(rooms.state.select { $0.open == room ? $0.newAfter : nil }, answered)
        )
        .map { room, written, sent, names, session, isFilling, problem, shown in
            room.map { room in
                RoomView(
                    id: room.id,
                    title: RoomRow(room).title(names),
                    topic: room.topic,
                    rows: MessageRow.rows(
                        of: room,
                        sent,
                        names: names,
                        user: session.account?.user ?? "",
                        newAfter: shown.0,
                        answered: shown.1
                    ),
                    names: names,
                    membership: room.membership,
                    isEncrypted: room.isEncrypted,
                    successor: room.successor,
                    inviter: room.inviter,
                    isFilling: isFilling,
                    purpose: written.1,
                    problem: problem ?? written.0
                )
            }
        }
        .removeDuplicates()
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
