extension Effect {
    /// How an effect dispatches while it runs.
    ///
    /// ```swift
    /// .run { send in
    ///     send(Started())
    ///     send(Finished(with: await work()))
    /// }
    /// ```
    ///
    /// An effect answers the way that it was asked: what came of an action that was dispatched to all goes to all, and
    /// what came of one that was addressed to its store (`dispatch(_:to:)`) goes to that store alone.
    ///
    /// As with ``Dispatcher/dispatch(_:file:line:)`` each action is a turn, which is over on return; in mid-turn it waits. Once
    /// the effect is cancelled nothing is dispatched any more, what waits included. To send when the effect's function
    /// has returned is a programmer's error.
    public struct Send {
        let run: EffectRun

        /// Dispatches an action the way that the effect was asked for.
        public func callAsFunction(_ action: some Action) { run.send(action, run.answers) }

        /// Dispatches an action to one store alone.
        ///
        /// To name a store of another dispatcher, or one that was unregistered, is a programmer's error.
        public func callAsFunction(
            _ action: some Action,
            to store: some StoreReference,
            file: StaticString = #fileID,
            line: UInt = #line
        ) {
            run.requireRegistered(store.registration, file, line)
            run.send(action, .only(EffectRun.Addressee(registration: store.registration)))
        }

        /// Dispatches an action to every store that handles its type, also where the effect was asked for by an
        /// addressed one.
        public func toAll(_ action: some Action) { run.send(action, .all(isSaid: true)) }

        /// Dispatches what is made where somebody will get it.
        func ifOpen(_ action: () -> any Action) {
            if !run.isCancelled { self(action()) }
        }
    }
}
