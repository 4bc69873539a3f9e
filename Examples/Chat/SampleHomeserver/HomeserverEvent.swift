import MatrixChat

/// An event at its place among all events of a homeserver.
///
/// It is either written, or one of many messages that differ in their numbers only: these are made when they are asked
/// for, so that a large sample takes little memory.
public struct HomeserverEvent: Sendable {
    private enum Content: Sendable {
        case written(JSONValue)
        case numbered(Int)
    }

    /// The place, counted from one.
    public let position: Int
    private var content: Content
    /// Whether it says something about the room or one of its members.
    let isState: Bool
    /// Whether it is a message that somebody else than the user has written.
    let isMessageOfOthers: Bool

    init(_ position: Int, _ event: JSONValue) {
        self.position = position
        content = .written(event)
        isState = event["state_key"]?.string != nil
        isMessageOfOthers =
            event["type"]?.string == "m.room.message" && event["sender"]?.string != SampleHomeserver.user
    }

    /// One of many messages.
    ///
    /// - Parameter number: Which of those of its room, counted from one.
    init(_ position: Int, number: Int) {
        (self.position, content, isState, isMessageOfOthers) = (position, .numbered(number), false, true)
    }

    /// The event as it is told.
    public var event: JSONValue {
        switch content {
        case .written(let event): event
        case .numbered(let number):
            [
                "type": "m.room.message", "event_id": .string(id), "sender": .string(MessageStream.person(number)),
                "origin_server_ts": .number(Double(MessageStream.time(at: position))),
                "content": ["msgtype": "m.text", "body": .string("message \(number)")],
            ]
        }
    }

    /// Its identity; empty where it has none.
    var id: String {
        switch content {
        case .written(let event): event["event_id"]?.string ?? ""
        case .numbered: "$m\(position)"
        }
    }

    /// Puts another event in its place.
    mutating func replace(_ event: JSONValue) { content = .written(event) }
}

extension Array {
    /// The first position of the elements that satisfy a condition, which all those behind it satisfy, too. O(log n).
    func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
