import MillraceBase

/// A table with one object per actor, found by the actor's address.
///
/// It keeps an object alive for as long as its actor exists, and keeps no actor alive. Each insertion checks two older
/// entries, so objects of actors that are gone are found without visiting all.
///
/// What it does is that of ``AnyActorTable``, which is compiled once, and not once more for each type of objects.
struct ActorTable<Content: AnyObject & Sendable>: Sendable {
    private let table: AnyActorTable

    /// - Parameter onGone: Called with the object of an actor that is gone, now and then for as long as somebody else
    ///   keeps it alive. On any thread, and not under the lock.
    init(onGone: @escaping @Sendable (Content) -> Void) {
        table = AnyActorTable { onGone(unsafeDowncast($0, to: Content.self)) }
    }

    /// Returns the object of an actor; makes it if there is none. O(1).
    func content(of actor: any Actor, make: () -> Content) -> Content {
        unsafeDowncast(table.content(of: actor, make: make), to: Content.self)
    }
}

/// An ``ActorTable`` of objects of any type.
private final class AnyActorTable: Sendable {
    typealias Content = AnyObject & Sendable

    fileprivate struct Entry {
        weak let actor: (any Actor)?
        var content: (any Content)?

        /// The object of an actor that is gone, while somebody else keeps it alive.
        weak var remainder: (any Content)?

        var isActorGone: Bool { actor == nil }
    }

    fileprivate struct Entries {
        var byAddress: [ObjectIdentifier: Entry] = [:]

        /// The addresses in the order in which the entries are checked again.
        var order: [ObjectIdentifier] = []
        var cursor = 0
    }

    private let entries = Locked(Entries())
    private let onGone: @Sendable (any Content) -> Void

    init(onGone: @escaping @Sendable (any Content) -> Void) { self.onGone = onGone }

    func content(of actor: any Actor, make: () -> any Content) -> any Content {
        let key = ObjectIdentifier(actor)
        let (content, others) = entries.withLock { entries in
            // Another actor may have had the same address.
            if let entry = entries.byAddress[key], let content = entry.content, entry.actor === actor {
                return (content, [(ObjectIdentifier, Entry)]())
            }
            let others = entries.takeOthers()
            let content = make()
            let former = entries.byAddress.updateValue(Entry(actor: actor, content: content), forKey: key)
            if former == nil { entries.order.append(key) }
            return (content, others + (former.map { [(key, $0)] } ?? []))
        }
        // Not under the lock: checking whether an actor exists retains it, and may then release it last.
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

extension AnyActorTable.Entries {
    /// Returns two older entries to be checked. Drops those of which nothing is left.
    fileprivate mutating func takeOthers() -> [(ObjectIdentifier, AnyActorTable.Entry)] {
        var others: [(ObjectIdentifier, AnyActorTable.Entry)] = []
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
