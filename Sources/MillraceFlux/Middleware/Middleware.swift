import MillraceSignals

/// What stands between `dispatch` and the stores: it sees each action before the stores do, and what became of it
/// afterwards.
///
/// ```swift
/// struct NothingOnSundays: Middleware {
///     let calendar: WorkCalendar
///
///     func willHandle(_ action: any Action) -> ActionPassage {
///         action is Order && calendar.isSunday ? .replace(by: Refused(reason: "closed")) : .pass
///     }
/// }
///
/// dispatcher.install(NothingOnSundays(calendar: calendar))
/// ```
///
/// Several are asked in the order in which they were installed, each with what the one before has passed on; an action
/// that one drops, the next never sees. What is handled in the end they are told of in the same order. What must come
/// before all others, wherever it is installed, decides in ``admits(_:)``: that is asked of all beforehand.
///
/// A middleware changes no state: only a store's handler does. So it must not dispatch either, which is a programmer's
/// error; it replaces the action, or leaves the answer to an observer.
///
/// It is called in the dispatcher's isolation, and what it sets (a `Variable`, say) belongs to the action's turn.
public protocol Middleware {
    /// Whether ``HandledAction/Call/formerState`` is wanted.
    ///
    /// Holding a state while its handler changes it costs a copy of what the handler changes: an array that would have
    /// been changed in place is copied as a whole. Where one of the installed wants it, all dispatches pay. Asked once,
    /// when it is installed.
    var wantsFormerStates: Bool { get }

    /// Whether an action is let in at all. One that a middleware does not admit is dropped.
    ///
    /// Asked of all, in order, before any of them is asked ``willHandle(_:)``; and asked again of all when the action
    /// goes on after a delay, and of what goes on in its place.
    func admits(_ action: any Action) -> Bool

    /// Decides what becomes of an action. Called before the stores are, for what was dispatched to all and what was
    /// addressed to one, whether anybody handles it or not.
    func willHandle(_ action: any Action) -> ActionPassage

    /// Whether what the handlers of an action return as effects is begun, and what they cancel is cancelled. It is
    /// where all the installed allow it.
    func allowsEffects(of action: any Action) -> Bool

    /// Sees what the handlers have made of an action. They have all returned, and the states are the new ones;
    /// observers are called next. In a `batch` they are called when that ends.
    func didHandle(_ handled: HandledAction)
}

extension Middleware {
    /// Former states are not wanted.
    public var wantsFormerStates: Bool { false }

    /// Everything is admitted.
    public func admits(_ action: any Action) -> Bool { true }

    /// Everything passes.
    public func willHandle(_ action: any Action) -> ActionPassage { .pass }

    /// Effects are begun.
    public func allowsEffects(of action: any Action) -> Bool { true }

    /// Nothing is done about it.
    public func didHandle(_ handled: HandledAction) {}
}

/// What a ``Middleware`` decides about an action.
public enum ActionPassage {
    /// The next one is asked, and in the end the stores get it.
    case pass
    /// Nobody gets it, nor hears of it.
    case drop
    /// Another goes on in its place, to the next middleware; to the same store, if it was addressed to one.
    case replace(by: any Action)
    /// It goes on later, to the next middleware, in a turn of its own. It is dropped if the dispatcher is gone by then,
    /// or the store that it was addressed to.
    case delay(by: Duration, on: any Scheduler)
}

/// An action that has reached the stores, and what they made of it.
public struct HandledAction {
    /// A handler's being called.
    public struct Call {
        /// The name of the store, or of the callback.
        public let name: String

        /// Whether it is a store, whose state has thus changed; false for a bare callback.
        public let isStore: Bool

        /// How long it took: that of all handlers which the store has for the action.
        public internal(set) var duration: Duration

        /// The state before; nil for a callback, and where nobody asked for it with ``Middleware/wantsFormerStates``.
        public let formerState: Any?

        /// The state now; nil where ``formerState`` is.
        public internal(set) var state: Any?

        let registrant: Registrant
    }

    /// The action, as the handlers got it.
    public let action: any Action

    /// Counts what the dispatcher has handled, from 1, since the first middleware was installed.
    public let number: Int

    /// The name of the store that it was addressed to; nil where it went to all.
    public let addressee: String?

    /// Who was called, in order. Empty where nobody handles the action.
    public let calls: [Call]

    /// The names of the stores that have changed, in order: those with a handler for the action.
    public var changedStores: [String] { calls.lazy.filter(\.isStore).map(\.name) }

    /// How long the handlers took together.
    public var duration: Duration { calls.reduce(.zero) { $0 + $1.duration } }

    /// Whether the action has changed one store.
    package func hasChanged(_ registrant: Registrant) -> Bool { calls.contains { $0.registrant === registrant } }
}
