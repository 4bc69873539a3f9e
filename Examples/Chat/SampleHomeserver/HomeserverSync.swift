import MatrixChat
import MillraceNetwork

extension HomeserverState {
    /// What is new; nil if nothing is.
    ///
    /// - Parameter orAtLeast: Whether to answer in any case.
    func sync(since token: String?, orAtLeast: Bool) -> Response? {
        let since = token.flatMap { Int($0.dropFirst()) }
        var (joined, invited, left): ([String: JSONValue], [String: JSONValue], [String: JSONValue]) = ([:], [:], [:])
        for (id, room) in rooms {
            if room.isOutside {
                if let since, room.changed > since { left[id] = room.farewell(since: since) }
            } else if !room.invitation.isEmpty {
                if since == nil || room.changed > since ?? 0 {
                    invited[id] = ["invite_state": ["events": .array(room.invitation)]]
                }
            } else if let answer = room.answer(since: since, limit: limit, isLazy: loadsMembersLazily) {
                joined[id] = answer
            }
        }
        guard orAtLeast || since == nil || !joined.isEmpty || !invited.isEmpty || !left.isEmpty else { return nil }
        return .json([
            "next_batch": .string("s\(position)"),
            "rooms": ["join": .object(joined), "invite": .object(invited), "leave": .object(left)],
        ])
    }
}

extension HomeserverState.Room {
    /// What the user is told of a room that is none of the user's any more.
    fileprivate func farewell(since: Int) -> JSONValue {
        let own = events(after: since).filter { $0.isState && $0.event["state_key"]?.string == SampleHomeserver.user }
        return ["timeline": ["events": .array(own.map(\.event))]]
    }

    /// The last events about the members who have sent some events, of those before a position.
    func members(sending shown: some Collection<HomeserverEvent>, before position: Int) -> [JSONValue] {
        let users = Set(shown.compactMap { $0.event["sender"]?.string } + heroes + [SampleHomeserver.user])
        return state(of: events.prefix { $0.position < position })
            .filter { $0["type"] == "m.room.member" && $0["state_key"]?.string.map(users.contains) == true }
    }

    fileprivate func answer(since: Int?, limit: Int, isLazy: Bool) -> JSONValue? {
        let since = since.flatMap { $0 < joined ? nil : $0 }
        let new = events(after: since ?? 0)
        guard since == nil || !new.isEmpty || changed > since ?? 0 else { return nil }
        let shown = new.suffix(limit)
        var timeline: [String: JSONValue] = ["events": .array(shown.map(\.event))]
        if let first = shown.first {
            timeline["limited"] = .bool(shown.count < new.count)
            timeline["prev_batch"] = .string("p\(first.position)")
        }
        let unread = events(after: readTo).count { $0.isMessageOfOthers }
        var facts = state(of: new.dropLast(shown.count))
        if isLazy {
            facts.removeAll { $0["type"] == "m.room.member" }
            facts += members(sending: shown, before: shown.first?.position ?? 0)
        }
        let read = events.last { $0.position <= readTo }
        let marker = read.map { ["type": "m.fully_read", "content": ["event_id": .string($0.id)]] as JSONValue }
        return [
            "timeline": .object(timeline),
            "account_data": ["events": .array(changed > since ?? -1 ? [marker].compactMap(\.self) : [])],
            "state": ["events": .array(facts)],
            "unread_notifications": [
                "notification_count": .number(Double(unread)), "highlight_count": .number(Double(highlights)),
            ],
            "summary": ["m.heroes": .array(heroes.map { .string($0) })],
        ]
    }

    /// The last event of each kind that says something about the room, or one of its members.
    func state(of events: some Collection<HomeserverEvent>) -> [JSONValue] {
        var last: [String: Int] = [:]
        let events = events.filter(\.isState).map(\.event)
        for (index, event) in events.enumerated() {
            last["\(event["type"]?.string ?? "") \(event["state_key"]?.string ?? "")"] = index
        }
        return last.values.sorted().map { events[$0] }
    }
}
