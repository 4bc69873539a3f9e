/// Runs its body before each example of the group, to make its fixtures anew.
///
/// The hooks of outer groups come first; within a group they run in the order in which they are written, `aroundEach`
/// among them. A hook that throws fails the example (or skips it, with `XCTSkip`): then neither the hooks after it nor
/// the example's body run, only the `afterEach` of the groups that were entered.
///
/// A body may take an ``ExampleMetadata``: `beforeEach { example in print(example.name) }`.
public let beforeEach = HookWord("beforeEach") { .before($0) }

/// Runs its body just before each example of the group: after every `beforeEach`, those of inner groups too.
///
/// So an outer group can act on what inner groups prepare. The hooks of outer groups come first.
public let justBeforeEach = HookWord("justBeforeEach") { .justBefore($0) }

/// Runs its body after each example of the group, also after one that failed or threw.
///
/// The hooks of inner groups come first; within a group they run in the order in which they are written, after what its
/// `aroundEach` do at the end. A hook that throws fails the example; the hooks after it still run.
public let afterEach = HookWord("afterEach") { .after($0) }

/// What `beforeEach`, `justBeforeEach` and `afterEach` are: words that define a hook.
public struct HookWord: Sendable {
    private let name: String
    private let make: @Sendable (Hook) -> GroupHook

    init(_ name: String, _ make: @escaping @Sendable (Hook) -> GroupHook) {
        self.name = name
        self.make = make
    }

    /// Defines a hook whose body runs as a plain call.
    ///
    /// - Parameter body: Runs on XCTest's thread, once an example.
    public func callAsFunction(
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @escaping () throws -> Void
    ) {
        define(SourcePlace(file: file, line: line), .synchronous { _ in try body() })
    }

    /// Defines a hook that asks for which example it runs.
    ///
    /// - Parameter body: Runs on XCTest's thread, once an example.
    public func callAsFunction(
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @escaping (ExampleMetadata) throws -> Void
    ) {
        define(SourcePlace(file: file, line: line), .synchronous(body))
    }

    /// Defines a hook whose body is asynchronous.
    ///
    /// - Parameter body: Runs where it is isolated, once an example; what follows waits for it.
    public func callAsFunction(
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @escaping () async throws -> Void
    ) {
        define(SourcePlace(file: file, line: line), .asynchronous { _ in try await body() })
    }

    /// Defines a hook whose body is asynchronous and asks for which example it runs.
    ///
    /// - Parameter body: Runs where it is isolated, once an example; what follows waits for it.
    public func callAsFunction(
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @escaping (ExampleMetadata) async throws -> Void
    ) {
        define(SourcePlace(file: file, line: line), .asynchronous(body))
    }

    private func define(_ location: SourcePlace, _ body: Body<ExampleMetadata>) {
        let hook = Hook(name: name, location: location, body: body)
        currentDefinition(for: name, at: location)?.change { $0.add(make(hook)) }
    }
}
