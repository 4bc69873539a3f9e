import MatrixChat
import Millrace

extension HomeserverState {
    /// Many rooms with many messages: "message 1", "message 2" and so on in each room.
    ///
    /// - Parameters:
    ///   - roomCount: The number of rooms, from one.
    ///   - eventCount: The number of messages in each of them.
    ///   - rate: How many messages a second arrive when the client has had its first answer: every second one in the
    ///     first room, the others in the other rooms in turn.
    public mutating func fill(roomCount: Int, eventCount: Int, rate: Int) {
        // A homeserver that does not cut the answers short, so that the client has to take all of it.
        limit = max(eventCount + 10, 1_000)
        stream = MessageStream(roomCount: roomCount, rate: rate)
        for number in 1...roomCount {
            let room = MessageStream.room(number)
            let people = (0..<5).map { MessageStream.person(number * 3 + $0) }
            for person in people {
                name(person, "Person \(person.dropFirst(2).prefix { $0 != ":" })", in: room)
            }
            add(
                [
                    "type": "m.room.name", "state_key": "", "sender": .string(people[0]),
                    "content": ["name": .string("Room \(number)")],
                ],
                to: room
            )
            for _ in 0..<eventCount { addNumbered(to: room) }
        }
    }
}

/// The messages that arrive in a large sample.
struct MessageStream: Sendable {
    let roomCount: Int
    /// How many arrive a second.
    let rate: Int
    private var begin: Duration?
    private var count = 0

    init(roomCount: Int, rate: Int) { (self.roomCount, self.rate) = (roomCount, rate) }

    /// The rooms of the messages that are due, one after the other.
    mutating func due(at now: Duration) -> [String] {
        let begin = begin ?? now
        self.begin = begin
        let first = count
        count = Int((now - begin) / .milliseconds(1) * Double(rate) / 1_000)
        return (first..<max(first, count)).map { index in
            let isInFirst = index.isMultiple(of: 2) || roomCount == 1
            return Self.room(isInFirst ? 1 : 2 + index / 2 % (roomCount - 1))
        }
    }

    /// The identity of a room, by its number.
    static func room(_ number: Int) -> String { "!room\(number):sample.example" }

    /// The author of a message, by its number.
    static func person(_ number: Int) -> String { "@p\(number % 2_000):sample.example" }

    /// When the event at a position was sent.
    static func time(at position: Int) -> Int { 1_795_000_000_000 + position * 60_000 }
}
