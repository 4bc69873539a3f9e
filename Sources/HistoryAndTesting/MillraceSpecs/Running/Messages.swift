import Synchronization

/// Returns the messages of the failures in `body`, in order. They do not fail the running example.
package func messages(of body: () throws -> Void) rethrows -> [String] {
    let recorder = Recorder()
    let example = RunningExample(sentence: "an example within an example") { recorder.record($0) }
    try SpecContext.$current.withValue(.running(example), operation: body)
    return recorder.messages
}

/// Returns the messages of the failures in an asynchronous `body`, in order.
package func messages(
    isolation: isolated (any Actor)? = #isolation,
    of body: () async throws -> Void
) async rethrows -> [String] {
    let recorder = Recorder()
    let example = RunningExample(sentence: "an example within an example") { recorder.record($0) }
    try await SpecContext.$current.withValue(.running(example), operation: body)
    return recorder.messages
}

private final class Recorder: Sendable {
    private let issues = Mutex<[SpecIssue]>([])

    func record(_ issue: SpecIssue) {
        issues.withLock { $0.append(issue) }
    }

    var messages: [String] { issues.withLock { $0.map(\.message) } }
}
