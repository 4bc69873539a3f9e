/// An action that has not reached the stores, since a middleware has dropped it.
public struct DroppedAction {
    /// The action, as it was when it was dropped.
    public let action: any Action

    /// The name of the store that it was addressed to. Nil if it was dispatched to all stores.
    public let addressee: String?

    /// Who dispatched it, and where.
    public let origin: ActionOrigin

    /// The interventions of middlewares, in order: the last one has dropped it.
    public let interventions: [ActionIntervention]
}
