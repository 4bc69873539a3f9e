import MillraceBase
import MillraceFlux
import MillraceHistory
import MillraceSignals

/// The states of several stores, which a ``StoreTester`` of several stores compares.
///
/// ```swift
/// shop.send(Buy()) {
///     $0[cart].items = []
///     $0[orders].count += 1
/// }
/// ```
///
/// The state of a family is a dictionary of its members' states: `$0[rooms]["tea"]?.draft = "hello"`.
public struct StoreStates {
    /// The state and the name of a store.
    struct Part {
        let store: ObjectIdentifier
        let name: String
        var state: Any

        init(of store: some StateHolding, named name: String, state: Any) {
            self.store = ObjectIdentifier(store)
            self.name = name
            self.state = state
        }
    }

    private(set) var entries: [Part]

    init(_ entries: [Part]) { self.entries = entries }

    /// The state of one of the stores. Traps for a store that the tester was not made of. O(n) for n stores.
    public subscript<State>(store: Store<State>) -> State {
        get {
            guard let state = entries[index(of: store)].state as? State else { stopForStore("\(store)") }
            return state
        }
        set { entries[index(of: store)].state = newValue }
    }

    /// The states of the members of one of the families, by their keys. A member that must go is set to nil. Traps for
    /// a family that the tester was not made of. O(n) for n stores.
    public subscript<Key, State>(family: StoreFamily<Key, State>) -> [Key: State] {
        get {
            guard let states = entries[index(of: family)].state as? [Key: State] else { stopForStore(family.name) }
            return states
        }
        set { entries[index(of: family)].state = newValue }
    }

    private func index(of store: some StateHolding) -> Int {
        guard let index = entries.firstIndex(where: { $0.store == ObjectIdentifier(store) }) else {
            stopForStore("\(store)")
        }
        return index
    }

    private func stopForStore(_ name: String) -> Never {
        let names = entries.map(\.name).joined(separator: ", ")
        stop(
            """
            StoreStates.subscript: \(name) is not among the stores of the tester (\(names)). \
            To fix: name it in StoreTester(of:) too.
            """
        )
    }
}

/// Returns how two states of a tester differ, for several stores each under its name; nil if they are equal.
func stateDifference<State>(_ old: State, _ new: State) -> String? {
    guard let old = old as? StoreStates, let new = new as? StoreStates else { return describeDifference(old, new) }
    func open<Part>(_ old: Part, _ new: Any) -> String? { (new as? Part).flatMap { describeDifference(old, $0) } }
    let texts = zip(old.entries, new.entries).compactMap { old, new in
        open(old.state, new.state).map { "\(old.name)\n\(indented($0))" }
    }
    return texts.isEmpty ? nil : texts.joined(separator: "\n")
}

/// Returns a text with indented lines.
func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }.joined(separator: "\n")
}
