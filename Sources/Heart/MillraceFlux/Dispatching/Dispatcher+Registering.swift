import MillraceBase
import MillraceSignals

// How handlers and callbacks are registered and unregistered.

extension Dispatcher {
    /// Registers a callback for the actions of all types, as facebook/flux's dispatcher does.
    ///
    /// Usually a store is the better choice. A callback is for code without a state, and can wait for other callbacks
    /// with ``waitFor(_:file:line:)``. If it is registered during a dispatch, it is called from
    /// the next dispatch on, or in this one if another callback waits for it.
    ///
    /// - Parameters:
    ///   - label: The name in error messages.
    ///   - callback: Called with every action, in the order of registration.
    /// - Returns: The registration. The callback is called for as long as you keep it.
    /// - Complexity: O(n) for n types of actions that stores handle.
    public func register(
        _ label: String = "a callback",
        _ callback: @escaping (any Action) -> Void
    ) -> Registration {
        noteUse()
        let registration = Registration(label, with: self)
        let added = Callback(registrant: registration.registrant, call: callback)
        using {
            callbacks.append(added)
            for list in handlers.all { add(added, to: list, addedIn: presentDispatch) }
        }
        return registration
    }

    /// Ends a registration at once, also during a dispatch: a callback that has not been called yet is skipped.
    ///
    /// Precondition: the registration is one of this dispatcher, and has not been unregistered.
    ///
    /// - Complexity: O(n) for the n handlers of a store, amortised; for a callback O(m) for all m handlers.
    public func unregister(_ registration: Registration, file: StaticString = #fileID, line: UInt = #line) {
        requireRegistered(registration, "Dispatcher.unregister", CallSite(file, line))
        registration.end()
        let last = registration.takeHandlers()
        using { drop(last) }
        last?.releasePrevious()
    }

    /// Calls the callbacks of other registrations now, unless they have already been called with the current action.
    ///
    /// A callback that waits calls the others on its own stack: 250 callbacks that wait for the next one fit a stack of
    /// 512 KiB in any build.
    ///
    /// Precondition: a callback calls it, and the registrations are valid and do not wait for that callback.
    public func waitFor(_ registrations: [Registration], file: StaticString = #fileID, line: UInt = #line) {
        guard let currentList else {
            stop(
                """
                Dispatcher.waitFor: nothing is being dispatched. \
                To fix: wait only within a callback, for the action that it was called with.
                """,
                file: file,
                line: line
            )
        }
        for registration in registrations {
            requireRegistered(registration, "Dispatcher.waitFor", CallSite(file, line))
            currentList.takeUnretainedValue().call(registration.registrant, in: dispatchNumber)
        }
    }

    /// Adds a handler of a store for the actions of one type.
    @usableFromInline
    func add(
        _ store: Registration,
        for actionType: any Action.Type,
        after others: [Registration],
        isFirst: Bool = false,
        _ site: CallSite,
        _ handle: @escaping (UnsafeRawPointer, TurnRunner) -> Void
    ) {
        noteUse()
        requireRegistered(store, "Store.on", site)
        for other in others { requireRegistered(other, "Store.on", site) }
        let handler = Handler(
            store.registrant,
            for: actionType,
            after: others.map(\.registrant),
            isFirst: isFirst,
            addedIn: presentDispatch,
            handle: handle
        )
        #if DEBUG
        handler.site = site
        #endif
        using { list(for: actionType).add(handler, registeredAt: site) }
        store.add(handler)
    }

    /// Adds a reaction to a part of a store's state.
    @usableFromInline
    func add(_ reaction: Reaction, of store: Registration) {
        noteUse()
        requireRegistered(store, "Store.onChange", reaction.site)
        store.registrant.add(reaction)
    }

    private func add(_ callback: Callback, to list: HandlerList, addedIn dispatch: Int) {
        let call = callback.call
        func handler<ActionType: Action>(for type: ActionType.Type) -> Handler {
            Handler(callback.registrant, for: type, after: [], addedIn: dispatch) { action, _ in
                call(action.load(as: type))
            }
        }
        list.add(handler(for: list.actionType), registeredAt: CallSite(#fileID, #line))
    }

    /// The handlers of a type of actions, with the callbacks for all actions where the list is new.
    private func list(for type: any Action.Type) -> HandlerList {
        if let found = handlers.find(ObjectIdentifier(type)) { return found.takeUnretainedValue() }
        let made = handlers.list(for: type)
        for callback in callbacks { add(callback, to: made, addedIn: 0) }
        return made
    }

    /// The handlers of an action that no store has registered for; nil where there is nothing to call.
    func listOfCallbacks(for type: any Action.Type) -> Unmanaged<HandlerList>? {
        callbacks.isEmpty ? nil : .passUnretained(list(for: type))
    }

    /// The number of the running dispatch; the complement of the last one's, which no dispatch has, where none runs.
    private var presentDispatch: Int { isDispatching ? dispatchNumber : ~dispatchNumber }

    /// Ends the process where a registration is not one with this dispatcher, or has ended.
    @usableFromInline
    func requireRegistered(_ registration: Registration, _ method: StaticString, _ site: CallSite) {
        guard registration.isWith(self), !registration.registrant.hasEnded else {
            stop(
                """
                \(method): \(registration.registrant.label) is not registered with this dispatcher. \
                To fix: name only what is registered here and has not been unregistered.
                """,
                at: site
            )
        }
    }
}
