/// The body of an example or a hook.
///
/// Synchronous bodies are kept apart from asynchronous ones so that they run as plain calls on XCTest's own stack,
/// where they may block or run the run loop. See ``ExampleWord``.
enum Body {
    case synchronous(() throws -> Void)
    case asynchronous(() async throws -> Void)

    /// Runs the body on the calling thread, XCTest's; returns when it is finished.
    func run() throws {
        switch self {
        case .synchronous(let body): try body()
        case .asynchronous(let body): try waitFor { _ in try await body() }
        }
    }
}

/// The body of an `aroundEach`: like ``Body``, with the rest of the example as an argument.
enum AroundBody {
    case synchronous((() -> Void) throws -> Void)
    case asynchronous((@Sendable () async -> Void) async throws -> Void)

    func run(_ runExample: () -> Void) throws {
        switch self {
        case .synchronous(let body): try body(runExample)
        case .asynchronous(let body): try waitFor(serving: runExample) { runExample in try await body(runExample) }
        }
    }
}
