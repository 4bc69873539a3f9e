extension Observable {
    /// Gives the observable a name, by which error messages and descriptions call it, and returns it.
    ///
    /// ```swift
    /// let query = Variable("").named("query")
    /// ```
    @discardableResult
    public func named(_ name: String) -> Self {
        lineage.node.name = name
        return self
    }

    /// The name that was given with ``named(_:)``, if any.
    public var name: String? { lineage.node.name }
}

extension Observable: CustomStringConvertible {
    /// The name, if any, and the type.
    public var description: String { lineage.node.label }
}
