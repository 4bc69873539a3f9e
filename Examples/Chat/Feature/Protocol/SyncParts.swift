extension [RoomUpdate] {
    /// The rooms of an answer in parts, each of which is added in one turn, so that the screen has not to wait for all of
    /// them.
    ///
    /// - Parameter size: How many events and facts a part has at most, but for one with a single room. Each room counts
    ///   as one more.
    func parts(of size: Int) -> [[RoomUpdate]] {
        var (parts, left): ([[RoomUpdate]], Int) = ([], 0)
        for update in self {
            let count = 1 + update.facts.count + update.events.count
            if count > left {
                parts.append([])
                left = size
            }
            parts[parts.count - 1].append(update)
            left -= count
        }
        return parts
    }
}
