import MillraceBase
import MillraceFlux
import MillraceHistory
import MillraceSignals

/// The stores that a tester tests and keeps alive.
final class TestedStores<State> {
    /// The stores and families that it was made of.
    let holders: [any StateHolding]

    private let read: () -> State
    private let readMade: () -> [(inout State) -> Void]
    private let presentStores: () -> [TestedStore]

    /// Creates it for one store.
    init(_ store: Store<State>) {
        holders = [store]
        read = { store.state.value }
        readMade = { [] }
        let tested = TestedStore(store)
        presentStores = { [tested] }
    }

    /// Creates it for several stores and families.
    init<each Part: StateHolding>(of parts: repeat each Part) where State == StoreStates {
        let visited = VisitedStores()
        for part in repeat each parts { visited.add(part) }
        holders = visited.holders
        read = { StoreStates(visited.entries.map { $0() }) }
        readMade = { visited.made.compactMap { $0() } }
        presentStores = { visited.stores.flatMap { $0() } }
    }

    /// The stores there are now: of a family its members.
    var stores: [any StoreReference] { presentStores().map(\.store) }

    /// The present state.
    var state: State { read() }

    /// Returns what adds to a state the members that have been made since the last call because they were asked for, as
    /// they were made: that is no change.
    func takeMade() -> [(inout State) -> Void] { readMade() }

    /// The effects in flight, store by store, each in the order in which they were started.
    var effects: [TestedEffect] {
        presentStores().flatMap { tested in
            tested.effects().sorted { $0.number < $1.number }.map {
                TestedEffect(id: $0.id, number: $0.number, store: tested.store)
            }
        }
    }
}

/// A store, and how its effects in flight are read.
struct TestedStore {
    let store: any StoreReference
    let effects: () -> [EffectInFlight]

    init<State>(_ store: Store<State>) {
        self.store = store
        effects = { store.presentEffects }
    }
}

/// The stores and families that a tester of several is made of.
private final class VisitedStores: StateVisitor {
    let method: StaticString = "StoreTester.init(of:)"

    private(set) var holders: [any StateHolding] = []

    /// The present state of each, with its name.
    private(set) var entries: [() -> StoreStates.Part] = []

    /// Of each the store, or the members of the family.
    private(set) var stores: [() -> [TestedStore]] = []

    /// Of each family with `Making.whenAsked` what adds to states the members that were made since the last call.
    private(set) var made: [() -> ((inout StoreStates) -> Void)?] = []

    func add(_ holder: some StateHolding) {
        holders.append(holder)
        visit(any: holder)
    }

    func visit<State>(_ store: Store<State>) {
        entries.append { StoreStates.Part(of: store, named: "\(store)", state: store.state.value) }
        stores.append { [TestedStore(store)] }
    }

    func visit<Key, State>(_ family: StoreFamily<Key, State>) {
        entries.append {
            let states: [Key: State] = family.keys.reduce(into: [:]) { $0[$1] = family.presentState(of: $1) }
            return StoreStates.Part(of: family, named: family.name, state: states)
        }
        stores.append { family.keys.compactMap(family.member).map { TestedStore($0) } }
        guard family.isMadeWhenAsked else { return }
        let reader = family.makeReader()
        let members = MadeMembers(of: family, by: reader) { [weak family] key in family?.presentState(of: key) }
        made.append {
            _ = reader.take()
            if members.isEmpty { return nil }
            let states = members.take().compactMap { key, state in state.map { (key, $0) } }
            return { entries in entries[family].merge(Dictionary(states) { $1 }) { former, _ in former } }
        }
    }
}

/// An effect in flight, with its store.
struct TestedEffect {
    let id: AnyHashable?

    /// The number of the effect in its store, from 1.
    let number: Int
    let store: any StoreReference
}
