import MillraceBase
import MillraceFlux
import MillraceHistory
import MillraceSignals

/// The stores and families of an explored program, and the digest of all their states.
final class ExploredStates: StateVisitor {
    /// A store, or the members of a family.
    private struct Part {
        let name: String

        /// Whether it may have changed since the last digest.
        let isStale: () -> Bool
        let digest: () throws(DigestError) -> UInt64
        let value: () -> Any
        let effects: () -> [EffectInFlight]
    }

    let method: StaticString = "explore"
    let inspection: Inspection
    private let types: DigestCache
    private var parts: [Part] = []
    private var digests: [UInt64] = []

    /// The stores that have had an action since the last digest.
    private let touched = Touched()

    /// - Parameter types: Shares what it has found out about types.
    init(of inspection: Inspection, sharing types: DigestCache) {
        (self.inspection, self.types) = (inspection, types)
        inspection.visit(self)
        digests = Array(repeating: 0, count: parts.count)
        let touched = touched
        inspection.dispatcher.install(Middleware(handled: { touched.note($0) }))
    }

    func visit<State>(_ store: Store<State>) {
        let (state, cache, touched) = (store.state, DigestCache(sharing: types), touched)
        let number = touched.add(store.registration.registrant)
        add(
            Part(
                name: store.description,
                isStale: { touched.take(number) },
                digest: { () throws(DigestError) in try StateDigest(reading: state.value, cache: cache).value },
                value: { state.value },
                effects: { store.presentEffects }
            )
        )
    }

    func visit<Key, State>(_ family: StoreFamily<Key, State>) {
        let (reader, cache) = (family.makeReader(), DigestCache(sharing: types))
        var (digests, sum): ([Key: UInt64], UInt64) = ([:], 0)
        var hasBegun = false
        func members() -> [(Key, Store<State>)] {
            family.keys.compactMap { key in family.member(key).map { (key, $0) } }
        }
        let made = MadeMembers(of: family, by: reader) { _ in }
        add(
            Part(
                name: family.name,
                isStale: { !hasBegun || !reader.isEmpty || !made.isEmpty },
                digest: { () throws(DigestError) in
                    let changes = reader.take()
                    let keys =
                        hasBegun ? changes.appeared + changes.changed + made.take().map(\.key) : members().map { $0.0 }
                    _ = made.take()
                    hasBegun = true
                    for key in changes.disappeared { sum &-= digests.removeValue(forKey: key) ?? 0 }
                    for key in keys {
                        guard let state = family.presentState(of: key) else { continue }
                        let digest = mixed(
                            textDigest(of: "\(key)"),
                            try StateDigest(reading: state, cache: cache).value
                        )
                        sum = sum &- (digests.updateValue(digest, forKey: key) ?? 0) &+ digest
                    }
                    return sum
                },
                value: { Dictionary(uniqueKeysWithValues: members().map { ($0, $1.state.value) }) },
                effects: { members().flatMap { $1.presentEffects } }
            )
        )
    }

    private func add(_ part: Part) {
        if parts.contains(where: { $0.name == part.name }) { stopSecond(part.name) }
        parts.append(part)
    }

    /// The digest of all states, and of the identities of the effects in flight.
    func digest() throws(UndigestedState) -> UInt64 {
        var digest: UInt64 = 0
        for (index, part) in parts.enumerated() {
            if part.isStale() {
                do { digests[index] = try part.digest() } catch {
                    throw UndigestedState(store: part.name, reason: error)
                }
            }
            var effects: UInt64 = 0
            for effect in part.effects() { effects &+= mixed(1, effect.id.map { textDigest(of: "\($0)") } ?? 0) }
            digest = mixed(digest, mixed(digests[index], effects))
        }
        return digest
    }

    /// The states, by the names of the stores.
    var values: [(name: String, value: Any)] { parts.map { ($0.name, $0.value()) } }

    /// The parts of the states that say that something is under way.
    var restless: [String] {
        parts.flatMap { part in
            func open(_ value: some Any) -> [String] { restlessParts(of: value, called: part.name) }
            return open(part.value())
        }
    }

    /// The tasks of the effects in flight.
    ///
    /// - Parameter ids: The identities of the effects that count; nil for all.
    func tasks(of ids: Set<String>? = nil) -> [ScheduledWork] {
        parts.flatMap { part in
            part.effects().compactMap { effect in
                if let ids, effect.id.map({ ids.contains("\($0)") }) != true { return nil }
                return effect.task
            }
        }
    }

    /// The identities of the effects in flight that have an end.
    var effects: [String] {
        parts.flatMap { part in
            part.effects().filter { !$0.isObserving }.map { $0.id.map { "\($0)" } ?? "one of \(part.name)" }
        }
    }

    /// The stores that have had an action.
    private final class Touched {
        private var stores: [(registrant: Registrant, isTouched: Bool)] = []

        /// Adds a store, which counts as one that has had an action. Returns its number.
        func add(_ registrant: Registrant) -> Int {
            stores.append((registrant, true))
            return stores.count - 1
        }

        func note(_ handled: HandledAction) {
            for index in stores.indices where !stores[index].isTouched && handled.hasChanged(stores[index].registrant) {
                stores[index].isTouched = true
            }
        }

        func take(_ number: Int) -> Bool { exchange(&stores[number].isTouched, with: false) }
    }
}

/// Why a state cannot be compared.
struct UndigestedState: Error, CustomStringConvertible {
    let store: String
    let reason: DigestError

    var description: String { "the state of \(store) has no digest: \(reason). To fix: \(reason.remedy)" }
}
