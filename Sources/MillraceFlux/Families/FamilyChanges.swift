/// What became of the members of a ``StoreFamily``: their keys.
public struct FamilyChanges<Key: Hashable> {
    /// The members whose elements have appeared, in the order of the elements.
    public internal(set) var appeared: [Key] = []

    /// The members whose handlers have run, in the order of the first of them. One that has only just appeared is not
    /// among them; one that has gone and come again is.
    public internal(set) var changed: [Key] = []

    /// The members whose elements have gone.
    public internal(set) var disappeared: [Key] = []

    /// Whether nothing happened.
    public var isEmpty: Bool { appeared.isEmpty && changed.isEmpty && disappeared.isEmpty }
}

extension FamilyChanges: Equatable {}
extension FamilyChanges: Sendable where Key: Sendable {}

/// What has become of the members since somebody asked the last time.
package final class FamilyReader<Key: Hashable> {
    enum Event { case appeared, changed, disappeared }

    private var events: [Key: Event] = [:]

    /// The keys in the order of their first events. Those whose events cancelled each other are still there.
    private var order: [Key] = []

    /// Whether nothing has happened.
    package var isEmpty: Bool { events.isEmpty }

    /// Takes what has happened. O(n) for n keys that something happened to.
    package func take() -> FamilyChanges<Key> {
        var changes = FamilyChanges<Key>()
        for key in order {
            switch events.removeValue(forKey: key) {
            case .appeared: changes.appeared.append(key)
            case .changed: changes.changed.append(key)
            case .disappeared: changes.disappeared.append(key)
            case nil: break
            }
        }
        order.removeAll(keepingCapacity: order.count < 64)
        return changes
    }

    /// Adds an event to those before. O(1), amortised.
    func note(_ event: Event, of key: Key) {
        guard let former = events[key] else {
            events[key] = event
            order.append(key)
            if order.count > 2 * events.count + 16 { removeCancelled() }
            return
        }
        switch (former, event) {
        case (.appeared, .disappeared): events[key] = nil
        case (.changed, .disappeared): events[key] = .disappeared
        case (.disappeared, .appeared): events[key] = .changed
        default: break
        }
    }

    private func removeCancelled() {
        var seen: Set<Key> = []
        order = order.filter { events[$0] != nil && seen.insert($0).inserted }
    }
}
