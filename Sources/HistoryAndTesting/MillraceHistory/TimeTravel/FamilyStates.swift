import MillraceData
import MillraceFlux
import MillraceSignals

/// The state of one member of a family, by its key.
struct MemberState<Key: Hashable, State>: Identifiable {
    let id: Key
    let state: State
}

extension MemberState: Equatable where State: Equatable {}

/// The states of a family's members at one moment.
typealias FamilyStates<Key: Hashable, State> = Table<MemberState<Key, State>>

extension Table {
    /// The elements that are others here than elsewhere, or that are only here. O(k log n) for k differences.
    func difference(from other: Table) -> [Element] {
        let changes = changes(from: other)
        return (changes.insertions + changes.modifications.map(\.new)).map { self[$0] }
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
        states = Table(family.keys.compactMap { key in family.presentState(of: key).map { .init(id: key, state: $0) } })
    }

    /// Whether something has become of the members since ``present`` was asked for.
    var hasChanged: Bool { !reader.isEmpty }

    /// The present states. O(k log n) for k members that have changed since the last call.
    var present: FamilyStates<Key, State> {
        guard let family, hasChanged else { return states }
        let changes = reader.take()
        var members = states
        for key in changes.disappeared { members.remove(id: key) }
        for key in changes.appeared + changes.changed {
            if let state = family.presentState(of: key) {
                members.updateOrAppend(.init(id: key, state: state))
            }
        }
        states = members
        return states
    }

    /// Changes the members' states into former ones, during a dispatch.
    func restore(_ former: FamilyStates<Key, State>, by restore: @escaping (inout State, State) -> Void) {
        family?.restore(former.difference(from: present).map { ($0.id, $0.state) }, by: restore)
    }
}
