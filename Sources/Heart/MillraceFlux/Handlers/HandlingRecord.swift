import MillraceSignals

/// What is noted of the handlers of one action, for middleware.
final class HandlingRecord {
    /// What is noted of the handlers of one registrant, where middleware asks for it.
    struct Details {
        var duration: Duration?
        var formerState: Any?
        var state: Any?
    }

    /// The clock that handlers are timed by. Nil where nobody wants to know how long they took.
    private let now: (() -> Duration)?
    private let keepsFormerStates: Bool

    /// Whether more is noted of a call than whose handler it was.
    let keepsDetails: Bool

    /// Whether the handlers' effects are started, and what they cancel is cancelled.
    @exclusivity(unchecked) var allowsEffects = true

    /// Whose handlers were called, in order.
    @exclusivity(unchecked) private(set) var registrants: [Registrant] = []

    /// As many as there are registrants, or none.
    @exclusivity(unchecked) private var details: [Details] = []

    /// States between two handlers of one store: they are released with the others, when nothing is being handled.
    private var intermediateStates: [Any] = []

    init(timedBy now: (() -> Duration)?, keepingFormerStates: Bool) {
        self.now = now
        keepsFormerStates = keepingFormerStates
        keepsDetails = now != nil || keepingFormerStates
    }

    /// Whether it is noted how long handlers take.
    var keepsDurations: Bool { now != nil }

    /// What is noted of the handlers of one of the registrants.
    func details(at index: Int) -> Details { keepsDetails ? details[index] : Details() }

    /// Notes whose handler was called.
    func note(_ registrant: Registrant) {
        // As a rule it is the first.
        if registrants.isEmpty || !registrants.contains(where: { $0 === registrant }) { registrants.append(registrant) }
    }

    /// Calls a handler, and notes whose it was, and what it did.
    @inline(never)
    func noteDetails(_ registrant: Registrant, _ call: () -> Void) {
        let former = keepsFormerStates ? registrant.state?.anyValue : nil
        let start = now?()
        call()
        let duration = start.flatMap { start in now.map { $0() - start } }
        let state = keepsFormerStates ? registrant.state?.anyValue : nil
        guard let index = registrants.firstIndex(where: { $0 === registrant }) else {
            registrants.append(registrant)
            details.append(Details(duration: duration, formerState: former, state: state))
            return
        }
        if let duration { details[index].duration = (details[index].duration ?? .zero) + duration }
        if let replaced = details[index].state { intermediateStates.append(replaced) }
        details[index].state = state
    }

    /// Clears the record, so that it can be used for another action.
    ///
    /// This may release objects of the user, whose `deinit` may dispatch: the record must not be available to others
    /// during the call.
    func clear() {
        while !registrants.isEmpty { registrants.removeLast() }
        guard keepsDetails else { return }
        details.removeAll(keepingCapacity: true)
        intermediateStates.removeAll()
    }
}
