/// What a middleware did to an action before the stores got it.
public struct ActionIntervention {
    /// The ``Middleware/name`` of the middleware, or its number in the order of installation, from 1.
    public let middleware: String

    /// The action in whose place another one continued. Nil where it was dropped.
    public let replaced: (any Action)?
}
