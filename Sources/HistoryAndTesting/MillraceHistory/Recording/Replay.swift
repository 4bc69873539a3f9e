import MillraceBase
import MillraceFlux
import MillraceSignals

/// The result of replaying an ``ActionRecording``.
public enum ReplayOutcome: Equatable, CustomStringConvertible {
    /// All states were equal to those of the recording, as far as it has digests.
    case same(turns: Int)
    /// A state differs from the recording for the first time. Turn 0 is the initial state of the store.
    case different(turn: Int, action: String, store: String, isRedacted: Bool)
    /// An action could not be replayed.
    case stopped(turn: Int, reason: String)

    /// The result in one line.
    public var description: String {
        switch self {
        case .same(let turns): "\(turns) turn\(turns == 1 ? "" : "s") made the same states"
        case .different(0, _, let store, _): "\(store) begins with another state than in the recording"
        case .different(let turn, let action, let store, let isRedacted):
            "turn \(turn), \(action), makes another state of \(store) than in the recording"
                + (isRedacted ? "; something was left out of the action" : "")
        case .stopped(let turn, let reason): "turn \(turn) could not be replayed. \(reason)"
        }
    }
}

extension ActionRecording {
    /// Dispatches the recorded actions to new stores, and compares their states with the recorded ones, up to the first
    /// difference.
    ///
    /// Afterwards the stores keep the state that they have reached. Each action is a turn, as it was. The dispatcher's
    /// middleware is not asked (its decisions are in the recording) but notified. Effects are not started, since the
    /// actions that they dispatched are in the recording; so are those of observers, and therefore nothing else is
    /// dispatched meanwhile. Undo and time travel need the same histories beside the stores. Members of a family with
    /// `Making.whenAsked` are made when they were, if the family is among the stores.
    ///
    /// An action is read as the type of its name that the stores of the dispatcher handle by then, also stores that are
    /// not among those given, and members that were made during the replay. If no store handles such a type, the replay
    /// stops there, unless none did when it was recorded.
    ///
    /// - Parameters:
    ///   - stores: New stores, and families of stores, with the recorded names and initial states. A store without
    ///     recorded digests is not compared.
    ///   - dispatcher: The dispatcher of the stores. Replaying during a dispatch is a precondition failure.
    /// - Returns: The first difference, if there is one.
    public func replay<each Part: StateHolding>(to stores: repeat each Part, on dispatcher: Dispatcher) -> ReplayOutcome
    {
        let replayed = DigestedStores(for: "ActionRecording.replay")
        for store in repeat each stores { replayed.visit(any: store) }
        replayed.make(digests.keys.sorted())
        if let store = firstDifference(digests, replayed.digests.found, among: replayed) {
            return .different(turn: 0, action: "", store: store, isRedacted: false)
        }
        guard dispatcher.canOverride else { stopForTurn() }
        let types = RecordedTypes(on: dispatcher)
        // The digests of the states that the last action has changed.
        var found: [String: StateDigest] = [:]
        var turn: ReadTurn?
        let watch = Middleware(
            admits: { _ in false },
            allowsEffects: { _ in false },
            handled: {
                // Those that were made by observers of the family are made by nobody here.
                if let turn { replayed.make(turn.digests.keys.sorted()) }
                found = replayed.digests(changedBy: $0).found
            }
        )
        return dispatcher.withOverride(by: watch) { hand in
            for next in turns {
                turn = next
                let noteUnhandled = { found = replayed.takeMade().found }
                if let outcome = run(next, replayed, types, hand, noteUnhandled, reading: { found }) { return outcome }
            }
            return .same(turns: turns.count)
        }
    }

    /// Replays one turn. Returns the result that ends the replay, if any.
    private func run(
        _ turn: ReadTurn,
        _ stores: DigestedStores,
        _ types: RecordedTypes,
        _ hand: (any Action, Registration?) -> Void,
        _ noteUnhandled: () -> Void,
        reading digests: () -> [String: StateDigest]
    ) -> ReplayOutcome? {
        stores.make(turn.made)
        var addressee: Registration?
        if let name = turn.addressee {
            addressee = stores.store(name)
            if addressee == nil { return .stopped(turn: turn.turn, reason: "There is no store called \(name).") }
        }
        do throws(RecordingError) {
            // Not before the addressee is there: a member of a family may be the first to handle its actions.
            if let action = try turn.content(types) { hand(action, addressee) } else { noteUnhandled() }
        } catch {
            return .stopped(turn: turn.turn, reason: error.description)
        }
        return firstDifference(turn.digests, digests(), among: stores).map {
            .different(turn: turn.turn, action: turn.action, store: $0, isRedacted: turn.isRedacted)
        }
    }

    /// Returns whether a store was digested when this was recorded, and is now: a member of a family if the family is.
    private func isDigested(_ name: String, among stores: DigestedStores) -> Bool {
        if let family = stores.family(of: name) { return digests[family] != nil }
        return digests[name] != nil && stores.store(name) != nil
    }

    /// Returns the first store, by name, that both know and whose digests differ, or that changed in only one of them.
    private func firstDifference(
        _ recorded: [String: StateDigest],
        _ replayed: [String: StateDigest],
        among stores: DigestedStores
    ) -> String? {
        Set(recorded.keys).union(replayed.keys)
            .filter { isDigested($0, among: stores) && recorded[$0] != replayed[$0] }
            .min()
    }
}

private func stopForTurn() -> Never {
    stop(
        """
        ActionRecording.replay: a turn is running. \
        To fix: replay where nothing else happens, before anybody observes the stores.
        """
    )
}
