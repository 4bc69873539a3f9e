import Foundation
import MillraceBase
import MillraceStorage

/// Where the answer to a request is written: in place of a file when it is complete.
final class Download: Sendable {
    private let file: URL
    /// The largest size of the file, in bytes.
    let sizeLimit: Int
    private let draft = Locked<AtomicFile?>(nil)

    init(_ file: URL, sizeLimit: Int) { (self.file, self.sizeLimit) = (file, sizeLimit) }

    /// Begins a file, in place of that of an earlier attempt.
    func begin() throws(FileError) -> AtomicFile {
        let made = try AtomicFile(file)
        letGo(draft.withLock { exchange(&$0, with: made) })
        return made
    }

    /// Puts what was written in place. Does nothing if there is nothing: a server may say that a `HEAD` is good.
    func finish() throws(FileError) { try draft.withLock { $0.take() }?.commit() }

    /// Removes what was written.
    func discard() { letGo(draft.withLock { $0.take() }) }
}
