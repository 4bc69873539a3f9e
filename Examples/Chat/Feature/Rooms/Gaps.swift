import Millrace

/// Fetches one page of the events that are missing in the last gap of a room.
struct FillGap: Action { let room: String }

struct GapFilled: Action {
    let room: String
    let gap: TimelineEntry.ID
    let from: String
    let events: OlderEvents
}

struct GapNotFilled: Action {
    let room: String
    let problem: ChatProblem
}

/// Fetches what is missing in gaps: where the user asks for it, and up to an event that is looked for.
func registerGaps(_ rooms: Store<RoomsState>, with services: ChatServices) {
    rooms.on(FillGap.self) { state, action in state.fetchOlder(of: action.room, with: services) }
    rooms.on(GapFilled.self) { state, action in
        state.fill(action.gap, of: action.room, from: action.from, with: action.events)
        let page = JournalRecord.page(room: action.room, gap: action.gap, from: action.from, action.events)
        state.gapProblems[action.room] = nil
        state.noteFound()
        guard action.room == state.search?.room, state.search?.isThere == true else {
            return [state.save(page, with: services), state.askForAnswered(with: services)]
        }
        // The effect that has brought this page is not over yet.
        return [state.save(page, with: services), state.lookFurther(.concat, with: services)]
    }
    rooms.on(GapNotFilled.self) { state, action in
        state.gapProblems[action.room] = action.problem.message
        if action.room == state.search?.room, state.search?.status == .looking {
            state.search?.status = .failed(action.problem.message)
        }
    }
}

extension RoomsState {
    /// Fetches a page of the events that are missing in the last gap of a room.
    func fetchOlder(of room: String, _ policy: OverlapPolicy = .first, with services: ChatServices) -> Effect {
        guard let gap = rooms[id: room]?.lastGap, case .gap(let from) = gap.content else { return .none }
        // One that has only what the user must not see may be followed by others of the kind, without an end.
        let delay = emptyPages[room].map { Backoff.exponential(.milliseconds(100)).delay(after: $0) } ?? .zero
        return .asking("fill \(room)", policy, after: delay, againOn: services.clock) { send in
            let events = try await services.client.send(MessagesRequest(room: room, from: from, limit: 50))
            send(GapFilled(room: room, gap: gap.id, from: from, events: events))
        } failing: {
            GapNotFilled(room: room, problem: $0)
        }
    }

    /// Puts older events in the place of a gap, which may be another one by now.
    mutating func fill(_ gap: TimelineEntry.ID, of room: String, from token: String, with events: OlderEvents) {
        guard rooms[id: room]?.timeline.entries[id: gap]?.content == .gap(from: token) else { return }
        let count = rooms[id: room]?.timeline.entries.count ?? 0
        rooms[id: room]?.timeline.fill(gap, with: events)
        take(events, asMembersOf: room)
        let isEmpty = rooms[id: room]?.timeline.entries.count == count
        emptyPages[room] = isEmpty ? emptyPages[room, default: 0] + 1 : nil
    }
}
