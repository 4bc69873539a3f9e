import MillraceBase

// These are disfavoured so that `expect` alone, without `toEventually`, is an `Expectation`: its value is computed
// once, and may use parameters that do not escape, such as an `inout` parameter.

/// Begins an expectation about a value that is checked repeatedly: `expect(model.count).toEventually(equal(3))`.
///
/// - Parameters:
///   - file: The file of the call, for messages.
///   - line: The line of the call, for messages.
///   - value: Computed for each check, on the calling thread; `throwError` checks an error.
/// - Returns: An expectation, which checks nothing before one of its methods is called.
@_disfavoredOverload
public func expect<Value>(
    file: StaticString = #filePath,
    line: UInt = #line,
    _ value: @autoclosure @escaping () throws -> Value?
) -> PollingExpectation<Value, () throws -> Value?> {
    PollingExpectation(actual: value, look: .synchronous(value), location: CallSite(file, line))
}

/// Begins an expectation about the result of a closure that is called repeatedly.
///
/// - Parameters:
///   - file: The file of the call, for messages.
///   - line: The line of the call, for messages.
///   - body: Called for each check, on the calling thread.
/// - Returns: An expectation, which checks nothing before one of its methods is called.
@_disfavoredOverload
public func expect<Value>(
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: @escaping () throws -> Value?
) -> PollingExpectation<Value, () throws -> Value?> {
    PollingExpectation(actual: body, look: .synchronous(body), location: CallSite(file, line))
}

/// Begins an expectation about the result of an asynchronous closure that is called repeatedly:
/// `await expect { await account.balance }.toEventually(equal(3))`.
///
/// - Parameters:
///   - file: The file of the call, for messages.
///   - line: The line of the call, for messages.
///   - body: Called for each check, in its own isolation.
/// - Returns: An expectation, which checks nothing before one of its methods is called.
@_disfavoredOverload
public func expect<Value>(
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: @escaping () async throws -> Value?
) -> PollingExpectation<Value, () async throws -> Value?> {
    PollingExpectation(actual: body, look: .asynchronous(body), location: CallSite(file, line))
}

/// An expectation that polls a value on real time, for work that a `TestScheduler` cannot control.
///
/// Its methods check the value at once, every `pollInterval`, and once more when the `timeout` is over; `toNever`
/// always waits for the whole time. In a synchronous example they wait on the calling thread; on the main thread the
/// run loop runs meanwhile. In an asynchronous example, `await` them.
///
/// `Reading` is the type of the function that gives the value; for one that needs `await` there are only the methods
/// that need it too.
public struct PollingExpectation<Value, Reading> {
    let actual: Reading
    let look: Look<Value>
    let location: CallSite

    /// Expects the value to match before the time is over, suspending between the checks. See ``PollingExpectation``.
    public func toEventually(
        _ matcher: Matcher<Value>,
        timeout: Duration = .seconds(1),
        pollInterval: Duration = .milliseconds(10),
        description: String? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async {
        await Poll(.eventually, matcher, timeout, pollInterval, description, location).run(isolation, look)
    }

    /// Expects the value to stop matching before the time is over, suspending between the checks. See
    /// ``PollingExpectation``.
    public func toEventuallyNot(
        _ matcher: Matcher<Value>,
        timeout: Duration = .seconds(1),
        pollInterval: Duration = .milliseconds(10),
        description: String? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async {
        await Poll(.eventuallyNot, matcher, timeout, pollInterval, description, location).run(isolation, look)
    }

    /// Expects the value not to match at any check until the time is over, suspending between the checks. See
    /// ``PollingExpectation``.
    public func toNever(
        _ matcher: Matcher<Value>,
        timeout: Duration = .seconds(1),
        pollInterval: Duration = .milliseconds(10),
        description: String? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async {
        await Poll(.never, matcher, timeout, pollInterval, description, location).run(isolation, look)
    }
}

extension PollingExpectation where Reading == () throws -> Value? {
    /// Expects the value to match before the time is over. See ``PollingExpectation``.
    @available(*, noasync, message: "To fix: write `await` in front of it.")
    public func toEventually(
        _ matcher: Matcher<Value>,
        timeout: Duration = .seconds(1),
        pollInterval: Duration = .milliseconds(10),
        description: String? = nil
    ) {
        Poll(.eventually, matcher, timeout, pollInterval, description, location).run(actual)
    }

    /// Expects the value to stop matching before the time is over. See ``PollingExpectation``.
    @available(*, noasync, message: "To fix: write `await` in front of it.")
    public func toEventuallyNot(
        _ matcher: Matcher<Value>,
        timeout: Duration = .seconds(1),
        pollInterval: Duration = .milliseconds(10),
        description: String? = nil
    ) {
        Poll(.eventuallyNot, matcher, timeout, pollInterval, description, location).run(actual)
    }

    /// Expects the value not to match at any check until the time is over. See ``PollingExpectation``.
    @available(*, noasync, message: "To fix: write `await` in front of it.")
    public func toNever(
        _ matcher: Matcher<Value>,
        timeout: Duration = .seconds(1),
        pollInterval: Duration = .milliseconds(10),
        description: String? = nil
    ) {
        Poll(.never, matcher, timeout, pollInterval, description, location).run(actual)
    }
}
