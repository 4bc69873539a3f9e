// What the guides use of RxSwift 6.10.2, so that their blocks are compiled without it. From its files
// ObservableType+Extensions.swift, Observable+Concurrency.swift, DisposeBag.swift and Create.swift.
public protocol Disposable {
    func dispose()
}

extension Disposable {
    public func disposed(by bag: DisposeBag) {}
}

public final class DisposeBag {
    public init() {}
}

public struct Disposables {
    public static func create(with dispose: @escaping () -> Void) -> any Disposable { Nothing() }
}

private struct Nothing: Disposable {
    func dispose() {}
}

public struct AnyObserver<Element> {
    public func onNext(_ element: Element) {}
    public func onCompleted() {}
}

open class Observable<Element> {
    init() {}

    public static func create(_ subscribe: @escaping (AnyObserver<Element>) -> any Disposable) -> Observable<Element> {
        Observable()
    }

    public func subscribe(
        onNext: ((Element) -> Void)? = nil,
        onError: ((any Error) -> Void)? = nil,
        onCompleted: (() -> Void)? = nil,
        onDisposed: (() -> Void)? = nil
    ) -> any Disposable { Nothing() }

    public var values: AsyncThrowingStream<Element, any Error> { AsyncThrowingStream { nil } }
}

extension AsyncSequence {
    public func asObservable(priority: TaskPriority? = nil) -> Observable<Element> { Observable() }
}
