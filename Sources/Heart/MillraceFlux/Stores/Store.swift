import MillraceBase
import MillraceSignals

/// Holds a part of the app's state, which only the store's own handlers can change.
///
/// A store registers a handler for each type of action that it handles. A handler receives the state as `inout`, in
/// place, without a copy (law F1). Outside of handlers the state can only be read and observed.
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
/// Keep a store for as long as you use it, in a property: a store made with `_ =` is released at once, and an optimised
/// build releases a constant of a function after its last use, which may be before the first dispatch. A released store
/// handles nothing any more; its ``state``, where it is held, has the last value. An action that is not handled
/// because its only store was released before anything was dispatched is reported to standard error, once. A store
/// keeps its dispatcher alive. The dispatcher keeps the handlers while the store lives. A handler must not capture its
/// own store, which would be a retain cycle; it does not need to, because it receives the state.
public final class Store<State>: Registration {
    /// The state as an observable, which can be read and observed but not set.
    ///
    /// It changes in the turn of an action that this store handles, and keeps its last value when the store is
    /// released.
    ///
    /// Precondition: no handler of this store reads it. A handler receives the state as its `inout` argument.
    public let state: Observable<State>

    /// The dispatcher whose actions this store handles.
    public let dispatcher: Dispatcher

    /// Creates a store and registers its handlers.
    ///
    /// - Parameters:
    ///   - initial: The state until an action changes it.
    ///   - dispatcher: Where the actions come from. The store keeps it alive.
    ///   - name: The name in error messages, recordings and descriptions. Nil stands for the type of the state. A
    ///     name that two stores of one dispatcher are given is reported, in a debug build.
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
        withRunner { $0.noteCreation(of: self, named: name) }
        #if DEBUG
        if name != nil { dispatcher.storeNames.add(self) }
        #endif
        register(self)
    }

    override func isWith(_ dispatcher: any RegistrationOwner) -> Bool { self.dispatcher === dispatcher }

    /// Handles the actions of one type.
    ///
    /// Handlers of one type are called in the order in which they were registered. If a handler needs the state that
    /// another store has after the same action, declare this with `after:`. The state counts as changed whenever a
    /// handler has run: use `select` to be notified only if a value differs.
    ///
    /// Preconditions: the handler depends on nothing but the state and the action (law F7), and does not dispatch (F4).
    /// It does not read the state of a store whose handler of the same action is still to run, nor a value derived from
    /// that state, because it would read the old one. The declared orders form no cycle (F5).
    ///
    /// A part that the handler replaces within the state is released there and then, while the action is being handled.
    /// So the `deinit` of a value in the state must not dispatch or read that state: leave notifications to an effect.
    ///
    /// - Parameters:
    ///   - type: The type of the actions.
    ///   - others: Stores whose handlers of the same type are called before this one.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    ///   - handler: Changes the state.
    /// - Complexity: O(1), amortised; O(n) for the n handlers of this type if one of them comes `after:` this store's.
    @export(implementation)
    public func on<ActionType: Action>(
        _ type: ActionType.Type,
        after others: [any StoreReference] = [],
        file: StaticString = #fileID,
        line: UInt = #line,
        _ handler: @escaping (inout State, ActionType) -> Void
    ) {
        add(handler, after: others.map(\.registration), isFirst: false, CallSite(file, line))
    }

    @export(implementation)
    func add<ActionType: Action>(
        _ handler: @escaping (inout State, ActionType) -> Void,
        after others: [Registration],
        isFirst: Bool,
        _ site: CallSite
    ) {
        let (box, node) = (state.box, state.upstream.node)
        dispatcher.add(self, for: ActionType.self, after: others, isFirst: isFirst, site) { action, runner in
            // Marked as changed first, so that observables derived from the state do not count as up to date while the
            // handler runs.
            runner.noteChange(of: node)
            box.update(of: node) { handler(&$0, action.load(as: ActionType.self)) }
        }
    }
}

extension Store {
    /// Handles the actions of one type before all other stores and handlers, whenever those are registered: for
    /// histories, so that the handlers of a store find the restored state.
    @export(implementation)
    package func onFirst<ActionType: Action>(
        _ type: ActionType.Type,
        _ handler: @escaping (inout State, ActionType) -> Void
    ) {
        add(handler, after: [], isFirst: true, CallSite(#fileID, #line))
    }
}

extension Store: StoreReference {
    /// The store itself, to be passed to ``Dispatcher/waitFor(_:file:line:)``.
    public var registration: Registration { self }
}

extension Store: CustomStringConvertible {
    /// The name of the store.
    public var description: String { registrant.label }
}
