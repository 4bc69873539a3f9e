import MillraceBase
import MillraceSignals

/// The beginning or the end of an effect.
public struct EffectEvent {
    /// The change of an effect's state.
    public enum Change {
        /// Its work has begun. It is in flight since its action, and may have waited for others.
        case began
        /// It has returned, or the signal that it observes has finished.
        case finished
        /// It has thrown an error, whether or not `catching:` has turned that into an action.
        case failed(any Error)
        /// It was cancelled after it had begun, or its store was released.
        case cancelled
    }

    /// The change of its state.
    public let change: Change

    /// Counts the effects of all stores of the dispatcher, from 1. Some are cancelled before they begin.
    public let number: Int

    /// The name of the store whose handler has returned it.
    public let store: String

    /// The identity, if it has one.
    public let id: AnyHashable?

    /// The rule for effects with the same identity.
    public let policy: OverlapPolicy

    /// The ``HandledAction/number`` of the action whose handler has returned it.
    public internal(set) var actionNumber: Int

    let site: CallSite?

    /// Where the handler was registered, as `Module/File.swift:12`, which only a debug build knows.
    public var place: String? { site?.text }
}
