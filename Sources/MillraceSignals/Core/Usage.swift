extension Observable {
    /// Whether somebody observes it, or something that derives from it.
    package var isObserved: Bool { upstream.node.isLinked }
}
