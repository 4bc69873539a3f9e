import MillraceBase
import MillraceSignals

extension StoreReference {
    /// Handles the actions of one type, and returns an effect to start: see ``Effect``.
    ///
    /// ```swift
    /// store.on(Save.self) { state, _ in
    ///     state.isSaving = true
    ///     let text = state.text
    ///     return .run("save", .concat) { Saved(at: try await disk.save(text)) }
    /// }
    /// ```
    ///
    /// Otherwise like the form that returns nothing. The effect starts when the turn is over and everything is settled.
    ///
    /// Precondition: the dispatcher was made with a scheduler, unless the handler returns only `.none` and `.cancel`.
    ///
    /// - Parameters:
    ///   - type: The type of the actions.
    ///   - others: Stores whose handlers of the same type are called before this one.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    ///   - handler: Changes the state, and returns the effect. If it is a single expression, it needs no `return`.
    @export(implementation)
    public func on<ActionType: Action, State>(
        _ type: ActionType.Type,
        after others: [any StoreReference] = [],
        file: StaticString = #fileID,
        line: UInt = #line,
        _ handler: @escaping (inout State, ActionType) -> Effect
    ) where Self == Store<State> {
        self.handle(after: others, CallSite(file, line), handler)
    }
}

extension EffectArrayHandling {
    /// Handles the actions of one type, and returns several effects, which are started in their order.
    ///
    /// ```swift
    /// store.on(LoadAll.self) { state, _ in state.ids.map { id in load(id) } }
    /// ```
    ///
    /// Otherwise like the form that returns one effect.
    @export(implementation)
    public func on<ActionType: Action, State>(
        _ type: ActionType.Type,
        after others: [any StoreReference] = [],
        file: StaticString = #fileID,
        line: UInt = #line,
        _ handler: @escaping (inout State, ActionType) -> [Effect]
    ) where Self == Store<State> {
        self.handle(after: others, CallSite(file, line)) { (state: inout State, action: ActionType) in
            Effect(handler(&state, action))
        }
    }
}

extension Store {
    @export(implementation)
    func handle<ActionType: Action>(
        after others: [any StoreReference],
        _ site: CallSite,
        _ handler: @escaping (inout State, ActionType) -> Effect
    ) {
        let (box, node, effects) = (state.box, state.upstream.node, effects)
        dispatcher.add(self, for: ActionType.self, after: others.map(\.registration), site) { action, runner in
            runner.noteChange(of: node)
            let effect = box.update(of: node) { handler(&$0, action.load(as: ActionType.self)) }
            if !effect.parts.isEmpty { effects.start(effect, runner) }
        }
    }
}

// MARK: - In flight

extension Store {
    /// The number of this store's effects that are in flight: those that run, those that wait for their turn, and those
    /// that are observing.
    ///
    /// It changes in the turn of the action that starts or cancels an effect, and in the turn in which an effect ends,
    /// so it never contradicts the state. An effect that returns an action ends in the turn of that action. After the
    /// store is released it becomes zero, in a later turn.
    ///
    /// An endless effect counts for as long as it observes: for a spinner use ``isInFlight(_:)``.
    public var effectsInFlight: Observable<Int> { effects.inFlight }

    /// Whether effects of this store with an identity are in flight.
    ///
    /// ```swift
    /// let isLoading = store.isInFlight("page")
    /// isLoading.observe(for: self) { screen, isLoading in screen.showSpinner(isLoading) }
    /// ```
    ///
    /// It changes in the turn of the action that starts the first of them, and in the turn in which the last one ends
    /// or is cancelled, so it never contradicts the state. Observers are notified only if the value changes, so not if
    /// one effect replaces another. After the store is released it becomes false, in a later turn. It keeps neither the
    /// store nor its effects alive.
    ///
    /// - Parameter id: The identity, as it was given to the effect.
    /// - Complexity: O(1), also for each effect that starts or ends, however many identities are observed.
    public func isInFlight(_ id: any Hashable & Sendable) -> Observable<Bool> { effects.isInFlight(AnyHashable(id)) }

    /// The effects that are in flight, in no particular order: for the tester of stores.
    package var presentEffects: [EffectInFlight] {
        effects.present.map { run in
            let isObserving = if case .observe = run.plan.work { true } else { false }
            return EffectInFlight(
                number: run.number,
                id: run.plan.id,
                isObserving: isObserving,
                task: effects.task(of: run)
            )
        }
    }
}

/// An effect that is in flight, as a tester of stores and an exploration know it.
package struct EffectInFlight {
    /// Counts the effects of the store, from 1.
    package let number: Int
    package let id: AnyHashable?

    /// Whether it observes a signal, and so may have no end.
    package let isObserving: Bool

    /// Its task, or the wait before it; nil before it has begun.
    package let task: ScheduledWork?
}
