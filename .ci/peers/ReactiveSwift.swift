// What the guides use of ReactiveSwift 7.2.1, so that their blocks are compiled without it. From Sources/Signal.swift,
// Signal.Observer.swift, SignalProducer.swift, Property.swift and Disposable.swift.
public protocol Disposable: AnyObject {
    func dispose()
}

private final class Nothing: Disposable {
    func dispose() {}
}

public final class CompositeDisposable: Disposable {
    public init() {}
    public func dispose() {}
}

public final class ScopedDisposable<Inner: Disposable>: Disposable {
    public init(_ disposable: Inner) {}
    public func dispose() {}
}

extension ScopedDisposable where Inner == CompositeDisposable {
    @discardableResult
    public static func += (lhs: ScopedDisposable<CompositeDisposable>, rhs: (any Disposable)?) -> (any Disposable)? {
        rhs
    }
}

public final class Signal<Value, Error: Swift.Error> {
    public final class Observer {
        public func send(value: Value) {}
        public func sendCompleted() {}
    }

    public static func pipe() -> (output: Signal, input: Observer) { (Signal(), Observer()) }
}

extension Signal where Error == Never {
    public func observeValues(_ action: @escaping (Value) -> Void) -> (any Disposable)? { Nothing() }
}

public struct SignalProducer<Value, Error: Swift.Error> {}

extension SignalProducer where Error == Never {
    public func startWithValues(_ action: @escaping (Value) -> Void) -> any Disposable { Nothing() }
}

public final class MutableProperty<Value> {
    public var value: Value
    public var producer: SignalProducer<Value, Never> { SignalProducer() }
    public init(_ initialValue: Value) { value = initialValue }
}
