extension Signal {
    /// Sets a variable to each value.
    ///
    /// The variable is not kept, so two that are bound to each other are no cycle. At the first value after it and
    /// all that derives from it are gone, the binding leaves this signal. That this signal finishes leaves the
    /// variable as it is.
    ///
    /// - Returns: The subscription: the binding ends when it is cancelled or released.
    @inlinable
    public func bind(to variable: Variable<Value>) -> Subscription {
        let box = variable.box
        return Subscription(observeWeakly(variable.lineage.node) { box.set($1, of: $0) }, of: hub)
    }

    /// Sets a property of an object to each value.
    ///
    /// ```swift
    /// titles.bind(to: screen, \.title).store(in: subscriptions)
    /// ```
    ///
    /// The object is held weakly. At the first value after it is gone, the binding leaves this signal. The property
    /// keeps its value when this signal finishes.
    ///
    /// - Returns: The subscription: the binding ends when it is cancelled or released.
    @inlinable
    public func bind<Object: AnyObject>(
        to object: Object,
        _ property: ReferenceWritableKeyPath<Object, Value>
    ) -> Subscription {
        Subscription(observeWeakly(object) { $0[keyPath: property] = $1 }, of: hub)
    }
}

extension Observable {
    /// Sets a variable to the present value at once and to every change, in the turn after it.
    ///
    /// The variable is not kept, and its value does not depend on this observable otherwise: it may be set elsewhere
    /// too. At the first change after it and all that derives from it are gone, the binding leaves this observable.
    ///
    /// - Returns: The subscription: the binding ends when it is cancelled or released.
    @inlinable
    public func bind(to variable: Variable<Value>) -> Subscription {
        let box = variable.box
        return Subscription(observeWeakly(variable.lineage.node) { box.set($1, of: $0) }, of: lineage.node)
    }

    /// Sets a property of an object to the present value at once and to every change.
    ///
    /// The object is held weakly. At the first change after it is gone, the binding leaves this observable.
    ///
    /// - Returns: The subscription: the binding ends when it is cancelled or released.
    @inlinable
    public func bind<Object: AnyObject>(
        to object: Object,
        _ property: ReferenceWritableKeyPath<Object, Value>
    ) -> Subscription {
        Subscription(observeWeakly(object) { $0[keyPath: property] = $1 }, of: lineage.node)
    }
}
