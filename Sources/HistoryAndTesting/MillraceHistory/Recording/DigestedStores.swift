import MillraceBase
import MillraceFlux
import MillraceSignals

/// The digest of a state, or why it has none.
typealias Digested = Result<StateDigest, DigestError>

/// The stores and families whose states are digested, by their names.
final class DigestedStores: StateVisitor {
    /// A store, or the members of a family.
    private struct Part {
        let isFamily: Bool

        /// The digests of all states, by the names of the stores. Of a family also that of its keys, under its own name.
        let digests: () -> [String: Digested]

        /// The digests of the states that an action has changed.
        let changedDigests: (HandledAction) -> [String: Digested]

        /// The members that have been made since the last digests, and before the action that was handled last.
        var made: () -> [String] = { [] }

        /// The digests of the members that have been made since the last digests.
        var madeDigests: () -> [String: Digested] = { [:] }

        /// The store with a name, if that is one of this part; for a member that is not there its stand-in.
        let registration: (String) -> Registration?
    }

    private var parts: [String: Part] = [:]

    /// The method that a message names.
    let method: StaticString

    init(for method: StaticString) { self.method = method }

    func visit<State>(_ store: Store<State>) {
        let (name, state, registrant) = (store.description, store.state, store.registration.registrant)
        // A store keeps its dispatcher, which keeps the recorder.
        weak let registration = store.registration
        let cache = DigestCache()
        let digests = { [name: digested(state.value, cache)] }
        add(
            Part(
                isFamily: false,
                digests: digests,
                changedDigests: { $0.hasChanged(registrant) ? digests() : [:] },
                registration: { $0 == name ? registration : nil }
            ),
            called: name
        )
    }

    func visit<Key, State>(_ family: StoreFamily<Key, State>) {
        let reader = family.makeReader()
        let dispatcher = family.dispatcher
        // Actions for all stores reach a member from when it was made.
        let made = MadeMembers(of: family, by: reader) { [unowned dispatcher] _ in dispatcher.handledCount }
        let name = family.name
        // As for a store.
        weak let family = family
        func digests(of keys: [Key]) -> [String: Digested] {
            keys.reduce(into: [:]) { digests, key in
                guard let member = family?.member(key) else { return }
                digests[member.description] = digested(member.state.value)
            }
        }
        add(
            Part(
                isFamily: true,
                digests: {
                    _ = made.take()
                    guard let family else { return [:] }
                    let ofKeys = [name: digested(family.keys.map { "\($0)" })]
                    return digests(of: family.keys).merging(ofKeys) { $1 }
                },
                changedDigests: { _ in
                    if reader.isEmpty { return [:] }
                    let changes = reader.take()
                    return digests(of: changes.appeared + changes.changed)
                },
                made: {
                    guard !made.isEmpty, let family else { return [] }
                    let count = family.dispatcher.handledCount
                    return made.present.filter { $0.note < count }.map { family.name(of: $0.key) }
                },
                madeDigests: { made.isEmpty ? [:] : digests(of: made.take().map(\.key)) },
                registration: { family?.registration(called: $0) }
            ),
            called: name
        )
    }

    /// Adds a part. Two with the same name are a precondition failure.
    private func add(_ part: Part, called name: String) {
        if parts.updateValue(part, forKey: name) != nil { stopSecond(name) }
    }

    /// Returns the store, or the member of a family, with a name; for a member that is not there its stand-in.
    func store(_ name: String) -> Registration? { parts.values.lazy.compactMap { $0.registration(name) }.first }

    /// Returns the name of the family that a name is one of, or is a member's of.
    func family(of name: String) -> String? {
        parts.first { family, part in
            part.isFamily && (name == family || name.hasPrefix("\(family)[") && name.hasSuffix("]"))
        }?.key
    }

    /// The digests of all states.
    var digests: [String: Digested] {
        parts.values.reduce(into: [:]) { digests, part in digests.merge(part.digests()) { $1 } }
    }

    /// The members that have been made because they were asked for, since the last digests, before the action that was
    /// handled last.
    var made: [String] { parts.values.flatMap { $0.made() } }

    /// Has members made that were not asked for. Names of others do nothing.
    func make(_ members: some Sequence<String>) {
        for name in members { _ = store(name) }
    }

    /// Takes the digests of the members that have been made since the last digests.
    func takeMade() -> [String: Digested] {
        parts.values.reduce(into: [:]) { digests, part in digests.merge(part.madeDigests()) { $1 } }
    }

    /// Takes the digests of the states that an action has changed, and of the members that have been made.
    func digests(changedBy handled: HandledAction) -> [String: Digested] {
        parts.values.reduce(into: takeMade()) { digests, part in digests.merge(part.changedDigests(handled)) { $1 } }
    }
}

private func digested<State>(_ state: State, _ cache: DigestCache? = nil) -> Digested {
    Result { () throws(DigestError) in try StateDigest(reading: state, cache: cache) }
}

extension [String: Digested] {
    /// The digests of the states that have one.
    var found: [String: StateDigest] { compactMapValues { try? $0.get() } }
}
