import MillraceBase

/// Who dispatched an action, and where.
public struct ActionOrigin: Sendable {
    /// Who dispatches.
    public enum Sender: Hashable, Sendable {
        /// Code that calls `dispatch`: of a screen, an observer, a service.
        case code
        /// An effect, by its ``EffectEvent/number``.
        case effect(Int)
        /// A member of a family whose handler has returned ``Effect/close``, by its name.
        case member(String)
        /// An inlet of the dispatcher.
        case inlet
        /// A replay, or a history, which hands actions over.
        case replay
    }

    /// Who dispatched it.
    public let sender: Sender

    /// Whether it has waited for the end of another turn, since it was dispatched in the midst of one.
    public private(set) var isDeferred = false

    let site: CallSite?

    init(_ sender: Sender, at site: CallSite? = nil) { (self.sender, self.site) = (sender, site) }

    /// Where it was dispatched, as `Module/File.swift:12`: the call of `dispatch`, or of an effect's `send`. Nil for an
    /// action that an effect returns, and where the library dispatches.
    public var place: String? { site?.text }

    /// The same, of an action that has waited.
    var deferred: ActionOrigin {
        var deferred = self
        deferred.isDeferred = true
        return deferred
    }
}

extension CallSite {
    /// The file and the line.
    var text: String { "\(file):\(line)" }
}
