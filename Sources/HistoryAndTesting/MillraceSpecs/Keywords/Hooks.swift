import MillraceBase

/// Runs its body before each example of the group, to prepare fixtures.
///
/// The hooks of outer groups run first; within a group they run in the order in which they are written, together with
/// `aroundEach`. A hook that throws fails the example (or skips it, with `XCTSkip`): then neither later hooks nor the
/// example's body run, only the `afterEach` of the groups that were entered.
///
/// A body may take an ``ExampleMetadata``: `beforeEach { example in print(example.name) }`.
public let beforeEach = HookWord<ExampleMetadata>(name: "beforeEach") { definition, hook in
    definition.change { $0.hooks.entries.append(.before(hook)) }
}

/// Runs its body just before each example of the group: after every `beforeEach`, including those of inner groups.
///
/// So an outer group can act on the preparations of inner groups. The hooks of outer groups run first.
public let justBeforeEach = HookWord<ExampleMetadata>(name: "justBeforeEach") { definition, hook in
    definition.change { $0.hooks.justBefore.append(hook) }
}

/// Runs its body after each example of the group, even if it failed or threw.
///
/// The hooks of inner groups run first; within a group they run in the order in which they are written, after the ends
/// of its `aroundEach`. A hook that throws fails the example; later hooks still run.
public let afterEach = HookWord<ExampleMetadata>(name: "afterEach") { definition, hook in
    definition.change { $0.hooks.after.append(hook) }
}

/// The type of `beforeEach`, `justBeforeEach` and `afterEach`, which may take the metadata of the example, and of
/// `beforeSuite` and `afterSuite`, which get nothing: a keyword that defines a hook.
public struct HookWord<Input>: Sendable {
    let name: String
    let add: @Sendable (Definition, Hook<Input>) -> Void

    /// Defines a hook with a synchronous body.
    ///
    /// - Parameters:
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    ///   - body: Runs on XCTest's thread, once per example or spec.
    public func callAsFunction(
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @escaping () throws -> Void
    ) {
        define(CallSite(file, line)) { _ in try body() }
    }

    /// Defines a hook with an asynchronous body.
    ///
    /// - Parameters:
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    ///   - body: Runs in its own isolation, once per example or spec; the next step waits for it.
    public func callAsFunction(
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @escaping () async throws -> Void
    ) {
        define(CallSite(file, line), waiting { _ in try await body() })
    }

    private func define(_ location: CallSite, _ body: @escaping (Input) throws -> Void) {
        guard let definition = currentDefinition(for: name, at: location) else { return }
        add(definition, Hook(name: name, location: location, body: body))
    }
}

extension HookWord<ExampleMetadata> {
    /// Defines a hook with a synchronous body that receives the example's metadata.
    ///
    /// - Parameters:
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    ///   - body: Runs once per example, on XCTest's thread.
    public func callAsFunction(
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @escaping (ExampleMetadata) throws -> Void
    ) {
        define(CallSite(file, line), body)
    }

    /// Defines a hook with an asynchronous body that receives the example's metadata.
    ///
    /// - Parameters:
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    ///   - body: Runs once per example, in its own isolation; the next step waits for it.
    public func callAsFunction(
        file: StaticString = #filePath,
        line: UInt = #line,
        _ body: @escaping (ExampleMetadata) async throws -> Void
    ) {
        define(CallSite(file, line), waiting(for: body))
    }
}
