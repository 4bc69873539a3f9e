public import Foundation
import MillraceBase
import MillraceStorage

/// Where a ``SavedValue`` is between two runs of the program: a file, or the memory in specs.
public struct SavedPlace: Sendable {
    let read: @Sendable () throws -> Data?
    let write: @Sendable (Data) throws -> Void

    /// Creates a place of one's own, such as the keychain, or one that fails in a spec.
    ///
    /// - Parameters:
    ///   - read: Returns the bytes that were written last; nil if there are none.
    ///   - write: Writes bytes in place of the former ones. It is called on any thread, never twice at a time.
    public init(read: @escaping @Sendable () throws -> Data?, write: @escaping @Sendable (Data) throws -> Void) {
        (self.read, self.write) = (read, write)
    }

    /// A file, which is replaced as a whole: at every moment it holds the former value or the new one.
    ///
    /// Its folder is made when the first value is saved.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - permissions: Who may use it: only its owner by default.
    public static func file(_ url: URL, permissions: Int = 0o600) -> SavedPlace {
        SavedPlace {
            FileManager.default.fileExists(atPath: url.path) ? try Data(contentsOf: url) : nil
        } write: { data in
            let folder = url.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try AtomicFile.write(data, to: url, permissions: permissions)
        }
    }

    /// The memory: for specs, and for a program that shall keep nothing. Copies of the place share the saved value, so
    /// a second value in the same place finds it as the next run would.
    public static func memory() -> SavedPlace {
        let bytes = Locked<Data?>(nil)
        return SavedPlace {
            bytes.withLock { $0 }
        } write: { data in
            bytes.withLock { $0 = data }
        }
    }
}
