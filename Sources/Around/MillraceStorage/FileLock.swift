import Foundation

/// A claim on a file that one object has at a time, in this process or another.
///
/// ```swift
/// guard let lock = try FileLock(path + "/lock") else { throw Problem.inUse }
/// ```
///
/// To claim a folder, claim a file in it, which stays there. The claim ends with this object, or with the process,
/// however that comes about. It binds those alone that ask for it. The file may say something: who has it, for example.
public final class FileLock: Sendable {
    /// The file, to be read and written.
    public let file: OpenFile

    private let path: String
    private let fileSystem: FileSystem

    /// Claims a file, which is made if it is missing. Nil if it is claimed already.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - permissions: Who may use the file if it is made here.
    ///   - fileSystem: Where the file is.
    /// - Throws: A ``FileError`` if the file cannot be opened or made, or the system cannot lock it.
    public init?(
        _ path: String,
        permissions: Int = 0o600,
        fileSystem: FileSystem = .system
    ) throws(FileError) {
        (self.path, self.fileSystem) = (path, fileSystem)
        file = try OpenFile(path, .existingOrNew, permissions: permissions, fileSystem: fileSystem)
        if fileSystem.claim(file.descriptor) == 0 { return }
        if errno == EWOULDBLOCK { return nil }
        throw FileError("flock", path)
    }

    /// Whether the claimed file still is where it was. If it was deleted, another one may be claimed in its place.
    public var isThere: Bool {
        guard let held = file.identity else { return false }
        return fileSystem.identityAtPath(path) == held
    }
}
