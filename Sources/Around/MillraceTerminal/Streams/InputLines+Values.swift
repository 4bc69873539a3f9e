#if os(macOS) || os(Linux) || os(Android)
import Foundation
import Synchronization

extension InputLines {
    /// The lines as an asynchronous sequence, for a program that does other things until the next one arrives.
    ///
    /// ```swift
    /// for try await line in InputLines().values { dispatcher.dispatch(Entered(line: line)) }
    /// ```
    ///
    /// Each line is read when it is asked for; one that has not arrived is awaited on a thread of its own. Use one loop.
    /// A cancelled task ends with the line that it awaits. Throws a ``ProgramExit`` if standard input cannot be read.
    public var values: AsyncThrowingStream<String, any Error> {
        let reader = Reader(self)
        return AsyncThrowingStream {
            if reader.hasNext { return try reader.next() }
            return try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread { continuation.resume(with: Result { try reader.next() }) }
            }
        }
    }

    /// The lines, behind a lock.
    private final class Reader: Sendable {
        private let lines: Mutex<InputLines>

        init(_ lines: InputLines) { self.lines = Mutex(lines) }

        var hasNext: Bool { lines.withLock { $0.hasNext } }

        func next() throws(ProgramExit) -> String? {
            try lines.withLock { lines throws(ProgramExit) in try lines.next() }
        }
    }
}
#endif
