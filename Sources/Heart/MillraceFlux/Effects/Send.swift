import MillraceBase

extension Effect {
    /// Dispatches the actions of an effect while it runs.
    ///
    /// ```swift
    /// return .run { send in
    ///     send(Started())
    ///     send(Finished(with: await work()))
    /// }
    /// ```
    ///
    /// An effect dispatches to the same recipients as the action that started it: if that was dispatched to all stores,
    /// so are its actions; if it was addressed to one store (`dispatch(_:to:)`), they go to that store alone. An effect
    /// of a member of a ``StoreFamily`` dispatches to that member in either case. To say otherwise:
    ///
    /// | the action is for | write |
    /// | --- | --- |
    /// | the member itself | `send(action)`, or return it at the end |
    /// | the store whose state has the member's element | ``toParent(_:file:line:)`` |
    /// | every store that handles it | ``toAll(_:file:line:)`` |
    /// | one store | ``callAsFunction(_:to:file:line:)`` |
    /// | another member | ``callAsFunction(_:to:in:file:line:)`` |
    /// | the family, which is to close the member | ``close()`` |
    ///
    /// A debug build reports once for each type, on standard error, that a store alone was sent an action that it does
    /// not handle, and names one that does.
    ///
    /// As with ``Dispatcher/dispatch(_:file:line:)``, each action is a turn, which is over on return; if a turn is
    /// running, the action waits for its end. Once the effect is cancelled nothing is dispatched any more, not even
    /// actions that wait.
    ///
    /// Precondition: the effect's function has not returned.
    public struct Send {
        let sender: any EffectSender

        /// Dispatches an action to the same recipients as the action that started the effect.
        public func callAsFunction(_ action: some Action, file: StaticString = #fileID, line: UInt = #line) {
            sender.send(action, to: .asker, at: CallSite(file, line))
        }

        /// Dispatches an action to one store alone.
        ///
        /// Precondition: the store is on the same dispatcher and has not been unregistered.
        public func callAsFunction(
            _ action: some Action,
            to store: some StoreReference,
            file: StaticString = #fileID,
            line: UInt = #line
        ) {
            let site = CallSite(file, line)
            sender.requireRegistered(store.registration, site)
            sender.send(action, to: .only(Addressee(store: store.registration)), at: site)
        }

        @usableFromInline
        func send(_ action: some Action, toAbsent absent: Registration, _ site: CallSite) {
            sender.send(action, to: .absent(absent), at: site)
        }

        /// Dispatches an action to every store that handles its type, even if the action that started the effect was
        /// addressed to one store.
        public func toAll(_ action: some Action, file: StaticString = #fileID, line: UInt = #line) {
            sender.send(action, to: .all, at: CallSite(file, line))
        }

        /// Dispatches an action to the parent: the store whose state has the element of this member, or the member of the
        /// outer family.
        ///
        /// The member knows neither the parent nor its family. If the store is no member of a family, the action goes to
        /// all stores.
        public func toParent(_ action: some Action, file: StaticString = #fileID, line: UInt = #line) {
            sender.send(action, to: .parent, at: CallSite(file, line))
        }

        /// Asks the family that the store is a member of to close it: see ``Effect/close``. The effect is cancelled with
        /// the member, so nothing that follows is dispatched.
        public func close() { sender.close() }

        /// Dispatches an action that is only made if the effect has not been cancelled.
        @usableFromInline
        func ifOpen(_ action: () -> any Action) {
            if !sender.isCancelled { sender.send(action(), to: .asker, at: nil) }
        }
    }

    /// Where an effect sends an action.
    enum Target {
        /// The way that the effect was asked for.
        case asker
        case all
        /// The store whose state has the element of the member.
        case parent
        case only(Addressee)
        /// A member of a family that is not there.
        case absent(Registration)
    }

    /// A store that an action waits for without keeping it.
    struct Addressee { weak let store: Registration? }
}

/// The sender of an effect's actions: the effect that runs.
protocol EffectSender: AnyObject {
    var isCancelled: Bool { get }

    /// Dispatches an action.
    ///
    /// - Parameter site: Where the effect sends it, if that is known.
    func send(_ action: some Action, to target: Effect.Target, at site: CallSite?)

    /// Asks for the store to be closed.
    func close()

    /// Ends the process where a store is not one of the dispatcher's.
    func requireRegistered(_ store: Registration, _ site: CallSite)
}
