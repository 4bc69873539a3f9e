public import Foundation
import MillraceBase
public import MillraceStorage

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
    /// Its folder is made when the first value is saved. A saved value is there also if the power fails.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - permissions: Who may use it: only its owner by default.
    ///   - fileSystem: Where the file is.
    public static func file(_ url: URL, permissions: Int = 0o600, fileSystem: FileSystem = .system) -> SavedPlace {
        SavedPlace {
            try OpenFile.contents(of: url.path, fileSystem: fileSystem)
        } write: { data in
            let folder = url.deletingLastPathComponent().path
            try fileSystem.makeFolders(folder, 0o777) { parent throws(FileError) in
                try synchronizeNames(in: parent, fileSystem)
            }
            try AtomicFile.write(data, to: url, permissions: permissions, fileSystem: fileSystem)
            try synchronizeNames(in: folder, fileSystem)
        }
    }

    /// Puts the names of a folder on the medium, unless we may not look into it: who has made it has to see to that.
    private static func synchronizeNames(in folder: String, _ fileSystem: FileSystem) throws(FileError) {
        do throws(FileError) {
            try OpenFile.synchronizeFolder(folder, fileSystem: fileSystem)
        } catch  where error.code == EACCES || error.code == EPERM {}
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
