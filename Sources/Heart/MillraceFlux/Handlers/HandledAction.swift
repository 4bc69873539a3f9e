import MillraceSignals

/// An action that has reached the stores, and the changes and effects of each of them.
public final class HandledAction {
    /// The change and the effects of one store, or one callback.
    public struct Call {
        fileprivate let registrant: Registrant

        /// How long all handlers of the store for this action took together. Nil if no middleware asks for it: see
        /// ``Middleware/wantsDurations``.
        public fileprivate(set) var duration: Duration?

        /// The state before the action. Nil for a callback, and if no middleware asks for it: see
        /// ``Middleware/wantsFormerStates``.
        public fileprivate(set) var formerState: Any?

        /// The state after the action. Nil if ``formerState`` is nil.
        public fileprivate(set) var state: Any?

        /// The name of the store, or of the callback.
        public var name: String { registrant.label }

        /// Whether it is a store, whose state has therefore changed. False for a callback.
        public var isStore: Bool { registrant.state != nil }
    }

    /// The action, as the handlers received it.
    @exclusivity(unchecked) public private(set) var action: any Action = NoAction()

    /// The number of the action, counted from 1 since the first middleware was installed.
    @exclusivity(unchecked) public private(set) var number = 0

    /// The stores and callbacks that were called, in order. Empty if the action has no handler.
    @exclusivity(unchecked) public private(set) var calls: [Call] = []

    /// Who dispatched the action, and where.
    @exclusivity(unchecked) public private(set) var origin = ActionOrigin(.code)

    /// The middlewares that have replaced the action, in order.
    @exclusivity(unchecked) public private(set) var interventions: [ActionIntervention] = []

    @exclusivity(unchecked) private var addressedTo: Registrant?

    /// Whether the handlers' effects are started, and their cancellations carried out.
    @exclusivity(unchecked) var allowsEffects = true

    /// The clock that handlers are timed by. Nil where it need not be known how long they took.
    private let now: (() -> Duration)?
    private let keepsFormerStates: Bool

    /// Whether more is noted of a call than whose handler it was.
    let keepsDetails: Bool

    /// States between two handlers of one store: they are released with the others, when nothing is being handled.
    private var intermediateStates: [Any] = []

    init(timedBy now: (() -> Duration)?, keepingFormerStates: Bool) {
        self.now = now
        keepsFormerStates = keepingFormerStates
        keepsDetails = now != nil || keepingFormerStates
    }

    /// The name of the store that it was addressed to. Nil if it was dispatched to all stores.
    public var addressee: String? { addressedTo?.label }

    /// Whether the action has no handler. O(1).
    public var isUnhandled: Bool { calls.isEmpty }

    /// The names of the stores that have changed, in order: those with a handler for the action.
    public var changedStores: [String] { calls.lazy.filter(\.isStore).map(\.name) }

    /// How long all handlers took together. Nil if no middleware asks for it: see ``Middleware/wantsDurations``.
    public var duration: Duration? {
        now == nil ? nil : calls.reduce(.zero) { $0 + ($1.duration ?? .zero) }
    }

    /// Whether the action has changed a store.
    package func hasChanged(_ store: Registrant) -> Bool { calls.contains { $0.registrant === store } }
}

/// A stand-in where no action has been handled yet.
private struct NoAction: Action {}

// MARK: - Noting

extension HandledAction {
    /// Notes whose handler was called.
    func note(_ registrant: Registrant) {
        // As a rule it is the first.
        if calls.isEmpty || !hasChanged(registrant) { calls.append(Call(registrant: registrant)) }
    }

    /// Calls a handler, and notes its owner, its change and its effects.
    @inline(never)
    func noteDetails(_ registrant: Registrant, _ call: () -> Void) {
        let former = keepsFormerStates ? registrant.state?.anyValue : nil
        let start = now?()
        call()
        let duration = start.flatMap { start in now.map { $0() - start } }
        let state = keepsFormerStates ? registrant.state?.anyValue : nil
        guard let index = calls.firstIndex(where: { $0.registrant === registrant }) else {
            calls.append(Call(registrant: registrant, duration: duration, formerState: former, state: state))
            return
        }
        if let duration { calls[index].duration = (calls[index].duration ?? .zero) + duration }
        if let replaced = calls[index].state { intermediateStates.append(replaced) }
        calls[index].state = state
    }

    /// Notes which action it was, when all handlers have been called.
    func complete(
        _ action: any Action,
        number: Int,
        addressedTo registrant: Registrant?,
        by origin: ActionOrigin,
        after interventions: [ActionIntervention]
    ) {
        self.action = action
        self.number = number
        self.origin = origin
        if !interventions.isEmpty { self.interventions = interventions }
        addressedTo = registrant
    }

    /// Clears the notes, so that this can be used for another action.
    ///
    /// This may release objects of the user, whose `deinit` may dispatch: others must not have this meanwhile.
    func clear() {
        action = NoAction()
        addressedTo = nil
        if !interventions.isEmpty { interventions = [] }
        while !calls.isEmpty { calls.removeLast() }
        if keepsFormerStates { intermediateStates.removeAll() }
    }
}
