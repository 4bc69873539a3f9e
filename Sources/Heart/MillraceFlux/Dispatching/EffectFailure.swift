/// An error that an effect has thrown, and that its `catching:` has not turned into an action.
public struct EffectFailure: CustomStringConvertible {
    /// The error.
    public let error: any Error

    /// The identity of the effect; nil if it had none.
    public let id: AnyHashable?

    /// The name of the store whose handler returned the effect.
    public let store: String

    /// The name of the action that started the effect.
    public let action: String

    /// The fault, and how to fix it.
    public var description: String {
        let effect = id.map { "the effect \(String(reflecting: $0.base))" } ?? "an effect"
        return """
            Effect.run: \(effect) of \(store), begun for \(action), threw \(error). \
            To fix: hand in `catching:`, which makes an action of the error, or catch it in the effect.
            """
    }
}
