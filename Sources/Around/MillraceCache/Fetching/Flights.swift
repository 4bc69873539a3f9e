/// The flights of a cache, by their keys. A flight that leaves is released with its key later, when the lock of the
/// cache is free.
struct Flights<Key: Hashable, Value: Sendable> {
    private var flights: [Key: Flight<Value>] = [:]
    private var departed: [(Key, Flight<Value>)] = []

    var count: Int { flights.count }

    subscript(key: Key) -> Flight<Value>? { flights[key] }

    mutating func insert(_ flight: Flight<Value>, for key: Key) { flights[key] = flight }

    mutating func remove(_ key: Key) {
        if let index = flights.index(forKey: key) { departed.append(flights.remove(at: index)) }
    }

    mutating func removeAll() { for key in Array(flights.keys) { remove(key) } }

    /// Returns the entries that have left since the last call.
    mutating func takeDeparted() -> [(Key, Flight<Value>)] { exchange(&departed, with: []) }
}
