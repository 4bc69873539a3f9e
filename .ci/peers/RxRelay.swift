// What the guides use of RxRelay 6.10.2, so that their blocks are compiled without it. From RxRelay/PublishRelay.swift and
// RxRelay/BehaviorRelay.swift.
import RxSwift

public final class PublishRelay<Element> {
    public init() {}
    public func accept(_ event: Element) {}
    public func asObservable() -> Observable<Element> { .create { _ in Disposables.create {} } }
}

public final class BehaviorRelay<Element> {
    public private(set) var value: Element
    public init(value: Element) { self.value = value }
    public func accept(_ event: Element) { value = event }
    public func asObservable() -> Observable<Element> { .create { _ in Disposables.create {} } }
}
