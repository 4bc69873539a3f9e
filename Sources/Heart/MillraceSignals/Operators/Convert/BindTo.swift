extension Signal {
    /// Sets a variable to each value.
    ///
    /// The variable is not kept alive, so two variables that are bound to each other are not a cycle. When the variable
    /// and everything derived from it are gone, the binding is removed, as with `observe(for:)`. When this signal
    /// finishes, the variable keeps its value.
    ///
    /// - Returns: A subscription. Releasing or cancelling it ends the binding.
    /// - Complexity: As ``observe(onFinish:isolation:file:line:_:)``, and O(1) per value.
    @export(implementation)
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
    /// The object is held weakly. When it is gone the binding is removed, as with `observe(for:)`. When this signal
    /// finishes, the property keeps its value.
    ///
    /// - Returns: A subscription. Releasing or cancelling it ends the binding.
    /// - Complexity: As ``observe(onFinish:isolation:file:line:_:)``, and O(1) per value.
    @export(implementation)
    public func bind<Object: AnyObject>(
        to object: Object,
        _ property: ReferenceWritableKeyPath<Object, Value>,
        isolation: (any Actor)? = #isolation
    ) -> Subscription {
        Subscription(observeWeakly(object, isolation) { $0[keyPath: property] = $1 })
    }
}

extension Observable {
    /// Sets a variable to the present value at once, and to every change in the turn after it.
    ///
    /// The variable is not kept alive, and may be set elsewhere too. When the variable and everything derived from it
    /// are gone, the binding is removed, as with `observe(for:)`.
    ///
    /// - Returns: A subscription. Releasing or cancelling it ends the binding.
    /// - Complexity: As ``observe(isolation:file:line:_:)``, and O(1) per change.
    @export(implementation)
    public func bind(to variable: Variable<Value>, isolation: (any Actor)? = #isolation) -> Subscription {
        let box = variable.box
        return Subscription(observeWeakly(variable.upstream.node, isolation) { box.set($1, of: $0) })
    }

    /// Sets a property of an object to the present value at once, and to every change.
    ///
    /// The object is held weakly. When it is gone the binding is removed, as with `observe(for:)`.
    ///
    /// - Returns: A subscription. Releasing or cancelling it ends the binding.
    /// - Complexity: As ``observe(isolation:file:line:_:)``, and O(1) per change.
    @export(implementation)
    public func bind<Object: AnyObject>(
        to object: Object,
        _ property: ReferenceWritableKeyPath<Object, Value>,
        isolation: (any Actor)? = #isolation
    ) -> Subscription {
        Subscription(observeWeakly(object, isolation) { $0[keyPath: property] = $1 })
    }
}
