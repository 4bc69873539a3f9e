import MillraceData
import MillraceFlux
import MillraceSignals

/// The states of a family's members at one moment.
///
/// An object and no value, since a table would be taken for a collection, of which a history compares all elements.
final class FamilyStates<Key: Hashable, State> {
    struct Member: Identifiable {
        let id: Key
        let state: State
    }

    let members: Table<Member>

    init(_ members: Table<Member>) { self.members = members }

    /// The members whose states are others here than elsewhere, or that are only here. O(k log n) for k differences.
    func difference(from other: FamilyStates) -> [(key: Key, state: State)] {
        let changes = members.changes(from: other.members)
        return (changes.insertions + changes.modifications.map(\.new)).map { position in
            let member = members[position]
            return (member.id, member.state)
        }
    }
}

extension FamilyStates.Member: Equatable where State: Equatable {}

extension FamilyStates: Equatable where State: Equatable {
    static func == (left: FamilyStates, right: FamilyStates) -> Bool {
        left === right || left.members == right.members
    }
}

/// Follows the states of a family's members. What has changed is read when somebody asks.
final class TrackedFamily<Key: Hashable, State> {
    private weak var family: StoreFamily<Key, State>?
    private let reader: FamilyReader<Key>
    private var states: FamilyStates<Key, State>

    init(_ family: StoreFamily<Key, State>) {
        self.family = family
        reader = family.makeReader()
        states = FamilyStates(
            Table(family.keys.compactMap { key in family.presentState(of: key).map { .init(id: key, state: $0) } })
        )
    }

    /// Whether something has become of the members since ``present`` was asked for.
    var hasChanged: Bool { !reader.isEmpty }

    /// The present states. O(k log n) for k members that have changed since the last call.
    var present: FamilyStates<Key, State> {
        guard let family, hasChanged else { return states }
        let changes = reader.take()
        var members = states.members
        for key in changes.disappeared { members.remove(id: key) }
        for key in changes.appeared + changes.changed {
            if let state = family.presentState(of: key) {
                members.updateOrAppend(.init(id: key, state: state))
            }
        }
        states = FamilyStates(members)
        return states
    }

    /// Changes the members' states into former ones, during a dispatch.
    func restore(_ former: FamilyStates<Key, State>, by restore: @escaping (inout State, State) -> Void) {
        family?.restore(former.difference(from: present), by: restore)
    }
}
