import MillraceBase
import MillraceSignals

/// Keeps a callback registered with a dispatcher; releasing it unregisters the callback.
///
/// The caller keeps the registration alive. Releasing the last reference unregisters, as
/// ``Dispatcher/unregister(_:file:line:)`` does, on any thread, and the callback is not called again. If the dispatcher
/// belongs to an actor and the reference is released elsewhere, the callback is released soon, on that actor; otherwise
/// at once, or at the end of the dispatch that runs. A registration does not keep the dispatcher alive.
///
/// A ``Store`` is a registration, too: it handles actions until it is released or unregistered.
public class Registration {
    /// The identity of the registration, to which its handlers refer.
    package final let registrant: Registrant
    private final weak var dispatcher: (any RegistrationOwner)?

    /// The handlers of a store, the last one first.
    @exclusivity(unchecked) private final var lastHandler: Handler?

    /// The handlers of a store by type, for the actions that are addressed to it. Nil until the first one is.
    @exclusivity(unchecked) private final var madeTable: HandlerRegistry?

    /// The dependent that ends with the registration: the effects of a store.
    final var dependent: (any RegistrationDependent)?

    init(_ name: String?, with dispatcher: any RegistrationOwner, for state: (any AnyState)? = nil) {
        registrant = Registrant(name, for: state)
        self.dispatcher = dispatcher
    }

    /// Creates the stand-in for a member of a family that is not there: actions addressed to it are not handled.
    init(absent membership: any FamilyMembership, from dispatcher: any RegistrationOwner) {
        registrant = Registrant(nil, for: nil)
        registrant.join(membership)
        _ = registrant.end()
        self.dispatcher = dispatcher
    }

    deinit {
        if end() { dispatcher?.registrationEnded(lastHandler) }
        lastHandler?.releasePrevious()
    }

    /// Ends the registration: nothing is called any more, and effects end. May be called on any thread. Returns false
    /// if it had ended.
    @discardableResult
    final func end() -> Bool {
        guard registrant.end() else { return false }
        dependent?.registrationEnded()
        return true
    }

    /// Whether it was made with a dispatcher. A store, which keeps its own, need not ask a weak reference.
    func isWith(_ dispatcher: any RegistrationOwner) -> Bool { self.dispatcher === dispatcher }

    /// Takes a handler of a store, for actions addressed to it.
    final func add(_ handler: Handler) {
        handler.previous = lastHandler
        lastHandler = handler
        madeTable?.add(handler)
    }

    /// The handlers of a store by type.
    final var ownHandlers: HandlerRegistry {
        if let madeTable { return madeTable }
        let made = HandlerRegistry(isOfOneStore: true)
        var handlers: [Handler] = []
        while let handler = handlers.last.map(\.previous) ?? lastHandler { handlers.append(handler) }
        for handler in handlers.reversed() { made.add(handler) }
        madeTable = made
        return made
    }

    /// The same, borrowed from this: counting references would take longer than finding one.
    @inline(__always)
    final var borrowedHandlers: Unmanaged<HandlerRegistry> {
        if let madeTable { return .passUnretained(madeTable) }
        return .passUnretained(ownHandlers)
    }

    /// Hands over the handlers of a store that was unregistered, the last one first. The caller drops them from the
    /// lists of all stores, and keeps them until all lists are in order.
    final func takeHandlers() -> Handler? {
        for list in madeTable?.all ?? [] { list.removeAll() }
        let reactions = registrant.takeReactions()
        if !reactions.isEmpty, withRunner({ !$0.isIdle }) { letGoLater(reactions) } else { letGo(reactions) }
        defer { lastHandler = nil }
        return lastHandler
    }
}

/// The owner that is notified when a registration ends: a dispatcher.
protocol RegistrationOwner: AnyObject {
    /// A registration was released. Called on any thread.
    ///
    /// - Parameter last: The last handler of a store, whose others follow; nil for a bare callback. The caller keeps
    ///   them.
    func registrationEnded(_ last: Handler?)
}

/// An object that ends together with a registration.
protocol RegistrationDependent: AnyObject {
    /// The registration was released, or was unregistered. Called on any thread.
    func registrationEnded()
}
