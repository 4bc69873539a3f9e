extension Signal {
    /// Creates a signal of a callback API: it emits the values that a closure's callback sends into an emitter.
    ///
    /// ```swift
    /// let positions = Signal<Position> { positions in
    ///     let watch = receiver.watch { positions.send($0) }
    ///     return { receiver.stop(watch) }
    /// }
    /// ```
    ///
    /// `start` runs with a new emitter for each first observer. Values that it sends before it returns are delivered
    /// after it has returned. Finishes when the emitter does.
    ///
    /// The tear-down that `start` returns runs once: when the last observer leaves, or after the emitter has finished
    /// and the observers were notified. If the last observer is released outside this signal's domain, it runs at the
    /// signal's next use, such as its next value.
    ///
    /// The callback keeps the emitter alive, and the emitter the observers. If nothing keeps the emitter, no value can
    /// come: the signal is silent, and the tear-down may be released without having run. The tear-down needs no
    /// reference to the emitter.
    ///
    /// - Parameter start: Starts the callbacks and returns how to stop them.
    public convenience init(_ start: @escaping (Emitter<Value>) -> (() -> Void)) {
        self.init(connect: { hub in
            let emitter = Emitter<Value>()
            emitter.feed(hub) { hub.send($0) }
            hub.onDisconnect = start(emitter)
        })
    }
}
