import MillraceBase
import MillraceData
import MillraceFlux
import MillraceSignals

/// The state of one member of a family, by its key.
struct MemberState<Key: Hashable, State>: Identifiable {
    let id: Key
    let life: MemberLife<State>

    /// The state; nil where the member was as it is made, at that time or later.
    let changed: State?

    /// The state; nil for a member that has not been made, up to now.
    var state: State? { changed ?? life.first }
}

extension MemberState: Equatable where State: Equatable {
    static func == (one: MemberState, other: MemberState) -> Bool {
        one.life === other.life && one.state == other.state && one.id == other.id
    }
}

/// The states of a family's members at one moment.
typealias FamilyStates<Key: Hashable, State> = Table<MemberState<Key, State>>

extension Table {
    /// The elements that are others here than elsewhere, or that are only here. O(k log n) for k differences.
    func difference(from other: Table) -> [Element] {
        let changes = changes(from: other)
        return (changes.insertions + changes.modifications.map(\.new)).map { self[$0] }
    }
}

/// Follows the states of a family's members. Changes are read when somebody asks.
final class TrackedFamily<Key: Hashable, State> {
    private weak var family: StoreFamily<Key, State>?
    private let reader: FamilyReader<Key>
    private let lives: MemberLives<Key, State>
    private var states: FamilyStates<Key, State> = []

    /// Those of the members that were restored last which were not there; nil when ``present`` has been asked for.
    private var returning: [Key]?

    init(_ family: StoreFamily<Key, State>) {
        self.family = family
        (reader, lives) = (family.makeReader(), .of(family))
        reader.onMade { [weak lives] in lives?.noteMaking(of: $0) }
        reader.onLeaving { [weak lives] in lives?.noteLeaving(of: $0) }
        states = Table(family.keys.map(state))
    }

    private func state(of key: Key) -> MemberState<Key, State> {
        MemberState(id: key, life: lives.life(of: key), changed: family?.presentState(of: key))
    }

    /// Whether something has become of the members since ``present`` was asked for, or was to.
    var hasChanged: Bool { family != nil && (!reader.isEmpty || returning != nil) }

    /// The present states. O(k log n) for k members that have changed since the last call.
    var present: FamilyStates<Key, State> {
        guard family != nil, hasChanged else { return states }
        let changes = reader.take()
        if let returning = exchange(&returning, with: nil) { lives.endMissing(returning) }
        var members = states
        for key in changes.disappeared { members.remove(id: key) }
        for key in changes.appeared + changes.changed { members.updateOrAppend(state(of: key)) }
        states = members
        return states
    }

    /// Changes the members' states into former ones, during a dispatch. What goes only forward is as in the present
    /// state, or as it was when the member was there last.
    func restore(_ former: FamilyStates<Key, State>, by restore: @escaping (inout State, State) -> Void) {
        var (members, restored, returning) = (present, [(key: Key, change: (inout State) -> Void)](), [Key]())
        var snapshots: [Key: Any] = [:]
        let parts = lives.parts
        for member in former.difference(from: members) {
            let (key, present) = (member.id, members[id: member.id])
            lives.resume(member.life, of: key)
            if let present {
                members.updateOrAppend(MemberState(id: key, life: member.life, changed: present.state))
            } else {
                returning.append(key)
                if member.state == nil, let snapshot = member.life.snapshot { snapshots[key] = snapshot }
            }
            // One that was never made in that life is as the one that was made in this.
            guard let state = member.state ?? present?.life.first else { continue }
            let isSame = present?.life === member.life
            let last = isSame ? nil : member.state == nil ? state : member.life.last
            if member.state == nil { lives.noteMaking(of: member.life, state) }
            restored.append(
                (
                    key,
                    { present in
                        if let last { present = parts.former(present, keepingThoseOf: last) }
                        restore(&present, parts.former(state, keepingThoseOf: present))
                    }
                )
            )
        }
        states = members
        self.returning = returning
        family?.restore(journaled: snapshots)
        family?.restore(restored)
    }

    /// Whether restoring former states changes the present ones.
    func changes(
        _ present: FamilyStates<Key, State>,
        restoring former: FamilyStates<Key, State>,
        _ changes: (_ present: State, _ former: State) -> Bool
    ) -> Bool {
        former.difference(from: present).contains { member in
            guard let now = present[id: member.id] else { return true }
            guard let state = member.state ?? now.life.first else { return false }
            return now.state.map { changes($0, state) } ?? true
        }
    }
}
