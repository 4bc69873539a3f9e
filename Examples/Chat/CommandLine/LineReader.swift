import Foundation
import MillraceTerminal
import Synchronization

/// Reads the lines of a script on a thread of its own, so that the chat goes on while the next line is awaited.
enum LineReader {
    /// The lines, to the end of the input. Each is read when the one before it has been taken.
    static func lines(of lines: sending InputLines) -> AsyncThrowingStream<String, any Error> {
        let source = Source(lines)
        return AsyncThrowingStream {
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread { continuation.resume(with: Result { try source.next() }) }
            }
        }
    }

    /// The lines, behind a lock.
    private final class Source: Sendable {
        private let lines: Mutex<InputLines>

        init(_ lines: sending InputLines) { self.lines = Mutex(lines) }

        func next() throws -> String? { try lines.withLock { try $0.next() } }
    }
}
