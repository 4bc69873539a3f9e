import Foundation
import MillraceBase
import MillraceSignals

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Where the answer to a request is written: into a file beside the wanted one, which takes its place when it is
/// complete.
final class Download: Sendable {
    private let file: URL
    /// The largest size of the file, in bytes.
    let sizeLimit: Int
    private let partial = Locked<PartialFile?>(nil)

    init(_ file: URL, sizeLimit: Int) { (self.file, self.sizeLimit) = (file, sizeLimit) }

    /// Begins a file, in place of that of an earlier attempt.
    func begin() throws -> PartialFile {
        let made = try PartialFile(beside: file)
        letGo(partial.withLock { exchange(&$0, with: made) })
        return made
    }

    /// Puts what was written in place. Does nothing if there is nothing: a server may say that a `HEAD` is good.
    func finish() throws { try partial.withLock { $0.take() }?.move(to: file) }

    /// Removes what was written.
    func discard() { letGo(partial.withLock { $0.take() }) }
}

/// A file that is being written. It is removed with this object, unless it was moved to its place.
final class PartialFile: Sendable {
    private let url: URL
    private let handle: FileHandle

    /// Creates an empty file beside another, where it can be moved from without being copied.
    init(beside file: URL) throws {
        // Not with the name of the file, which may be as long as names can be.
        let name = ".\(UUID().uuidString).partial"
        url = file.deletingLastPathComponent().appendingPathComponent(name)
        try Data().write(to: url)
        handle = try FileHandle(forWritingTo: url)
    }

    deinit {
        try? handle.close()
        try? FileManager.default.removeItem(at: url)
    }

    func write(_ data: Data) throws { try handle.write(contentsOf: data) }

    /// Puts the file in the place of another, in one step.
    func move(to file: URL) throws {
        try handle.synchronize()
        // Not `replaceItemAt`, which on Linux removes the other file, and then fails where there was none.
        if rename(url.path, file.path) != 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }
}
