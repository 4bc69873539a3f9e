import MillraceFlux
import MillraceSignals

/// The stores that a tester tests and keeps alive.
final class TestedStores<State> {
    let stores: [any StoreReference]

    private let read: () -> State
    private let presentEffects: [() -> [EffectInFlight]]

    /// Creates it for one store.
    init(_ store: Store<State>) {
        stores = [store]
        read = { store.state.value }
        presentEffects = [{ store.presentEffects }]
    }

    /// Creates it for several stores.
    init<each Part>(of parts: repeat Store<each Part>) where State == StoreStates {
        var stores: [any StoreReference] = []
        var reads: [() -> StoreStates.Entry] = []
        var presentEffects: [() -> [EffectInFlight]] = []
        for part in repeat each parts {
            stores.append(part)
            reads.append { StoreStates.Entry(of: part) }
            presentEffects.append { part.presentEffects }
        }
        self.stores = stores
        read = { StoreStates(reads.map { $0() }) }
        self.presentEffects = presentEffects
    }

    /// The present state.
    var state: State { read() }

    /// The effects in flight, store by store, each in the order in which they were started.
    var effects: [TestedEffect] {
        zip(stores, presentEffects).flatMap { store, effects in
            effects().sorted { $0.number < $1.number }.map { TestedEffect(id: $0.id, number: $0.number, store: store) }
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
