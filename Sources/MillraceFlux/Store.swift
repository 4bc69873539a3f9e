import MillraceSignals

/// Holds a part of the app's state and is the only one that changes it.
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
/// Whoever uses a store keeps it (one made with `_ =` is gone at once): released, it handles nothing any more, and its state stays what it was for those who
/// still hold it. It keeps its dispatcher. Handlers are kept by the dispatcher while the store lives; a handler that
/// captures its own store makes a cycle and has no need to, since its state is handed to it.
public final class Store<State> {
    /// The state, to be read and observed.
    ///
    /// To read it from a handler of this store is a programmer's error: there it is the `inout` argument.
    public let state: Observable<State>

    /// The dispatcher whose actions this store handles.
    public let dispatcher: Dispatcher

    /// The store as ``Dispatcher/waitFor(_:file:line:)-(Registration...,_,_)`` knows it. It lives as long as the store.
    public let registration: Registration

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
        registration = Registration(name ?? "Store<\(State.self)>", with: dispatcher, for: state)
        if let name { state.named(name) }
        withTurn { $0.enter(self, named: name) }
        register(self)
    }

    /// Handles the actions of one type.
    ///
    /// Handlers of one type are called in the order in which they were registered; a store that needs what another has
    /// made of the same action declares that it comes after it. To read the state of a store that has a handler of the
    /// same action still to come, or what derives from it, traps: it would be the old state. The state counts as changed whenever a handler ran; use
    /// `select` to be told of real changes only. A handler must depend on nothing but the state and the action (law
    /// F7), and must not dispatch (F4).
    ///
    /// - Parameters:
    ///   - type: The type of the actions.
    ///   - others: Stores whose handlers of the same type are called before this one. A circle is a programmer's error.
    ///   - handler: Changes the state.
    @inlinable
    public func on<ActionType: Action>(
        _ type: ActionType.Type,
        after others: [any StoreReference] = [],
        file: StaticString = #fileID,
        line: UInt = #line,
        _ handler: @escaping (inout State, ActionType) -> Void
    ) {
        let (box, node) = (state.box, state.upstream.node)
        add(after: others, CallPlace(file, line)) { (action: ActionType, turn: Turn) in
            // Marked as changed first, so that what derives from the state cannot pass for present meanwhile.
            turn.changed(node)
            box.update(of: node) { handler(&$0, action) }
        }
    }

    @usableFromInline
    func add<ActionType: Action>(
        after others: [any StoreReference],
        _ place: CallPlace,
        _ handler: @escaping (ActionType, Turn) -> Void
    ) {
        dispatcher.add(registration, after: others.map(\.registration), place, handler)
    }
}

/// A store, whatever the type of its state: what an order between stores is declared with.
public protocol StoreReference: EffectArrayHandling {
    /// The store as its dispatcher knows it.
    var registration: Registration { get }
}

extension Store: StoreReference {}

extension Store: CustomStringConvertible {
    /// The name of the store.
    public var description: String { registration.registrant.label }
}
