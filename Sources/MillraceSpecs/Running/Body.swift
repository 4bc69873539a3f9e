/// What an example or a hook does. Synchronous bodies are kept apart from asynchronous ones so that they run as plain
/// calls: on XCTest's own stack, free to block or to spin a run loop. See ``ExampleWord``.
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

/// What an `aroundEach` does: as ``Body``, and it is handed the rest of the example to run.
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
