import MillraceSignals

/// Holds a part of the app's state, and is the only one that changes it.
///
/// A store says which actions it handles and how each changes the state. The state is handed to a handler as `inout`,
/// in place, without a copy (law F1); outside it can only be read and observed.
///
/// ```swift
/// struct Search: Action { let text: String }
///
/// struct SearchState: Equatable {
///     var text = ""
///     var isActive = false
/// }
///
/// let search = Store(SearchState(), on: dispatcher) { store in
///     store.on(Search.self) { state, action in
///         state.text = action.text
///         state.isActive = !action.text.isEmpty
///     }
/// }
/// let title = search.state.select { $0.isActive ? "Results" : "All" }
/// ```
///
/// A handler does not wait. For work that takes time it returns an ``Effect``, whose results come back as actions.
///
/// Whoever uses a store keeps it: one made with `_ =` is released at once. A released store handles nothing any more,
/// and its state stays what it was for those who still hold it. A store keeps its dispatcher. Handlers are kept by the
/// dispatcher while the store lives; a handler that captures its own store makes a cycle and has no need to, since the
/// state is handed to it.
public final class Store<State>: Registration {
    /// The state, to be read and observed.
    ///
    /// Precondition: it is not read by a handler of this store, which gets it as the `inout` argument.
    public let state: Observable<State>

    /// The dispatcher whose actions this store handles.
    public let dispatcher: Dispatcher

    /// Makes a store and registers its handlers.
    ///
    /// - Parameters:
    ///   - initial: The state until an action changes it.
    ///   - dispatcher: Where the actions come from. The store keeps it.
    ///   - name: What error messages and descriptions call the store. Nil names it by the type of its state.
    ///   - register: Called once, with the store, to register its handlers with ``on(_:after:file:line:_:)``.
    public init(
        _ initial: State,
        on dispatcher: Dispatcher,
        name: String? = nil,
        _ register: (Store<State>) -> Void = { _ in }
    ) {
        state = Observable(root: initial, in: dispatcher.home)
        self.dispatcher = dispatcher
        super.init(name, with: dispatcher, for: state)
        if let name { state.named(name) }
        withTurn { $0.enter(self, named: name) }
        register(self)
    }

    override func isWith(_ dispatcher: any RegistrationOwner) -> Bool { self.dispatcher === dispatcher }

    /// Handles the actions of one type.
    ///
    /// Handlers of one type are called in the order in which they were registered; a store that needs what another has
    /// made of the same action declares that it comes after it. The state counts as changed whenever a handler ran: use
    /// `select` to be notified of real changes only.
    ///
    /// Preconditions: the handler depends on nothing but the state and the action (law F7), and does not dispatch (F4).
    /// It does not read the state of a store that has a handler of the same action still to come, nor what derives from
    /// it: it would be the old state. Stores do not come after each other in a circle.
    ///
    /// - Parameters:
    ///   - type: The type of the actions.
    ///   - others: Stores whose handlers of the same type are called before this one.
    ///   - handler: Changes the state.
    @export(implementation)
    public func on<ActionType: Action>(
        _ type: ActionType.Type,
        after others: [any StoreReference] = [],
        file: StaticString = #fileID,
        line: UInt = #line,
        _ handler: @escaping (inout State, ActionType) -> Void
    ) {
        let (box, node) = (state.box, state.upstream.node)
        dispatcher.add(self, for: type, after: others.map(\.registration), CallSite(file, line)) { action, turn in
            // Marked as changed first, so that what derives from the state does not count as up to date while the
            // handler runs.
            turn.changed(node)
            box.update(of: node) { handler(&$0, action.load(as: ActionType.self)) }
        }
    }
}

extension Store: StoreReference {
    /// The store as ``Dispatcher/waitFor(_:file:line:)-(Registration...,_,_)`` knows it: itself.
    public var registration: Registration { self }
}

extension Store: CustomStringConvertible {
    /// The name of the store.
    public var description: String { registrant.label }
}
