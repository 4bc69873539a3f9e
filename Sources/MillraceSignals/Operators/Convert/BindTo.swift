extension Signal {
    /// Sets a variable to each value.
    ///
    /// The variable is not kept, so two that are bound to each other are no cycle. When it and all
    /// that derives from it are gone, the binding leaves this signal, as `observe(for:)` does. That this signal finishes leaves the
    /// variable as it is.
    ///
    /// - Returns: The subscription: the binding ends when it is cancelled or released.
    @inlinable
    public func bind(to variable: Variable<Value>, isolation: (any Actor)? = #isolation) -> Subscription {
        let box = variable.box
        return Subscription(observeWeakly(variable.upstream.node, isolation) { box.set($1, of: $0) })
    }

    /// Sets a property of an object to each value.
    ///
    /// ```swift
    /// titles.bind(to: screen, \.title).store(in: subscriptions)
    /// ```
    ///
    /// The object is held weakly. When it is gone the binding leaves this signal, as `observe(for:)` does. The
    /// property keeps its value when this signal finishes.
    ///
    /// - Returns: The subscription: the binding ends when it is cancelled or released.
    @inlinable
    public func bind<Object: AnyObject>(
        to object: Object,
        _ property: ReferenceWritableKeyPath<Object, Value>,
        isolation: (any Actor)? = #isolation
    ) -> Subscription {
        Subscription(observeWeakly(object, isolation) { $0[keyPath: property] = $1 })
    }
}

extension Observable {
    /// Sets a variable to the present value at once and to every change, in the turn after it.
    ///
    /// The variable is not kept, and its value does not depend on this observable otherwise: it may be set elsewhere
    /// too. When it and all that derives from it are gone, the binding leaves this observable, as `observe(for:)` does.
    ///
    /// - Returns: The subscription: the binding ends when it is cancelled or released.
    @inlinable
    public func bind(to variable: Variable<Value>, isolation: (any Actor)? = #isolation) -> Subscription {
        let box = variable.box
        return Subscription(observeWeakly(variable.upstream.node, isolation) { box.set($1, of: $0) })
    }

    /// Sets a property of an object to the present value at once and to every change.
    ///
    /// The object is held weakly. When it is gone the binding leaves this observable, as `observe(for:)` does.
    ///
    /// - Returns: The subscription: the binding ends when it is cancelled or released.
    @inlinable
    public func bind<Object: AnyObject>(
        to object: Object,
        _ property: ReferenceWritableKeyPath<Object, Value>,
        isolation: (any Actor)? = #isolation
    ) -> Subscription {
        Subscription(observeWeakly(object, isolation) { $0[keyPath: property] = $1 })
    }
}
