import MillraceBase
import MillraceSignals

/// A variable that is initialised again for each example: `@TestState var counter = Counter()`.
///
/// The initial value is computed before each example, in order with the `beforeEach` of the group that declares the
/// variable. It is released when the example is over: after every `afterEach` and the last check of a `StoreTester`.
/// Without an initial value the variable is nil until a `beforeEach` sets it: `@TestState var counter: Counter!`.
///
/// Reading it while it has no value, outside an example or too early, is a precondition failure.
@propertyWrapper
public struct TestState<Value> {
    private final class Storage {
        /// Exchanged, so that the previous value is released when the new one is there.
        var value: Value?
    }

    private let storage = Storage()
    private let place: CallSite

    /// Creates a variable with an initial value.
    ///
    /// - Parameters:
    ///   - initial: Computed before each example.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    public init(
        wrappedValue initial: @escaping @autoclosure () throws -> Value,
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        place = CallSite(file, line)
        let storage = storage
        func hook(_ value: @escaping () throws -> Value?) -> Hook<ExampleMetadata> {
            Hook(name: "@TestState", location: place) { _ in _ = exchange(&storage.value, with: try value()) }
        }
        currentDefinition(for: "@TestState", at: place)?.change {
            $0.hooks.entries.append(.before(hook(initial)))
            $0.hooks.last.append(hook { nil })
        }
    }

    /// The value in the running example.
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
        nonmutating set { _ = exchange(&storage.value, with: newValue) }
    }
}

extension TestState where Value: ExpressibleByNilLiteral {
    /// Creates a variable that is nil until a hook or the example sets it.
    public init(file: StaticString = #filePath, line: UInt = #line) {
        self.init(wrappedValue: nil, file: file, line: line)
    }
}
