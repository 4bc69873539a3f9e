#if os(macOS) || os(Linux) || os(Android)
import Foundation

/// A file that a program writes and that was not there before, such as a recording.
///
/// ```swift
/// let file = try NewFile(greeting.record, of: "a recording")
/// let recorder = ActionRecorder(digesting: cart, on: dispatcher, to: file.write)
/// ```
///
/// The contents of a file that is there already would be lost, so that is refused. A device or a pipe, in which nothing
/// stands, will do too.
public final class NewFile {
    private let file: FileHandle

    /// Makes the file. Nobody else may read it, since it may hold private data of the user.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - content: The kind of its contents, for messages: "a recording".
    /// - Throws: A ``ProgramExit`` of the status 73.
    public init(_ path: String, of content: String) throws(ProgramExit) {
        var facts = stat()
        let isDevice = stat(path, &facts) == 0 && facts.st_mode & S_IFMT != S_IFREG
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (isDevice ? 0 : O_EXCL), 0o600)
        guard file < 0 else {
            self.file = FileHandle(fileDescriptor: file, closeOnDealloc: true)
            return
        }
        let problem =
            errno == EEXIST
            ? "is there already, and \(content) would destroy it. To fix: name a file that does not exist."
            : "cannot be written: \(WriteError(code: errno)). To fix: name a file in a folder that can be."
        throw ProgramExit("\(path.oneLine) \(problem)", exitCode: 73)
    }

    /// Writes at once, and all of it.
    public func write(_ data: Data) throws { try file.writeAll(data) }

    /// Closes the file, which may tell that something is not written.
    public func close() throws { try file.close() }
}
#endif
