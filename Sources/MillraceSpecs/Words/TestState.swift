import MillraceSignals

/// A variable that each example has anew: `@TestState var counter = Counter()`.
///
/// The initial value is computed before each example, in its turn among the `beforeEach` of the group where the
/// variable is declared, and let go of when the example is over: when every `afterEach` has run, and what a
/// ``StoreTester`` looks at last has been looked at. Without an initial value the variable is nil until a `beforeEach`
/// sets it: `@TestState var counter: Counter!`.
///
/// To read it where it has no value, outside an example or before its turn, is a programmer's error.
@propertyWrapper
public struct TestState<Value> {
    private final class Storage {
        private(set) var value: Value?

        /// The former value goes when the new one is in its place.
        func set(_ value: Value?) {
            let former = self.value
            self.value = value
            withExtendedLifetime(former) {}
        }
    }

    private let storage = Storage()
    private let place: SourcePlace

    /// A variable with an initial value.
    ///
    /// - Parameter initial: Computed anew before each example.
    public init(
        wrappedValue initial: @escaping @autoclosure () throws -> Value,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        place = SourcePlace(file: file, line: line)
        let storage = storage
        let set = Hook(name: "@TestState", location: place, body: .synchronous { _ in storage.set(try initial()) })
        let clear = Hook(name: "@TestState", location: place, body: .synchronous { _ in storage.set(nil) })
        currentDefinition(for: "@TestState", at: place)?.change {
            $0.add(.before(set))
            $0.add(.last(clear))
        }
    }

    /// The value that the running example sees.
    public var wrappedValue: Value {
        get {
            guard let value = storage.value else {
                stop(
                    "TestState.wrappedValue: read where no example runs, at \(place.file):\(place.line). "
                        + "To fix: read it in an `it` or in a hook."
                )
            }
            return value
        }
        nonmutating set { storage.set(newValue) }
    }
}

extension TestState where Value: ExpressibleByNilLiteral {
    /// A variable that is nil until a hook or the example sets it.
    public init(file: StaticString = #filePath, line: UInt = #line) {
        self.init(wrappedValue: nil, file: file, line: line)
    }
}
