import MillraceBase

/// Returns the messages of the failures in `body`, in order. They do not fail the running example.
package func messages(of body: () throws -> Void) rethrows -> [String] {
    let messages = Locked<[String]>([])
    try SpecContext.$current.withValue(context(noting: messages), operation: body)
    return messages.withLock { $0 }
}

/// Returns the messages of the failures in an asynchronous `body`, in order.
package func messages(
    isolation: isolated (any Actor)? = #isolation,
    of body: () async throws -> Void
) async rethrows -> [String] {
    let messages = Locked<[String]>([])
    try await SpecContext.$current.withValue(context(noting: messages), operation: body)
    return messages.withLock { $0 }
}

private func context(noting messages: Locked<[String]>) -> SpecContext {
    .running(
        RunningExample(sentence: "an example within an example") { issue in
            messages.withLock { $0.append(issue.message) }
        }
    )
}
