import MillraceFlux
import MillraceSignals

/// The stores whose states are digested, by their names.
struct DigestedStores {
    private struct Entry {
        let store: any StoreReference
        let cache = DigestCache()
        let digest: (DigestCache) -> StateDigest
        let state: () -> Any
    }

    private var entries: [String: Entry] = [:]

    /// Adds a store. Two stores with the same name are a precondition failure.
    mutating func add<State>(_ store: Store<State>, for method: StaticString) {
        if entries[store.description] != nil {
            stop(
                """
                \(method): two stores are called \(store.description). \
                To fix: name each with Store(_:on:name:), since recordings tell them apart by that.
                """
            )
        }
        let state = store.state
        entries[store.description] = Entry(
            store: store,
            digest: { StateDigest(of: state.value, cache: $0) },
            state: { state.value }
        )
    }

    /// Returns the store with a name.
    func store(_ name: String) -> (any StoreReference)? { entries[name]?.store }

    /// The digests of all stores.
    var digests: [String: StateDigest] { entries.mapValues { $0.digest($0.cache) } }

    /// The states that can be encoded.
    var encodableStates: [String: any Encodable] { entries.compactMapValues { $0.state() as? any Encodable } }

    /// Returns the digests of the stores that an action has changed.
    func digests(changedBy handled: HandledAction) -> [String: StateDigest] {
        entries
            .filter { handled.hasChanged($0.value.store.registration.registrant) }
            .mapValues { $0.digest($0.cache) }
    }
}
