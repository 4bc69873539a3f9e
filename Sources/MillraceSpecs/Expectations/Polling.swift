// These are disfavoured so that `expect` alone, without a verb, is an `Expectation`: its value is computed once, and
// may come from what does not escape, such as an `inout` parameter.

/// Begins an expectation about a value that is looked at again and again: `expect(model.count).toEventually(equal(3))`.
///
/// - Parameter value: Computed at each look, on the calling thread; an error is what `throwError` looks at.
/// - Returns: The expectation, which checks nothing before one of its verbs is called.
@_disfavoredOverload
public func expect<Value>(
    file: StaticString = #filePath,
    line: UInt = #line,
    _ value: @autoclosure @escaping () throws -> Value?
) -> PollingExpectation<Value> {
    PollingExpectation(actual: value, location: SourcePlace(file: file, line: line))
}

/// Begins an expectation about what a closure returns when it is called again and again.
///
/// - Parameter body: Called at each look, on the calling thread.
/// - Returns: The expectation, which checks nothing before one of its verbs is called.
@_disfavoredOverload
public func expect<Value>(
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: @escaping () throws -> Value?
) -> PollingExpectation<Value> {
    PollingExpectation(actual: body, location: SourcePlace(file: file, line: line))
}

/// Begins an expectation about what an asynchronous closure returns when it is called again and again:
/// `await expect { await account.balance }.toEventually(equal(3))`.
///
/// - Parameter body: Called at each look, where it is isolated.
/// - Returns: The expectation, which checks nothing before one of its verbs is called.
@_disfavoredOverload
public func expect<Value>(
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: @escaping () async throws -> Value?
) -> AsyncPollingExpectation<Value> {
    AsyncPollingExpectation(actual: body, location: SourcePlace(file: file, line: line))
}

/// A value about which something is expected in a while, on real time: for what no `TestScheduler` can reach.
///
/// Its verbs look at the value at once, every `pollInterval`, and once more when the `timeout` is over; `toNever` takes
/// all that time to pass. In a synchronous example they wait on the calling thread; on the main one the run loop turns
/// meanwhile. In an asynchronous example, `await` them.
public struct PollingExpectation<Value> {
    let actual: () throws -> Value?
    let location: SourcePlace

    /// Expects that the value matches before the time is out. See ``PollingExpectation``.
    @available(*, noasync, message: "To fix: write `await` in front of it.")
    public func toEventually(
        _ matcher: Matcher<Value>,
        timeout: Duration = .seconds(1),
        pollInterval: Duration = .milliseconds(10),
        description: String? = nil
    ) {
        Poll(.eventually, matcher, timeout, pollInterval, description, location).run(actual)
    }

    /// As the synchronous `toEventually`, and suspends between the looks. See ``PollingExpectation``.
    public func toEventually(
        _ matcher: Matcher<Value>,
        timeout: Duration = .seconds(1),
        pollInterval: Duration = .milliseconds(10),
        description: String? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async {
        await Poll(.eventually, matcher, timeout, pollInterval, description, location).run(isolation, { try actual() })
    }

    /// Expects that the value ceases to match before the time is out. See ``PollingExpectation``.
    @available(*, noasync, message: "To fix: write `await` in front of it.")
    public func toEventuallyNot(
        _ matcher: Matcher<Value>,
        timeout: Duration = .seconds(1),
        pollInterval: Duration = .milliseconds(10),
        description: String? = nil
    ) {
        Poll(.eventuallyNot, matcher, timeout, pollInterval, description, location).run(actual)
    }

    /// As the synchronous `toEventuallyNot`, and suspends between the looks. See ``PollingExpectation``.
    public func toEventuallyNot(
        _ matcher: Matcher<Value>,
        timeout: Duration = .seconds(1),
        pollInterval: Duration = .milliseconds(10),
        description: String? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async {
        await Poll(.eventuallyNot, matcher, timeout, pollInterval, description, location).run(
            isolation,
            { try actual() }
        )
    }

    /// Expects that the value matches at no look until the time is out. See ``PollingExpectation``.
    @available(*, noasync, message: "To fix: write `await` in front of it.")
    public func toNever(
        _ matcher: Matcher<Value>,
        timeout: Duration = .seconds(1),
        pollInterval: Duration = .milliseconds(10),
        description: String? = nil
    ) {
        Poll(.never, matcher, timeout, pollInterval, description, location).run(actual)
    }

    /// As the synchronous `toNever`, and suspends between the looks. See ``PollingExpectation``.
    public func toNever(
        _ matcher: Matcher<Value>,
        timeout: Duration = .seconds(1),
        pollInterval: Duration = .milliseconds(10),
        description: String? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async {
        await Poll(.never, matcher, timeout, pollInterval, description, location).run(isolation, { try actual() })
    }
}

/// As ``PollingExpectation``, for a value that takes an `await`.
public struct AsyncPollingExpectation<Value> {
    let actual: () async throws -> Value?
    let location: SourcePlace

    /// As the synchronous `toEventually`, and suspends between the looks. See ``PollingExpectation``.
    public func toEventually(
        _ matcher: Matcher<Value>,
        timeout: Duration = .seconds(1),
        pollInterval: Duration = .milliseconds(10),
        description: String? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async {
        await Poll(.eventually, matcher, timeout, pollInterval, description, location).run(
            isolation,
            { try await actual() }
        )
    }

    /// As the synchronous `toEventuallyNot`, and suspends between the looks. See ``PollingExpectation``.
    public func toEventuallyNot(
        _ matcher: Matcher<Value>,
        timeout: Duration = .seconds(1),
        pollInterval: Duration = .milliseconds(10),
        description: String? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async {
        await Poll(.eventuallyNot, matcher, timeout, pollInterval, description, location).run(
            isolation,
            { try await actual() }
        )
    }

    /// As the synchronous `toNever`, and suspends between the looks. See ``PollingExpectation``.
    public func toNever(
        _ matcher: Matcher<Value>,
        timeout: Duration = .seconds(1),
        pollInterval: Duration = .milliseconds(10),
        description: String? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async {
        await Poll(.never, matcher, timeout, pollInterval, description, location).run(isolation, { try await actual() })
    }
}
