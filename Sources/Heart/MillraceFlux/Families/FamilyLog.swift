import MillraceBase
import MillraceSignals

/// Notifies the readers of a family of changes of its members. The family alone keeps it: readers keep members that
/// have changed.
@usableFromInline
final class FamilyLog {
    /// The name of the family.
    let name: String

    private let home: Home

    /// Whether the family closes members that ask for it.
    @exclusivity(unchecked) @usableFromInline var closesMembers = false

    /// The families whose members follow the elements of this family's members.
    @exclusivity(unchecked) private var followers: [WeakWatcher] = []
    @exclusivity(unchecked) @usableFromInline private(set) var readers: [AnyFamilyEvents] = []

    /// At this number of readers, those are dropped that are gone.
    @exclusivity(unchecked) private var limit = 16

    /// The number of changes that all readers know of.
    @usableFromInline let epoch = FamilyEpoch()

    /// Changes whenever something becomes of a member. Nil until somebody observes the family.
    @exclusivity(unchecked) private var madePulse: Observable<Void>?

    init(of name: String, in home: Home) {
        self.name = name
        self.home = home
    }

    /// A source that changes whenever a member does.
    @usableFromInline var pulse: Upstream {
        if let madePulse { return madePulse.upstream }
        let made = Observable(root: (), in: home).named(name)
        madePulse = made
        return made.upstream
    }

    /// Adds a reader. O(1), amortised, however many there are.
    @usableFromInline
    func add(_ reader: AnyFamilyEvents) {
        if readers.count >= limit { dropUnread() }
        readers.append(reader)
        // Whatever was noted for the others is still to be noted for this one.
        epoch.number += 1
    }

    /// Has a family follow the members, for as long as it lives.
    func add(_ follower: any StateFollower) {
        followers.removeAll { $0.watcher == nil }
        followers.append(WeakWatcher(watcher: follower))
    }

    /// Something has become of the elements or the members.
    @usableFromInline
    func notifyFollowers() {
        if followers.isEmpty { return }
        for follower in followers { follower.watcher?.stateChanged() }
    }

    /// A member has changed. O(n) for n readers, however many members there are.
    func changed(_ member: AnyFamilyMember, _ runner: TurnRunner) {
        if readers.isEmpty { return }
        var areAllRead = true
        if member.notedIn != epoch.number {
            member.notedIn = epoch.number
            for reader in readers where !reader.add(member) { areAllRead = false }
        }
        notifyObservers(runner)
        if !areAllRead { dropUnread() }
    }

    /// Drops the readers that are gone, with their keys, which are the user's: when the list is in order.
    private func dropUnread() {
        let former = readers
        readers = former.filter(\.isRead)
        limit = max(16, readers.count * 2)
        letGo(former)
    }

    /// The element of a key has appeared, or has gone.
    @export(implementation)
    func note<Key: Hashable>(_ key: Key, appeared: Bool, _ runner: TurnRunner) {
        for case let reader as FamilyEvents<Key> in readers {
            if appeared { reader.appeared(key) } else { reader.disappeared(key) }
        }
        notifyObservers(runner)
    }

    /// The member of a key has been made.
    @export(implementation)
    func noteMaking<Key: Hashable>(_ key: Key) {
        for case let reader as FamilyEvents<Key> in readers where reader.isRead { reader.made?(key) }
    }

    /// The element of a key is gone, and its member is about to go.
    @export(implementation)
    func noteLeaving<Key: Hashable>(_ key: Key) {
        for case let reader as FamilyEvents<Key> in readers where reader.isRead { reader.leaving?(key) }
    }

    @usableFromInline
    func notifyObservers(_ runner: TurnRunner) {
        notifyFollowers()
        if let madePulse { runner.noteChange(of: madePulse.upstream.node) }
    }
}

/// A member of a family, whatever its key.
@usableFromInline
class AnyFamilyMember: FamilyMembership {
    /// The name of the family.
    let family: String
    private weak let log: FamilyLog?

    /// The store whose state has its element. While the member is there, the family keeps it.
    @exclusivity(unchecked) @usableFromInline final weak var parent: Registration?

    /// The epoch of the log in which it was last noted that the member has changed.
    @exclusivity(unchecked) final var notedIn = 0

    /// Whether its element is gone.
    @exclusivity(unchecked) @usableFromInline final var isGone = false

    @usableFromInline
    init(of log: FamilyLog) {
        self.log = log
        family = log.name
    }

    @usableFromInline package var label: String { family }

    /// Whether the family closes members that ask for it.
    final var canBeClosed: Bool { log?.closesMembers == true }

    @usableFromInline
    package final func memberChanged(_ runner: TurnRunner) { log?.changed(self, runner) }
}

/// A member of a family, by whose key its handlers tell that they have run.
@usableFromInline
final class FamilyMember<Key: Hashable>: AnyFamilyMember {
    @usableFromInline let key: Key

    @export(implementation)
    init(_ key: Key, of log: FamilyLog) {
        self.key = key
        super.init(of: log)
    }

    @usableFromInline override var label: String { "\(family)[\(key)]" }
}
