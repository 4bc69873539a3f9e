/// The body of an example or a hook.
///
/// Synchronous bodies are kept apart from asynchronous ones so that they run as plain calls on XCTest's own stack,
/// where they may block or run the run loop. See ``ExampleWord``.
enum Body<Input> {
    case synchronous((Input) throws -> Void)
    case asynchronous((Input) async throws -> Void)

    /// Runs the body on the calling thread, XCTest's; returns when it is finished.
    func run(_ input: Input) throws {
        switch self {
        case .synchronous(let body): try body(input)
        case .asynchronous(let body): try waitFor { _ in try await body(input) }
        }
    }
}

extension Body<Void> {
    static func synchronous(_ body: @escaping () throws -> Void) -> Body { .synchronous { _ in try body() } }
    static func asynchronous(_ body: @escaping () async throws -> Void) -> Body {
        .asynchronous { _ in try await body() }
    }
}

/// The body of an `aroundEach`: like ``Body``, with the rest of the example as an argument.
enum AroundBody {
    case synchronous((ExampleMetadata, () -> Void) throws -> Void)
    case asynchronous((ExampleMetadata, @Sendable () async -> Void) async throws -> Void)

    func run(_ example: ExampleMetadata, _ runExample: () -> Void) throws {
        switch self {
        case .synchronous(let body): try body(example, runExample)
        case .asynchronous(let body):
            try waitFor(serving: runExample) { runExample in try await body(example, runExample) }
        }
    }
}
