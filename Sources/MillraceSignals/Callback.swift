extension Signal {
    /// Makes a signal of a callback API: of what is sent into an emitter while somebody observes.
    ///
    /// ```swift
    /// let positions = Signal<Position> { positions in
    ///     let watch = receiver.watch { positions.send($0) }
    ///     return { receiver.stop(watch) }
    /// }
    /// ```
    ///
    /// `start` runs, with a new emitter, when the first observer comes, and anew with each first observer. What it
    /// sends before it returns is delivered when it has returned. Finishes when the emitter does.
    ///
    /// The tear-down that `start` returns runs once: when the last observer is gone, or when the emitter has finished,
    /// after the observers were told. Where the last observer is released off this signal's domain, that is at the
    /// signal's next use, such as its next value.
    ///
    /// The emitter is kept by the callback, and what hangs below it by the emitter. Where nothing keeps it any more
    /// nothing can come: the signal is silent, and the tear-down may be released without having run. The tear-down
    /// needs no reference to the emitter.
    ///
    /// - Parameter start: Starts what calls back and returns how to stop it.
    public convenience init(_ start: @escaping (Emitter<Value>) -> (() -> Void)) {
        self.init(connect: { hub in
            let emitter = Emitter<Value>()
            emitter.feed(hub) { hub.send($0) }
            hub.onDisconnect = start(emitter)
        })
    }
}
