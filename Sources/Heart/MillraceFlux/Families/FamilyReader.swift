import MillraceBase
import MillraceSignals
import Synchronization

/// Collects which members of a family were added, changed and removed since they were last taken, for as long as it is
/// kept.
@usableFromInline
package final class FamilyReader<Key: Hashable> {
    @usableFromInline let events: FamilyEvents<Key>
    @usableFromInline let epoch: FamilyEpoch

    @export(implementation)
    init(of log: FamilyLog) {
        // Not the log, which keeps an object that the reader may be a part of: an observable that derives from the
        // family.
        epoch = log.epoch
        events = FamilyEvents()
        log.add(events)
    }

    /// Runs on any thread.
    deinit { events.abandon() }

    /// Whether no member was added, changed or removed.
    @export(implementation)
    package var isEmpty: Bool { events.changed.isEmpty && events.order.isEmpty }

    /// Has a closure called at once when a member has been made, with its state as it was made. One at a time.
    @export(implementation)
    package func onMade(_ made: @escaping (Key) -> Void) { events.made = made }

    /// Has a closure called at once when an element is gone, while its member is still there, if it was made. One at a
    /// time.
    @export(implementation)
    package func onLeaving(_ leaving: @escaping (Key) -> Void) { events.leaving = leaving }

    /// Takes the changes that were collected. O(n) for n keys with changes.
    @export(implementation)
    package func take() -> FamilyChanges<Key> {
        epoch.number += 1
        let members = exchange(&events.changed, with: [])
        // As a rule one member has changed, and none has appeared or gone.
        if members.count == 1, events.order.isEmpty, !members[0].isGone, let key = events.key(of: members[0]) {
            return FamilyChanges(changed: [key])
        }
        return events.takeAll(members)
    }
}

/// Grows with each reading: a member that was noted in it is still to be read by all.
@usableFromInline
final class FamilyEpoch {
    @exclusivity(unchecked) @usableFromInline var number = 1

    init() {}
}

/// The events of a reader, as the log keeps them.
@usableFromInline
class AnyFamilyEvents {
    /// The members that have changed, in order. Those that are gone are still there, and some may be there twice.
    @exclusivity(unchecked) @usableFromInline final var changed: [AnyFamilyMember] = []

    /// At this number of changed members, those are removed that do not count.
    @exclusivity(unchecked) private final var limit = 64
    private let isAbandoned = Atomic(false)

    @usableFromInline
    init() {}

    /// Adds a change. Returns false where it will not be read.
    final func add(_ member: AnyFamilyMember) -> Bool {
        if changed.count >= limit {
            if isAbandoned.load(ordering: .relaxed) { return false }
            changed = distinct(changed)
            limit = max(64, changed.count * 2)
        }
        changed.append(member)
        return true
    }

    /// The members that are there, each once.
    @usableFromInline
    final func distinct(_ members: [AnyFamilyMember]) -> [AnyFamilyMember] {
        var seen: Set<ObjectIdentifier> = []
        return members.filter { !$0.isGone && seen.insert(ObjectIdentifier($0)).inserted }
    }

    /// Ends reading. On any thread.
    @usableFromInline
    final func abandon() { isAbandoned.store(true, ordering: .relaxed) }

    /// Whether somebody reads.
    @usableFromInline final var isRead: Bool { !isAbandoned.load(ordering: .relaxed) }
}

@usableFromInline
final class FamilyEvents<Key: Hashable>: AnyFamilyEvents {
    @usableFromInline
    enum Event { case appeared, disappeared, both }

    @exclusivity(unchecked) @usableFromInline var events: [Key: Event] = [:]

    /// The keys in the order of their first events. Those whose events cancelled each other are still there.
    @exclusivity(unchecked) @usableFromInline var order: [Key] = []

    /// What is called at once.
    @exclusivity(unchecked) @usableFromInline var made: ((Key) -> Void)?
    @exclusivity(unchecked) @usableFromInline var leaving: ((Key) -> Void)?

    @export(implementation)
    override init() { super.init() }

    /// The key of a member.
    @export(implementation)
    func key(of member: AnyFamilyMember) -> Key? { (member as? FamilyMember<Key>)?.key }

    @export(implementation)
    func appeared(_ key: Key) {
        if events[key] == .disappeared { events[key] = .both } else { set(.appeared, of: key) }
    }

    @export(implementation)
    func disappeared(_ key: Key) {
        if events[key] == .appeared { letGo(events.takeEntry(of: key)) } else { set(.disappeared, of: key) }
    }

    @export(implementation)
    func set(_ event: Event, of key: Key) {
        if events.updateValue(event, forKey: key) == nil { order.append(key) }
        if order.count > 2 * events.count + 64 {
            var seen: Set<Key> = []
            order = order.filter { events[$0] != nil && seen.insert($0).inserted }
        }
    }

    /// Takes all events, and changes of members.
    @export(implementation)
    func takeAll(_ members: [AnyFamilyMember]) -> FamilyChanges<Key> {
        var (appeared, changed, disappeared): ([Key], [Key], [Key]) = ([], [], [])
        for member in distinct(members) {
            guard let key = key(of: member), events[key] == nil else { continue }
            changed.append(key)
        }
        for key in exchange(&order, with: []) {
            switch events.takeEntry(of: key)?.value {
            case .appeared: appeared.append(key)
            case .disappeared: disappeared.append(key)
            case .both: changed.append(key)
            case nil: break
            }
        }
        return FamilyChanges(appeared: appeared, changed: changed, disappeared: disappeared)
    }
}

extension Dictionary {
    /// Removes an entry and returns it, with the key that the dictionary has held. `removeValue(forKey:)` releases that
    /// key in the midst of the change, and a user's `deinit` may come back.
    @export(implementation)
    mutating func takeEntry(of key: Key) -> Element? { index(forKey: key).map { remove(at: $0) } }
}
