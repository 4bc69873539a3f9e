public import Foundation
import MillraceBase

/// A file that is written beside another, the *draft*, and takes its place in one step when it is whole.
///
/// ```swift
/// try AtomicFile.write(data, to: file)      // all at once
///
/// let new = try AtomicFile(file)            // or piece by piece
/// for piece in pieces { try new.write(piece) }
/// try new.commit()
/// ```
///
/// At every moment, and whatever happens, the former file is there whole, or the new one. A draft that was not put in
/// its place is removed with this object. If the process ends before, the draft stays: see
/// ``removeDrafts(in:fileSystem:)``.
///
/// The new file has its own permissions, not those of the former one. May be used on any thread.
public final class AtomicFile: Sendable {
    private let path: String
    private let draftPath: String
    /// The file that is written. Once it has its place it is the file itself.
    let file: OpenFile
    private let fileSystem: FileSystem
    private let written = Locked(0)

    /// Makes the draft, empty, in the folder of the file.
    ///
    /// - Parameters:
    ///   - url: Where the file will be.
    ///   - permissions: Who may use it, from the first moment on, less the process's mask.
    ///   - fileSystem: Where the file will be.
    /// - Throws: A ``FileError`` if the draft cannot be made.
    public convenience init(
        _ url: URL,
        permissions: Int = 0o666,
        fileSystem: FileSystem = .system
    ) throws(FileError) {
        try self.init(url.path, permissions: permissions, fileSystem: fileSystem)
    }

    package init(_ path: String, permissions: Int = 0o666, fileSystem: FileSystem) throws(FileError) {
        (self.path, self.fileSystem) = (path, fileSystem)
        // Not with the name of the file, which may be as long as names can be.
        let folder = (path as NSString).deletingLastPathComponent
        draftPath = (folder as NSString).appendingPathComponent(".\(fileSystem.draftName())\(Self.suffix)")
        file = try OpenFile(draftPath, .new, permissions: permissions, fileSystem: fileSystem, errorPath: path)
    }

    deinit { _ = fileSystem.unlink(draftPath) }

    /// Writes bytes behind those that are there.
    public func write(_ data: Data) throws(FileError) {
        try written.withLock { size throws(FileError) in
            try file.write(data, at: size)
            size += data.count
        }
    }

    /// Puts the file in its place, which ends the writing.
    ///
    /// The bytes are on the medium before the name is. The name itself is there for all processes at once, and on the
    /// medium a moment later: to be sure of that, call ``OpenFile/synchronizeFolder(_:fileSystem:)``.
    public func commit() throws(FileError) {
        try file.synchronize()
        try commitUnsynchronized()
    }

    /// Puts the file in its place, whether or not its bytes are on the medium: those who read it can tell.
    package func commitUnsynchronized() throws(FileError) {
        // Not `replaceItemAt`, which on Linux removes the other file, and then fails where there was none.
        if fileSystem.rename(draftPath, path) < 0 { throw FileError("rename", path) }
    }

    /// Writes a whole file, in place of the former one if there is one.
    public static func write(
        _ data: Data,
        to url: URL,
        permissions: Int = 0o666,
        fileSystem: FileSystem = .system
    ) throws(FileError) {
        let new = try AtomicFile(url, permissions: permissions, fileSystem: fileSystem)
        try new.write(data)
        try new.commit()
    }

    /// Removes the drafts that a process has left in a folder in which nobody writes now. Files that cannot be removed
    /// stay.
    public static func removeDrafts(in folder: String, fileSystem: FileSystem = .system) {
        for name in fileSystem.names(folder) ?? [] where name.hasPrefix(".") && name.hasSuffix(suffix) {
            _ = fileSystem.unlink("\(folder)/\(name)")
        }
    }

    private static let suffix = ".draft"
}
