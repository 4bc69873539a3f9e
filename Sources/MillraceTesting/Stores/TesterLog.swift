import MillraceFlux
import MillraceSignals

/// What has reached the stores of a tester's dispatcher, as it has left those under test.
final class TesterLog<State>: Middleware {
    /// An action, and what the stores have made of it.
    struct Entry {
        let action: any Action
        let state: State

        /// The effects that it has begun.
        let started: [TestedEffect]

        /// A store was there that handles it, whether under test or not.
        let isHandled: Bool
    }

    private weak var tested: TestedStores<State>?

    /// What has not been expected yet, in order.
    private(set) var entries: [Entry] = []

    /// Where the tester was used last.
    var place: SourcePlace

    /// The number of the last effect of each store that was seen.
    private var lastEffects: [ObjectIdentifier: Int] = [:]

    init(at place: SourcePlace) { self.place = place }

    /// From here on what happens is noted.
    func begin(with tested: TestedStores<State>) {
        self.tested = tested
        _ = takeStarted(from: tested)
    }

    func didHandle(_ handled: HandledAction) {
        guard let tested else { return }
        entries.append(
            Entry(
                action: handled.action,
                state: tested.state,
                started: takeStarted(from: tested),
                isHandled: handled.calls.contains(where: \.isStore)
            )
        )
    }

    /// The effects that have begun since this was asked last.
    private func takeStarted(from tested: TestedStores<State>) -> [TestedEffect] {
        let started = tested.effects.filter { $0.number > lastEffects[ObjectIdentifier($0.store), default: 0] }
        for effect in started { lastEffects[ObjectIdentifier(effect.store)] = effect.number }
        return started
    }

    /// Forgets the first entries, by default all. They go when the list is in order.
    func forget(first count: Int? = nil) {
        let former = entries
        entries = Array(former.dropFirst(count ?? former.count))
        withExtendedLifetime(former) {}
    }

    /// Takes out the first entry.
    func takeFirst() -> Entry? {
        defer { if !entries.isEmpty { forget(first: 1) } }
        return entries.first
    }

    func fail(_ message: String) { record(message, at: place) }
}
