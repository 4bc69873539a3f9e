/// Runs its body once, before the first example of the spec that runs, wherever in the spec it is written.
///
/// The suite is the spec, because `swift test --filter` and `--parallel` run specs on their own, and each must find
/// what it needs. A body that throws fails the spec, whose examples are then skipped.
public let beforeSuite = SuiteHookWord("beforeSuite") { $0.before.append($1) }

/// Runs its body once, after the last example of the spec, if any ran, even if `beforeSuite` or another hook threw.
public let afterSuite = SuiteHookWord("afterSuite") { $0.after.append($1) }

/// The type of `beforeSuite` and `afterSuite`: a keyword that defines a hook of the whole spec.
public struct SuiteHookWord: Sendable {
    private let name: String
    private let add: @Sendable (inout SuiteHooks, SuiteHook) -> Void

    init(_ name: String, _ add: @escaping @Sendable (inout SuiteHooks, SuiteHook) -> Void) {
        self.name = name
        self.add = add
    }

    /// Defines a hook with a synchronous body.
    ///
    /// - Parameter body: Runs on XCTest's thread.
    public func callAsFunction(
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @escaping () throws -> Void
    ) {
        define(SourcePlace(file: file, line: line), .synchronous(body))
    }

    /// Defines a hook with an asynchronous body.
    ///
    /// - Parameter body: Runs in its own isolation; what follows waits for it.
    public func callAsFunction(
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @escaping () async throws -> Void
    ) {
        define(SourcePlace(file: file, line: line), .asynchronous(body))
    }

    private func define(_ location: SourcePlace, _ body: Body<Void>) {
        let hook = SuiteHook(name: name, location: location, body: body)
        currentDefinition(for: name, at: location)?.changeSuite { add(&$0, hook) }
    }
}
