import MillraceBase
import MillraceFlux
import MillraceSignals

/// The digest of a state, or why it has none.
typealias Digested = Result<StateDigest, DigestProblem>

/// The stores whose states are digested, by their names.
final class DigestedStores {
    private struct DigestedStore {
        let registration: Registration
        let cache = DigestCache()
        let digest: (DigestCache) -> Digested
        let state: () -> Any
    }

    private var stores: [String: DigestedStore] = [:]
    private var families: [String: any DigestedFamilyProtocol] = [:]

    let method: StaticString

    init(for method: StaticString) { self.method = method }

    /// Returns the store, or the member of a family, with a name; for a member that is not there what stands for it.
    func store(_ name: String) -> Registration? {
        stores[name]?.registration ?? families.values.lazy.compactMap { $0.registration(called: name) }.first
    }

    /// Returns the name of the family that a name is one of, or is a member's of.
    func family(of name: String) -> String? {
        if families.isEmpty { return nil }
        return families.keys.first { name == $0 || name.hasPrefix("\($0)[") && name.hasSuffix("]") }
    }

    /// The digests of all stores.
    var digests: [String: Digested] {
        families.values.reduce(into: stores.mapValues { $0.digest($0.cache) }) { digests, family in
            digests.merge(family.digests) { $1 }
        }
    }

    /// The states that can be encoded.
    var encodableStates: [String: any Encodable] { stores.compactMapValues { $0.state() as? any Encodable } }

    /// Returns the digests of the stores that an action has changed.
    func digests(changedBy handled: HandledAction) -> [String: Digested] {
        let own = stores.filter { handled.hasChanged($0.value.registration.registrant) }
        return families.values.reduce(into: own.mapValues { $0.digest($0.cache) }) { digests, family in
            digests.merge(family.changedDigests()) { $1 }
        }
    }
}

// Two stores or families with the same name are a precondition failure.
extension DigestedStores: StateVisitor {
    func visit<State>(_ store: Store<State>) {
        requireNew(store.description)
        let state = store.state
        stores[store.description] = DigestedStore(
            registration: store.registration,
            digest: { digested(state.value, $0) },
            state: { state.value }
        )
    }

    func visit<Key, State>(_ family: StoreFamily<Key, State>) {
        requireNew(family.name)
        families[family.name] = DigestedFamily(family)
    }

    private func requireNew(_ name: String) {
        if stores[name] == nil, families[name] == nil { return }
        stop(
            """
            \(method): two stores are called \(name). \
            To fix: name each with Store(_:on:name:), since recordings tell them apart by that.
            """
        )
    }
}

private func digested<State>(_ state: State, _ cache: DigestCache? = nil) -> Digested {
    Result { () throws(DigestProblem) in try StateDigest(reading: state, cache: cache) }
}

extension [String: Digested] {
    /// The digests of the states that have one.
    var found: [String: StateDigest] { compactMapValues { try? $0.get() } }
}

/// A family whose members' states are digested, whatever its types.
private protocol DigestedFamilyProtocol {
    /// The digests of all members, and under the family's own name one of the keys.
    var digests: [String: Digested] { get }

    /// The digests of the members that have appeared or changed since the last call.
    func changedDigests() -> [String: Digested]

    func registration(called name: String) -> Registration?
}

private struct DigestedFamily<Key: Hashable, State>: DigestedFamilyProtocol {
    private let family: StoreFamily<Key, State>
    private let reader: FamilyReader<Key>

    init(_ family: StoreFamily<Key, State>) {
        self.family = family
        reader = family.makeReader()
    }

    var digests: [String: Digested] {
        digests(of: family.keys).merging([family.name: digested(family.keys.map { "\($0)" })]) { $1 }
    }

    func changedDigests() -> [String: Digested] {
        if reader.isEmpty { return [:] }
        let changes = reader.take()
        return digests(of: changes.appeared + changes.changed)
    }

    func registration(called name: String) -> Registration? { family.registration(called: name) }

    private func digests(of keys: [Key]) -> [String: Digested] {
        keys.reduce(into: [:]) { digests, key in
            guard let member = family.member(key) else { return }
            digests[member.description] = digested(member.state.value)
        }
    }
}
