import MillraceBase
import MillraceSignals

/// The handlers for one type of actions, in the order in which they are called: each after those that it declares to
/// come after, otherwise as they were registered.
///
/// One that leaves does so in O(1), amortised, however many others there are: its place stays empty until half of the
/// places are. So a place may have no handler, but the last one left is always alone.
final class HandlerList: HandlingOrder {
    let actionType: any Action.Type

    /// Whether the handlers are those of one store: the list for addressed actions. A handler is in two lists, and knows
    /// its place only in the other one: from a store's own list no single handler is removed.
    let isOfOneStore: Bool

    /// Whether the actions show another moment: see ``MomentAction``.
    let isMoment: Bool

    /// The handlers as they are called, and empty places.
    @exclusivity(unchecked) private(set) var places: [Handler?] = []
    private var emptyCount = 0

    /// The handlers as they were registered. Nil while that is the order in which they are called.
    @exclusivity(unchecked) private var registered: [Handler]?

    /// Orders that were replaced while handlers are being called, which goes on with the first of them.
    @exclusivity(unchecked) private var formerOrders: [[Handler?]] = []

    /// Which handlers are the last of their stores is to be found.
    @exclusivity(unchecked) var isOrderNew = false

    /// Where the action is whose handlers are being called.
    @exclusivity(unchecked) var action: UnsafeRawPointer?

    /// The number of the dispatch in which several handlers are being called; nil where none or one is.
    @exclusivity(unchecked) var runningDispatch: Int?

    /// Notes who is called, where middleware wants to know. The caller of the handlers keeps it.
    @exclusivity(unchecked) var notedIn: Unmanaged<HandledAction>?

    /// The stores whose reactions are to be called, in the order in which their handlers were.
    @exclusivity(unchecked) var reacting: [Registrant] = []

    /// The store whose reaction is being called, and where the user's code has added it.
    @exclusivity(unchecked) var reaction: (store: Registrant, site: CallSite)?

    /// The name of a store that handles the actions and was released before anything was dispatched.
    var lostStore: String?

    init(of actionType: any Action.Type, isOfOneStore: Bool) {
        self.actionType = actionType
        self.isOfOneStore = isOfOneStore
        isMoment = actionType is any MomentAction.Type
    }

    var actionName: String { "\(actionType)" }

    /// Whether the effects that the handlers return take effect.
    var allowsEffects: Bool { notedIn?.takeUnretainedValue().allowsEffects != false }

    /// The handlers, in order. O(n).
    private var handlers: [Handler] { places.compactMap(\.self) }

    /// The order that is being called.
    var called: [Handler] { (formerOrders.first ?? places).compactMap(\.self) }
}

// MARK: - Changing

extension HandlerList {
    /// Adds a handler. A cycle of handlers that come after each other ends the process with a message.
    ///
    /// - Parameters:
    ///   - handler: The handler.
    ///   - site: Where the user's code registers it.
    func add(_ handler: Handler, registeredAt site: CallSite) {
        if handler.isFirst { return addFirst(handler) }
        registered?.append(handler)
        if !isOfOneStore { for other in handler.after { other.precedeOthers(in: ObjectIdentifier(self)) } }
        if !isOfOneStore, handler.registrant.precedesOthers(in: ObjectIdentifier(self)) {
            let all = registered ?? handlers + [handler]
            registered = all
            setOrder(sorted(all, registeredAt: site))
        } else {
            // Nothing has to come after it, so it comes last.
            keepOrder()
            append(handler)
        }
    }

    /// Adds a handler before all that are not first. It comes after none, so the others keep their order.
    private func addFirst(_ handler: Handler) {
        func adding(to handlers: [Handler]) -> [Handler] {
            handlers.prefix { $0.isFirst } + [handler] + handlers.drop { $0.isFirst }
        }
        registered = registered.map(adding)
        setOrder(adding(to: handlers))
    }

    /// Removes a handler whose registration has ended, which is in this list. The caller releases it, with all that it
    /// captured, when all lists are consistent. O(1), amortised, unless handlers declare to come after others.
    ///
    /// - Parameters:
    ///   - handler: The handler.
    ///   - dispatch: The number of the dispatch to come.
    func remove(_ handler: Handler, before dispatch: Int) {
        let registrant = handler.registrant
        if handler.firstDispatch == dispatch, registrant.cell != nil, registrant.membership == nil {
            lostStore = registrant.label
        }
        registered?.removeAll { $0 === handler }
        let place = Int(handler.place)
        guard place < places.count, places[place] === handler else { return }
        keepOrder()
        places[place] = nil
        emptyCount += 1
        if emptyCount * 2 >= places.count { closeUp() }
    }

    /// Removes the handlers of ended registrations and passes them to the caller, which releases them, with all that
    /// they captured, when all lists are consistent. Further registrations may end at the same time on other threads.
    ///
    /// - Parameters:
    ///   - dropped: Takes the removed objects, for the caller to release.
    ///   - dispatch: The number of the dispatch to come.
    func dropRemoved(into dropped: inout [AnyObject], before dispatch: Int) {
        for handler in handlers where handler.isUnregistered {
            dropped.append(handler)
            remove(handler, before: dispatch)
        }
    }

    /// Removes all handlers, since their store was unregistered. The caller keeps them until all lists are consistent.
    func removeAll() { setOrder([]) }

    /// Releases the orders that were replaced while handlers were called, and with them what removed handlers had
    /// captured: when the action is over, since that may dispatch another.
    func releaseFormerOrders() {
        if !formerOrders.isEmpty { letGoLater(exchange(&formerOrders, with: [])) }
    }

    /// Changes the order in which handlers are called, from the next dispatch on.
    private func setOrder(_ handlers: [Handler]) {
        keepOrder()
        places = []
        places.reserveCapacity(handlers.count)
        emptyCount = 0
        for handler in handlers { append(handler) }
    }

    /// Keeps the order, which is about to change, until all handlers have been called, since the call borrows them.
    private func keepOrder() {
        if action != nil { formerOrders.append(places) }
        isOrderNew = true
    }

    private func append(_ handler: Handler) {
        if !isOfOneStore { handler.place = UInt32(places.count) }
        places.append(handler)
    }

    private func closeUp() {
        var filled = 0
        for index in places.indices {
            guard let handler = places[index] else { continue }
            handler.place = UInt32(filled)
            if filled != index { places.swapAt(filled, index) }
            filled += 1
        }
        places.removeLast(places.count - filled)
        emptyCount = 0
    }
}
