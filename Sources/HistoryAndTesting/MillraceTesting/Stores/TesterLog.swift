import MillraceBase
import MillraceFlux
import MillraceSignals

/// Notes which actions have reached the stores of a tester's dispatcher, with the resulting states.
final class TesterLog<State> {
    /// An action, with the resulting states.
    struct Step {
        let action: any Action
        let state: State

        /// What adds to the state before the members that were made since, because they were asked for.
        var made: [(inout State) -> Void] = []

        /// The effects that it has started.
        let started: [TestedEffect]

        /// Whether some store handles it, under test or not.
        let isHandled: Bool
    }

    private weak var tested: TestedStores<State>?

    /// The steps that have not been expected yet, in order.
    private(set) var steps: [Step] = []

    /// Where the tester was last used.
    var place: CallSite

    /// The number of the last known effect of each store.
    private var lastEffects: [ObjectIdentifier: Int] = [:]

    init(at place: CallSite) { self.place = place }

    /// Starts noting.
    func begin(with tested: TestedStores<State>) {
        self.tested = tested
        _ = takeStarted(from: tested)
    }

    func note(_ handled: HandledAction) {
        guard let tested else { return }
        steps.append(
            Step(
                action: handled.action,
                state: tested.state,
                made: tested.takeMade(),
                started: takeStarted(from: tested),
                isHandled: handled.calls.contains(where: \.isStore)
            )
        )
    }

    /// Returns the effects that have started since the last call.
    private func takeStarted(from tested: TestedStores<State>) -> [TestedEffect] {
        // A store may stand where one that is gone stood.
        let stores = Set(tested.stores.map(ObjectIdentifier.init))
        lastEffects = lastEffects.filter { stores.contains($0.key) }
        let started = tested.effects.filter { $0.number > lastEffects[ObjectIdentifier($0.store), default: 0] }
        for effect in started { lastEffects[ObjectIdentifier(effect.store)] = effect.number }
        return started
    }

    /// Removes the first steps, by default all. They are released when the list is consistent again.
    func forget(first count: Int? = nil) {
        let former = steps
        steps = Array(former.dropFirst(count ?? former.count))
        withExtendedLifetime(former) {}
    }

    /// Removes and returns the first entry.
    func takeFirst() -> Step? {
        defer { if !steps.isEmpty { forget(first: 1) } }
        return steps.first
    }

    func fail(_ message: String) { record(message, at: place) }
}
