import MillraceBase
import MillraceFlux
import MillraceSignals

/// The stores that a tester tests and keeps alive.
final class TestedStores<State> {
    /// The stores and families that it was made of.
    let holders: [any StateHolding]

    private let read: () -> State
    private let presentStores: () -> [TestedStore]

    /// Creates it for one store.
    init(_ store: Store<State>) {
        holders = [store]
        read = { store.state.value }
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
        presentStores = { tested.flatMap(\.presentStores) }
    }

    /// The stores there are now: of a family its members.
    var stores: [any StoreReference] { presentStores().map(\.store) }

    /// The present state.
    var state: State { read() }

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
}

extension Store: TestedPart {
    var entry: StoreStates.Part { StoreStates.Part(of: self, named: "\(self)", state: state.value) }
    var presentStores: [TestedStore] { [TestedStore(self)] }
}

extension StoreFamily: TestedPart {
    var entry: StoreStates.Part { StoreStates.Part(of: self, named: name, state: presentStates) }
    var presentStores: [TestedStore] { keys.compactMap(member).map { TestedStore($0) } }

    private var presentStates: [Key: State] {
        keys.reduce(into: [:]) { $0[$1] = presentState(of: $1) }
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
