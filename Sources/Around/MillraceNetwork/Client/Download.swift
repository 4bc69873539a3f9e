import Foundation
import MillraceBase
import MillraceStorage

/// Where the answer to a request is written: in place of a file when it is complete.
final class Download: DownloadTarget {
    private let file: URL
    /// The largest size of the file, in bytes.
    let sizeLimit: Int
    private let draft = Locked<AtomicFile?>(nil)

    init(_ file: URL, sizeLimit: Int) { (self.file, self.sizeLimit) = (file, sizeLimit) }

    /// Begins a file, in place of that of an earlier attempt.
    func begin(_ head: Response) -> RequestError.Reason? {
        writing { () throws(FileError) in
            let made = try AtomicFile(file)
            letGo(draft.withLock { exchange(&$0, with: made) })
        }
    }

    func take(_ piece: Data) -> RequestError.Reason? {
        writing { () throws(FileError) in try draft.withLock { $0 }?.write(piece) }
    }

    /// Puts the written file in place. Does nothing if there is nothing: a server may say that a `HEAD` is good.
    func finish() throws { try draft.withLock { $0.take() }?.commit() }

    func discard() { letGo(draft.withLock { $0.take() }) }
}
