extension Signal {
    /// Sets a variable to each value.
    ///
    /// The variable is not kept: when neither it nor anything that derives from it is there any more, the binding ends
    /// at the next value. That this signal finishes leaves the variable as it is.
    ///
    /// - Returns: The subscription: the binding ends when it is cancelled or released.
    @inlinable
    public func bind(to variable: Variable<Value>) -> Subscription {
        let target = BindingTarget(variable)
        return observe { target.set($0) }
    }

    /// Sets a property of an object to each value.
    ///
    /// ```swift
    /// titles.bind(to: screen, \.title).store(in: subscriptions)
    /// ```
    ///
    /// The object is held weakly. The property keeps its value when this signal finishes.
    ///
    /// - Returns: The subscription: the binding ends when it is cancelled or released.
    @inlinable
    public func bind<Object: AnyObject>(
        to object: Object,
        _ property: ReferenceWritableKeyPath<Object, Value>
    ) -> Subscription {
        observe { [weak object] value in object?[keyPath: property] = value }
    }
}

extension Observable {
    /// Sets a variable to the present value at once and to every change, in the turn after it.
    ///
    /// The variable is not kept, and its value does not depend on this observable otherwise: it may be set elsewhere too.
    ///
    /// - Returns: The subscription: the binding ends when it is cancelled or released.
    @inlinable
    public func bind(to variable: Variable<Value>) -> Subscription {
        let target = BindingTarget(variable)
        return observe { target.set($0) }
    }

    /// Sets a property of an object to the present value at once and to every change.
    ///
    /// The object is held weakly.
    ///
    /// - Returns: The subscription: the binding ends when it is cancelled or released.
    @inlinable
    public func bind<Object: AnyObject>(
        to object: Object,
        _ property: ReferenceWritableKeyPath<Object, Value>
    ) -> Subscription {
        observe { [weak object] value in object?[keyPath: property] = value }
    }
}

/// A variable that is set from a closure which does not keep it: two that are bound to each other are no cycle.
@usableFromInline
struct BindingTarget<Value> {
    @usableFromInline let box: Box<Value>
    @usableFromInline weak var node: Node?

    @usableFromInline
    init(_ variable: Variable<Value>) {
        box = variable.box
        node = variable.lineage.node
    }

    @inlinable
    func set(_ value: Value) {
        if let node { box.set(value, of: node) }
    }
}
