import MillraceBase
import MillraceSignals

extension Dispatcher {
    /// Returns a handle that dispatches from any thread, for the callback of a socket or a notification.
    ///
    /// ```swift
    /// let inlet = dispatcher.inlet()
    /// socket.onMessage = { text in inlet.send(MessageArrived(text: text)) }      // on whatever thread
    /// ```
    ///
    /// Each action is dispatched to all stores, in a turn of its own, on the dispatcher's scheduler. Each sender's actions
    /// keep their order, and none is lost. The inlet does not keep the dispatcher alive: when the dispatcher is gone,
    /// nothing is dispatched any more, and pending actions are dropped.
    ///
    /// Call this in the dispatcher's isolation.
    ///
    /// Precondition: the dispatcher was made with a scheduler.
    ///
    /// - Complexity: O(1). All inlets of a dispatcher share one emitter.
    @export(implementation)
    public func inlet(
        file: StaticString = #fileID,
        line: UInt = #line,
        isolation: (any Actor)? = #isolation
    ) -> Inlet<any Action> {
        guard let scheduler else {
            stop(
                """
                Dispatcher.inlet: the dispatcher has no scheduler to dispatch on what other threads send. \
                To fix: make the dispatcher with the scheduler that carries its isolation, as Dispatcher(on: .main).
                """,
                file: file,
                line: line
            )
        }
        return arrivals.inlet(on: scheduler, isolation: isolation)
    }

    @export(implementation) var arrivals: Emitter<any Action> {
        if let madeArrivals { return madeArrivals }
        let made = Emitter<any Action>(in: home)
        made.observe(for: self) { dispatcher, action in dispatcher.dispatch(arrived: action) }
        madeArrivals = made
        return made
    }

    /// Dispatches an action that was sent into an inlet.
    @usableFromInline
    func dispatch(arrived action: any Action) { dispatch(action, by: ActionOrigin(.inlet)) }
}
