import MillraceSignals

/// What is noted of the handlers of one action.
final class HandlerWatch {
    private let scheduler: (any Scheduler)?
    private let keepsFormerStates: Bool

    /// Whether the handlers' effects are begun.
    let allowsEffects: Bool

    private(set) var calls: [HandledAction.Call] = []

    /// States between two handlers of one store: they go with this, when nothing is being handled any more.
    private var passing: [Any] = []

    init(on scheduler: (any Scheduler)?, keepingFormerStates: Bool, allowingEffects: Bool) {
        self.scheduler = scheduler
        keepsFormerStates = keepingFormerStates
        allowsEffects = allowingEffects
    }

    /// Calls a handler, and notes whose it was and how long it took.
    func watch(_ registrant: Registrant, _ call: () -> Void) {
        let former = keepsFormerStates ? registrant.state?.anyValue : nil
        let duration = measure(call)
        let state = keepsFormerStates ? registrant.state?.anyValue : nil
        if let index = calls.firstIndex(where: { $0.registrant === registrant }) {
            calls[index].duration += duration
            if let replaced = calls[index].state { passing.append(replaced) }
            calls[index].state = state
        } else {
            calls.append(
                HandledAction.Call(
                    name: registrant.label,
                    isStore: registrant.state != nil,
                    duration: duration,
                    formerState: former,
                    state: state,
                    registrant: registrant
                )
            )
        }
    }

    private func measure(_ body: () -> Void) -> Duration {
        guard let scheduler else { return ContinuousClock().measure(body) }
        let start = scheduler.now
        body()
        return scheduler.now - start
    }
}

/// A state, whatever its type.
protocol AnyState: AnyObject {
    /// The present value.
    var anyValue: Any { get }

    /// Where it lies.
    var cell: Cell { get }
}

extension Observable: AnyState {
    var anyValue: Any { value }
    var cell: Cell { box }
}
