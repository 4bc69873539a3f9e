#if os(macOS) || os(Linux) || os(Android)
import Foundation
import MillraceBase

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
        let lines = Locked(self)
        return AsyncThrowingStream {
            if lines.withLock(\.hasNext) { return try lines.withLock { try $0.next() } }
            return try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(with: Result { try lines.withLock { try $0.next() } })
                }
            }
        }
    }
}
#endif
