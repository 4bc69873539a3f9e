/// An answer of the sync in parts, each of which is added in one turn.
///
/// A part is bounded in size, so that adding it never keeps a screen waiting, however large the answer is. A room with
/// more in it than a part may have is divided: first what is told about the room and its members, then its events, in
/// order.
struct SyncParts: Sequence, IteratorProtocol {
    private let rooms: [RoomUpdate]
    private let size: Int
    private var room = 0
    /// How much of the present room is in earlier parts.
    private var factCount = 0
    private var eventCount = 0

    /// Divides the rooms of an answer.
    ///
    /// - Parameter size: How many events and facts a part may have. Each room counts as one more.
    init(_ rooms: [RoomUpdate], size: Int) { (self.rooms, self.size) = (rooms, size) }

    /// The next part; nil after the last one. O(size).
    mutating func next() -> [RoomUpdate]? {
        guard room < rooms.count else { return nil }
        var (part, left): ([RoomUpdate], Int) = ([], size)
        while room < rooms.count, left > 0 {
            let update = takeFirst(left - 1)
            left -= 1 + update.facts.count + update.events.count
            part.append(update)
        }
        return part
    }

    /// Takes from the present room up to so many facts and events, but one at least.
    private mutating func takeFirst(_ size: Int) -> RoomUpdate {
        let whole = rooms[room]
        let size = Swift.max(1, size)
        if factCount + eventCount == 0, whole.facts.count + whole.events.count <= size {
            room += 1
            return whole
        }
        var part = whole
        let facts = whole.facts[factCount...].prefix(size)
        let events = whole.events[eventCount...].prefix(size - facts.count)
        (part.facts, part.events) = (Array(facts), Array(events))
        // The gap is before the first event.
        if eventCount > 0 || events.isEmpty { (part.isLimited, part.previous) = (false, nil) }
        factCount += facts.count
        eventCount += events.count
        if factCount == whole.facts.count, eventCount == whole.events.count {
            (room, factCount, eventCount) = (room + 1, 0, 0)
        }
        return part
    }
}
