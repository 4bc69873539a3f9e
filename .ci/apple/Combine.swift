// What the guides use of Combine, so that their blocks are compiled where there is none. Each declaration is as the page
// named above it has it, under https://developer.apple.com/documentation/combine/; bodies are never run.

// publisher
public protocol Publisher<Output, Failure> {
    associatedtype Output
    associatedtype Failure: Error
}

// anycancellable
public final class AnyCancellable: Hashable {
    init() {}

    // anycancellable/cancel()
    public func cancel() {}
    // anycancellable/store(in:)
    public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }

    public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { lhs === rhs }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Publisher where Failure == Never {
    // publisher/sink(receivevalue:)
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable { AnyCancellable() }
}

// anypublisher
public struct AnyPublisher<Output, Failure: Error>: Publisher {}

// passthroughsubject
public final class PassthroughSubject<Output, Failure: Error>: Publisher {
    // passthroughsubject/init()
    public init() {}
    // passthroughsubject/send(_:)
    public func send(_ input: Output) {}
}

// currentvaluesubject
public final class CurrentValueSubject<Output, Failure: Error>: Publisher {
    // currentvaluesubject/value
    public var value: Output
    // currentvaluesubject/init(_:)
    public init(_ value: Output) { self.value = value }
    // currentvaluesubject/send(_:)
    public func send(_ input: Output) { value = input }
}

// observableobject
public protocol ObservableObject: AnyObject {}

// published
@propertyWrapper
public struct Published<Value> {
    // published/init(wrappedvalue:)
    public var wrappedValue: Value
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

// subscription
public protocol Subscription {}

// scheduler
public protocol Scheduler {}
