import MillraceBase
import MillraceFlux
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
        var holders: [any StateHolding] = []
        var tested: [any TestedPart] = []
        for part in repeat each parts {
            holders.append(part)
            tested.append(testedPart(part))
        }
        self.holders = holders
        read = { StoreStates(tested.map(\.entry)) }
        let making = tested.map { $0.followMaking() }
        readMade = { making.compactMap { $0() } }
        presentStores = { tested.flatMap(\.presentStores) }
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

/// A store or a family, as a tester takes it.
protocol TestedPart: StateHolding {
    /// The present state, with its name.
    var entry: StoreStates.Part { get }

    /// The store, or the members of the family.
    var presentStores: [TestedStore] { get }

    /// Follows which members are made because they are asked for. Returns what adds to states those since the last call.
    func followMaking() -> () -> ((inout StoreStates) -> Void)?
}

extension Store: TestedPart {
    var entry: StoreStates.Part { StoreStates.Part(of: self, named: "\(self)", state: state.value) }
    var presentStores: [TestedStore] { [TestedStore(self)] }
    func followMaking() -> () -> ((inout StoreStates) -> Void)? { { nil } }
}

extension StoreFamily: TestedPart {
    var entry: StoreStates.Part { StoreStates.Part(of: self, named: name, state: presentStates) }
    var presentStores: [TestedStore] { keys.compactMap(member).map { TestedStore($0) } }

    func followMaking() -> () -> ((inout StoreStates) -> Void)? {
        guard isMadeWhenAsked else { return { nil } }
        let making = MadeStates(of: self)
        return { making.take() }
    }

    private var presentStates: [Key: State] {
        keys.reduce(into: [:]) { $0[$1] = presentState(of: $1) }
    }
}

/// The members of a family that have been made because they were asked for, as they were made.
private final class MadeStates<Key: Hashable, State> {
    private let family: StoreFamily<Key, State>
    private let reader: FamilyReader<Key>
    private var made: [Key: State] = [:]

    init(of family: StoreFamily<Key, State>) {
        self.family = family
        reader = family.makeReader()
        reader.onMade { [weak self] key in self?.made[key] = self?.family.presentState(of: key) }
    }

    /// Returns what adds them to states.
    func take() -> ((inout StoreStates) -> Void)? {
        _ = reader.take()
        if made.isEmpty { return nil }
        let (family, made) = (family, exchange(&made, with: [:]))
        return { states in states[family].merge(made) { former, _ in former } }
    }
}

private func testedPart(_ holder: some StateHolding) -> any TestedPart {
    guard let part = holder as? any TestedPart else {
        stop(
            """
            StoreTester.init(of:): a \(type(of: holder)) holds no states. \
            To fix: hand in stores and families of stores.
            """
        )
    }
    return part
}

/// An effect in flight, with its store.
struct TestedEffect {
    let id: AnyHashable?

    /// The number of the effect in its store, from 1.
    let number: Int
    let store: any StoreReference
}
