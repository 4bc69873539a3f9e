import Millrace

/// The list of rooms: first the rooms that the user is in, then the invitations.
///
/// Titles are made of the names when a line is drawn, so that a screen of forty lines costs forty, however many rooms
/// there are.
public struct RoomLines: RandomAccessCollection, Equatable, Sendable {
    private let joined: Rows<RoomRow>
    private let invited: Rows<RoomRow>
    let names: Names

    init(joined: Rows<RoomRow> = Rows(), invited: Rows<RoomRow> = Rows(), names: Names = Names()) {
        (self.joined, self.invited, self.names) = (joined, invited, names)
    }

    /// The first position.
    public var startIndex: Int { 0 }
    /// The number of rooms.
    public var endIndex: Int { joined.count + invited.count }

    /// The room at a position. O(log n).
    public subscript(position: Int) -> RoomRow {
        position < joined.count ? joined[position] : invited[position - joined.count]
    }

    /// Where a room is; nil if it is not listed. O(n).
    func position(of room: Room.ID?) -> Int? {
        guard let room else { return nil }
        return joined.firstIndex { $0.id == room } ?? invited.firstIndex { $0.id == room }.map { joined.count + $0 }
    }
}
