import Foundation
import MillraceSpecs
import Synchronization

/// Returns the messages of the failures in `body`, in order. They do not fail the running example.
package func messages(of body: () throws -> Void) rethrows -> [String] { try messages(of: body, reading: { _ in }) }

/// Returns the messages of the failures in `body`, in order.
///
/// - Parameter read: Called with each recording of a story that the messages name, before it is removed.
package func messages(of body: () throws -> Void, reading read: (_ recording: URL) -> Void) rethrows -> [String] {
    let recorder = Recorder()
    try SpecContext.$current.withValue(.running(recorder.example), operation: body)
    let messages = recorder.messages
    let inspecting = "To see it: inspect "
    for line in messages.joined(separator: "\n").split(separator: "\n") where line.hasPrefix(inspecting) {
        let recording = URL(fileURLWithPath: String(line.dropFirst(inspecting.count)))
        read(recording)
        try? FileManager.default.removeItem(at: recording)
    }
    return messages
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
