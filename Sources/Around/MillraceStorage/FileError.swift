public import Foundation

/// What the system says when it refuses something of a file.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was tried: the name of the system's call, such as `open`.
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

    /// What was tried, with which file, and why it has failed.
    public var description: String { "\(operation) of \(path) failed: \(reason)" }
}
