public import Foundation

/// The error of the system when it refuses an operation on a file.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The operation: the name of the system's call, such as `open`.
    public let operation: String
    /// The path of the file.
    public let path: String
    /// The system's error number, such as `ENOSPC`.
    public let code: Int32

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - operation: The name of the call that has failed.
    ///   - path: The path of the file.
    ///   - code: The system's error number.
    public init(_ operation: String, _ path: String, code: Int32 = errno) {
        (self.operation, self.path, self.code) = (operation, path, code)
    }

    /// The system's words for it.
    public var reason: String { String(cString: strerror(code)) }

    /// Whether there is no room for more bytes: the disk, the user's share of it, or the file is full.
    public var isFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }

    /// The operation, its file, and why it has failed.
    public var description: String { "\(operation) of \(path) failed: \(reason)" }
}
