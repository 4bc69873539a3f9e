import MillraceBase

/// Takes the failures of expectations, which otherwise go to the running test.
final class FailureSink: Sendable {
    @TaskLocal static var current: FailureSink?

    private let content = Locked<[String]>([])

    var messages: [String] { content.withLock { $0 } }

    func note(_ message: String) { content.withLock { $0.append(message) } }
}
