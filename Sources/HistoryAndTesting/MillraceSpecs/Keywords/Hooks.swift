/// Runs its body before each example of the group, to prepare fixtures.
///
/// The hooks of outer groups run first; within a group they run in the order in which they are written, together with
/// `aroundEach`. A hook that throws fails the example (or skips it, with `XCTSkip`): then neither later hooks nor the
/// example's body run, only the `afterEach` of the groups that were entered.
public let beforeEach = HookWord("beforeEach") { $0.entries.append(.before($1)) }

/// Runs its body just before each example of the group: after every `beforeEach`, including those of inner groups.
///
/// So an outer group can act on what inner groups prepare. The hooks of outer groups run first.
public let justBeforeEach = HookWord("justBeforeEach") { $0.justBefore.append($1) }

/// Runs its body after each example of the group, even if it failed or threw.
///
/// The hooks of inner groups run first; within a group they run in the order in which they are written, after the ends
/// of its `aroundEach`. A hook that throws fails the example; later hooks still run.
public let afterEach = HookWord("afterEach") { $0.after.append($1) }

/// The type of `beforeEach`, `justBeforeEach` and `afterEach`: a keyword that defines a hook.
public struct HookWord: Sendable {
    private let name: String
    private let add: @Sendable (inout Hooks, Hook) -> Void

    init(_ name: String, _ add: @escaping @Sendable (inout Hooks, Hook) -> Void) {
        self.name = name
        self.add = add
    }

    /// Defines a hook with a synchronous body.
    ///
    /// - Parameter body: Runs once per example, on XCTest's thread.
    public func callAsFunction(
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @escaping () throws -> Void
    ) {
        define(SourcePlace(file: file, line: line), .synchronous(body))
    }

    /// Defines a hook with an asynchronous body.
    ///
    /// - Parameter body: Runs once per example, in its own isolation; what follows waits for it.
    public func callAsFunction(
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @escaping () async throws -> Void
    ) {
        define(SourcePlace(file: file, line: line), .asynchronous(body))
    }

    private func define(_ location: SourcePlace, _ body: Body) {
        let hook = Hook(name: name, location: location, body: body)
        currentDefinition(for: name, at: location)?.change { add(&$0.hooks, hook) }
    }
}
