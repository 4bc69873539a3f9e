import MillraceSpecs
import Synchronization

/// Returns the messages of the failures in `body`, in order. They do not fail the running example.
package func messages(of body: () throws -> Void) rethrows -> [String] {
    let recorder = Recorder()
    try SpecContext.$current.withValue(.running(recorder.example), operation: body)
    return recorder.messages
}

/// Returns the messages of the failures in an asynchronous `body`, in order.
package func messages(
    isolation: isolated (any Actor)? = #isolation,
    of body: () async throws -> Void
) async rethrows -> [String] {
    let recorder = Recorder()
    try await SpecContext.$current.withValue(.running(recorder.example), operation: body)
    return recorder.messages
}

private final class Recorder: Sendable {
    private let issues = Mutex<[SpecIssue]>([])

    var messages: [String] { issues.withLock { $0.map(\.message) } }

    var example: RunningExample {
        RunningExample(sentence: "an example within an example") { issue in self.issues.withLock { $0.append(issue) } }
    }
}
