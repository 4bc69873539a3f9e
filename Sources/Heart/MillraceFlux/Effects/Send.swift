extension Effect {
    /// Dispatches the actions of an effect while it runs.
    ///
    /// ```swift
    /// .run { send in
    ///     send(Started())
    ///     send(Finished(with: await work()))
    /// }
    /// ```
    ///
    /// An effect dispatches to the same recipients as the action that started it: if that was dispatched to all stores,
    /// so are its actions; if it was addressed to one store (`dispatch(_:to:)`), they go to that store alone. An effect
    /// of a member of a ``StoreFamily`` dispatches to that member in either case.
    ///
    /// As with ``Dispatcher/dispatch(_:file:line:)``, each action is a turn, which is over on return; if a turn is
    /// running, the action waits for its end. Once the effect is cancelled nothing is dispatched any more, not even
    /// actions that wait.
    ///
    /// Precondition: the effect's function has not returned.
    public struct Send {
        let sender: any EffectSender

        /// Dispatches an action to the same recipients as the action that started the effect.
        public func callAsFunction(_ action: some Action) { sender.send(action, to: .asker) }

        /// Dispatches an action to one store alone.
        ///
        /// Precondition: the store is on the same dispatcher and has not been unregistered.
        public func callAsFunction(
            _ action: some Action,
            to store: some StoreReference,
            file: StaticString = #fileID,
            line: UInt = #line
        ) {
            sender.requireRegistered(store.registration, CallSite(file, line))
            sender.send(action, to: .only(Addressee(store: store.registration)))
        }

        @usableFromInline
        func send(_ action: some Action, toAbsent absent: Registration) { sender.send(action, to: .absent(absent)) }

        /// Dispatches an action to every store that handles its type, even if the action that started the effect was
        /// addressed to one store.
        public func toAll(_ action: some Action) { sender.send(action, to: .all) }

        /// Dispatches an action that is only made if the effect has not been cancelled.
        @usableFromInline
        func ifOpen(_ action: () -> any Action) {
            if !sender.isCancelled { self(action()) }
        }
    }

    /// Where an effect sends an action.
    enum Target {
        /// The way that the effect was asked for.
        case asker
        case all
        case only(Addressee)
        /// A member of a family that is not there.
        case absent(Registration)
    }

    /// A store that an action waits for without keeping it.
    struct Addressee { weak let store: Registration? }
}

/// What sends the actions of an effect: the effect that runs.
protocol EffectSender: AnyObject {
    var isCancelled: Bool { get }

    func send(_ action: some Action, to target: Effect.Target)

    /// Ends the process where a store is not one of the dispatcher's.
    func requireRegistered(_ store: Registration, _ site: CallSite)
}
