/// An action that has not reached the stores, since a middleware has dropped it.
public struct DroppedAction {
    /// The action, as it was when it was dropped.
    public let action: any Action

    /// The name of the store that it was addressed to. Nil if it was dispatched to all stores.
    public let addressee: String?

    /// Who dispatched it, and where.
    public let origin: ActionOrigin

    /// What middlewares did to it, in order: the last one has dropped it.
    public let interventions: [Middleware.Intervention]
}

extension Middleware {
    /// What a middleware did to an action.
    public struct Intervention {
        /// The ``Middleware/name`` of the middleware, or its number in the order of installation, from 1.
        public let middleware: String

        /// The action in whose place another one continued. Nil where it was dropped.
        public let replaced: (any Action)?
    }
}
