extension Signal {
    /// The same signal, telling what happens on the way: for logs, counts and the like.
    ///
    /// The closures run once a value, however many observe, and never while nobody does. Emits the same values and
    /// finishes with this signal, which it keeps. O(1) a value.
    ///
    /// - Parameters:
    ///   - onStart: Called when the first observer comes.
    ///   - onValue: Called with each value, before it is passed on.
    ///   - onFinish: Called when this signal finishes, before that is passed on.
    ///   - onCancel: Called when the last observer is gone before this signal has finished.
    @inlinable
    public func handleEvents(
        onStart: @escaping () -> Void = {},
        onValue: @escaping (Value) -> Void = { _ in },
        onFinish: @escaping () -> Void = {},
        onCancel: @escaping () -> Void = {}
    ) -> Signal<Value> {
        Signal { hub in
            onStart()
            hub.whenCancelled(onCancel)
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

    /// The same signal, calling `action` when it finishes, before that is passed on. It keeps this signal.
    @inlinable
    public func onFinish(_ action: @escaping () -> Void) -> Signal<Value> {
        handleEvents(onFinish: action)
    }
}

extension AnyHub {
    /// Calls `action` when the hub lets go of what feeds it without having finished.
    @usableFromInline
    func whenCancelled(_ action: @escaping () -> Void) {
        onDisconnect = { [unowned self] in
            if !isFinished { action() }
        }
    }
}
