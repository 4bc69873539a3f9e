extension Signal {
    /// Calls closures at each event: for logs, counters and the like.
    ///
    /// ![handleEvents](marbles-handleevents.svg)
    ///
    /// The closures run once per value, however many observers there are, and never without one. Passes all values on,
    /// finishes with this signal and keeps it alive. O(1) per value.
    ///
    /// - Parameters:
    ///   - onStart: Called when the first observer is added.
    ///   - onValue: Called with each value, before it is passed on.
    ///   - onFinish: Called when this signal finishes, before that is passed on.
    ///   - onCancel: Called when the last observer leaves before this signal has finished.
    @export(implementation)
    public func handleEvents(
        onStart: @escaping () -> Void = {},
        onValue: @escaping (Value) -> Void = { _ in },
        onFinish: @escaping () -> Void = {},
        onCancel: @escaping () -> Void = {}
    ) -> Signal<Value> {
        Signal { hub in
            onStart()
            hub.onDisconnect = { [unowned hub] in
                if !hub.isFinished { onCancel() }
            }
            let finish = {
                onFinish()
                hub.finish()
            }
            self.feed(hub, onFinish: finish) { value in
                onValue(value)
                hub.send(value)
            }
        }
    }

    /// Calls a closure when this signal finishes, before that is passed on. Passes all values on and keeps this signal
    /// alive.
    ///
    /// ![onFinish](marbles-onfinish.svg)
    @export(implementation)
    public func onFinish(_ action: @escaping () -> Void) -> Signal<Value> {
        handleEvents(onFinish: action)
    }
}
