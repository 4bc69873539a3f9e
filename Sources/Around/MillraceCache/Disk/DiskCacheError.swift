import MillraceStorage

/// A failure with the files of a ``DiskCache``. No failure ends the program: data that cannot be read is a miss.
public enum DiskCacheError: Error, Sendable, Hashable {
    /// The folder cannot be used.
    case notOpened(folder: String, reason: String)
    /// Another ``DiskCache`` has the folder, in this process or in another one.
    case inUse(folder: String)
    /// The record of a key was damaged, or not written completely, because the machine lost power meanwhile. It is
    /// removed.
    case damaged(key: String, file: String)
    /// There is no room on the disk. Records written before are still there.
    case full(file: String)
    /// The system refuses another operation.
    case failed(operation: String, file: String, reason: String)
    /// A record is larger than the `byteLimit`.
    case tooLarge(key: String, byteCount: Int)
    /// A value could not be encoded.
    case notEncoded(key: String, reason: String)
    /// The data of a value could not be decoded.
    case notDecoded(key: String, reason: String)
}

extension DiskCacheError: CustomStringConvertible {
    /// Creates a failure of an error that using a folder has thrown.
    init?(_ error: any Error) {
        switch error {
        case let failure as DiskCacheError: self = failure
        case let error as FileError where error.isFull: self = .full(file: error.path)
        case let error as FileError: self = .failed(operation: error.operation, file: error.path, reason: error.reason)
        default: return nil
        }
    }

    /// The failure, and how to fix it.
    public var description: String {
        switch self {
        case .notOpened(let folder, let reason):
            "DiskCache: \(folder) cannot be opened: \(reason). To fix: pass a folder that can be made and written."
        case .inUse(let folder):
            "DiskCache: \(folder) is in use by another DiskCache. To fix: make one for each folder, and share it."
        case .damaged(let key, let file): "DiskCache: the record of '\(key)' in \(file) is damaged; it is a miss."
        case .full(let file):
            "DiskCache: there is no room for \(file). To fix: make room on the disk; what was written before is there."
        case .failed(let operation, let file, let reason):
            "DiskCache: \(operation) of \(file) failed: \(reason)."
        case .tooLarge(let key, let byteCount):
            "DiskCache: the record of '\(key.prefix(80))' has \(byteCount) bytes. To fix: raise byteLimit, or keep less."
        case .notEncoded(let key, let reason):
            "CacheDisk: the value of '\(key)' cannot be encoded: \(reason). It stays in memory alone."
        case .notDecoded(let key, let reason):
            "CacheDisk: the value of '\(key)' cannot be decoded: \(reason). It is a miss."
        }
    }
}
