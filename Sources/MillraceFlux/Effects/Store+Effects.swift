import MillraceSignals

// The forms of `on` whose handlers return effects stand in extensions of protocols, and not of `Store`: where a closure
// fits several, the compiler prefers the class to a protocol, and a protocol to what that refines. So a handler that
// returns nothing stays one that returns nothing, and one that is only an expression is taken for what that gives.

/// A store whose handlers may return several effects. Every store is one; see ``StoreReference``.
public protocol EffectArrayHandling: OptionalEffectHandling {}

/// A store whose handlers may return an effect or nil. Every store is one; see ``StoreReference``.
public protocol OptionalEffectHandling: AnyObject {}

extension StoreReference {
    /// Handles the actions of one type, and says what else is to be done: see ``Effect``.
    ///
    /// ```swift
    /// store.on(Save.self) { state, _ in
    ///     state.isSaving = true
    ///     let text = state.text
    ///     return .run("save", .concat) { Saved(at: try await disk.save(text)) }
    /// }
    /// ```
    ///
    /// Otherwise as the form that returns nothing. The effect begins when the turn is over, so that it finds everything
    /// settled. To return one where the dispatcher was made without a scheduler is a programmer's error; `.none` and
    /// `.cancel` need none.
    ///
    /// - Parameters:
    ///   - type: The type of the actions.
    ///   - others: Stores whose handlers of the same type are called before this one. A circle is a programmer's error.
    ///   - handler: Changes the state, and returns the effect. One that is nothing but an expression needs no `return`.
    @inlinable
    public func on<ActionType: Action, State>(
        _ type: ActionType.Type,
        after others: [any StoreReference] = [],
        file: StaticString = #fileID,
        line: UInt = #line,
        _ handler: @escaping (inout State, ActionType) -> Effect
    ) where Self == Store<State> {
        self.handle(after: others, CallPlace(file, line), handler)
    }
}

extension EffectArrayHandling {
    /// Handles the actions of one type, and says what else is to be done: several effects, taken in order.
    ///
    /// ```swift
    /// store.on(LoadAll.self) { state, _ in state.ids.map { id in load(id) } }
    /// ```
    ///
    /// Otherwise as the form that returns one effect.
    @inlinable
    public func on<ActionType: Action, State>(
        _ type: ActionType.Type,
        after others: [any StoreReference] = [],
        file: StaticString = #fileID,
        line: UInt = #line,
        _ handler: @escaping (inout State, ActionType) -> [Effect]
    ) where Self == Store<State> {
        self.handle(after: others, CallPlace(file, line)) { (state: inout State, action: ActionType) in
            Effect(handler(&state, action))
        }
    }
}

extension OptionalEffectHandling {
    /// Handles the actions of one type, and may say what else is to be done. Nil is ``Effect/none``.
    ///
    /// Otherwise as the form that returns an effect.
    @inlinable
    public func on<ActionType: Action, State>(
        _ type: ActionType.Type,
        after others: [any StoreReference] = [],
        file: StaticString = #fileID,
        line: UInt = #line,
        _ handler: @escaping (inout State, ActionType) -> Effect?
    ) where Self == Store<State> {
        self.handle(after: others, CallPlace(file, line)) { (state: inout State, action: ActionType) in
            handler(&state, action) ?? Effect.none
        }
    }
}

extension Store {
    @inlinable
    func handle<ActionType: Action>(
        after others: [any StoreReference],
        _ place: CallPlace,
        _ handler: @escaping (inout State, ActionType) -> Effect
    ) {
        let (box, node, effects) = (state.box, state.upstream.node, registration.effects)
        add(after: others, place) { (action: ActionType, turn: Turn) in
            turn.changed(node)
            let effect = box.update(of: node) { handler(&$0, action) }
            if !effect.parts.isEmpty { effects.admit(effect, turn) }
        }
    }

    /// The number of this store's effects that are in flight: those that run, those that wait for their turn, and those
    /// that are observing.
    ///
    /// It changes in the turn of the action that asks for an effect, or cancels it, and in the turn of the last action
    /// of an effect that returns it; so it never contradicts the state. When the store is released it becomes zero,
    /// later.
    ///
    /// An endless effect counts for as long as it observes: for a spinner use ``isInFlight(_:)``.
    public var effectsInFlight: Observable<Int> { registration.effects.observables.count }

    /// The effects that are in flight, in the order in which they were asked for: for the tester of stores.
    package var presentEffects: [EffectInFlight] { registration.effects.present }
}

/// An effect that is in flight, as the tester of stores knows it.
package struct EffectInFlight {
    /// Counts the effects of the store, from 1.
    package let number: Int
    package let id: AnyHashable?
}
