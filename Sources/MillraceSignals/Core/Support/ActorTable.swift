/// What there is one of for each actor, found by the actor's address.
///
/// It keeps what belongs to an actor for as long as the actor is there, and no actor. Each time that something is added
/// two older entries are looked at, so that what is gone is noticed without looking at all of them.
final class ActorTable<Content: AnyObject & Sendable>: Sendable {
    fileprivate struct Entry {
        weak let actor: (any Actor)?
        var content: Content?

        /// What is left when the actor is gone, while somebody else keeps it.
        weak var remainder: Content?

        var isActorGone: Bool { actor == nil }
    }

    fileprivate struct Entries {
        var byAddress: [ObjectIdentifier: Entry] = [:]

        /// The addresses in the order in which each entry is looked at again.
        var order: [ObjectIdentifier] = []
        var cursor = 0
    }

    private let entries = Locked(Entries())
    private let onGone: @Sendable (Content) -> Void

    /// - Parameter onGone: Called with what belonged to an actor that is gone, now and then for as long as somebody else
    ///   keeps it. On any thread, and not under the lock.
    init(onGone: @escaping @Sendable (Content) -> Void) { self.onGone = onGone }

    /// What belongs to an actor, made where there is nothing yet. O(1).
    func content(of actor: any Actor, make: () -> Content) -> Content {
        let key = ObjectIdentifier(actor)
        let (content, others) = entries.withLock { entries in
            // Another actor may have stood at the same address.
            if let entry = entries.byAddress[key], let content = entry.content, entry.actor === actor {
                return (content, [(ObjectIdentifier, Entry)]())
            }
            let others = entries.takeOthers()
            let content = make()
            let former = entries.byAddress.updateValue(Entry(actor: actor, content: content), forKey: key)
            if former == nil { entries.order.append(key) }
            return (content, others + (former.map { [(key, $0)] } ?? []))
        }
        // Not under the lock: whether an actor is there is asked by holding it, and it may go with that.
        for (key, entry) in others where entry.isActorGone { endKeeping(entry, at: key) }
        return content
    }

    private func endKeeping(_ entry: Entry, at key: ObjectIdentifier) {
        guard let content = entry.content ?? entry.remainder else { return }
        entries.withLock { entries in
            guard entries.byAddress[key]?.content === content else { return }
            entries.byAddress[key]?.content = nil
            entries.byAddress[key]?.remainder = content
        }
        onGone(content)
    }
}

extension ActorTable.Entries {
    /// Two older entries, to be looked at. Drops those of which nothing is left.
    fileprivate mutating func takeOthers() -> [(ObjectIdentifier, ActorTable.Entry)] {
        var others: [(ObjectIdentifier, ActorTable.Entry)] = []
        for _ in 0..<2 where !order.isEmpty {
            if cursor >= order.count { cursor = 0 }
            let key = order[cursor]
            if let entry = byAddress[key], entry.content != nil || entry.remainder != nil {
                cursor += 1
                others.append((key, entry))
            } else {
                byAddress[key] = nil
                order.swapAt(cursor, order.count - 1)
                order.removeLast()
            }
        }
        return others
    }
}
