extension Observable {
    /// Gives the observable a name for error messages and descriptions, and returns it.
    ///
    /// ```swift
    /// let query = Variable("").named("query")
    /// ```
    @discardableResult
    public func named(_ name: String) -> Self {
        upstream.node.name = name
        return self
    }

    /// The name given with ``named(_:)``, if any.
    public var name: String? { upstream.node.name }
}

extension Signal {
    /// Gives the signal a name for ``debug(_:print:)`` and descriptions, and returns it.
    ///
    /// ```swift
    /// let searches = Emitter<String>().named("searches")
    /// ```
    @discardableResult
    public func named(_ name: String) -> Self {
        hub.name = name
        return self
    }

    /// The name given with ``named(_:)``, if any.
    public var name: String? { hub.name }
}

extension Signal: CustomStringConvertible {
    /// The name, if any, and the type.
    public var description: String { hub.label }
}

extension Observable: CustomStringConvertible {
    /// The name, if any, and the type.
    public var description: String { upstream.node.label }
}
