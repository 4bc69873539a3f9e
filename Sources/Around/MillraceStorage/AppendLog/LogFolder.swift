import Foundation

/// The folder of a log, and its files.
struct LogFolder: Sendable {
    static let damagedSuffix = ".damaged"

    let path: String
    let fileSystem: FileSystem

    func path(of name: String) -> String { "\(path)/\(name)" }

    /// The files of the log, and those that were left behind.
    func names() throws(FileError) -> (files: [LogFileName], leftBehind: [String]) {
        guard let names = fileSystem.names(path) else { throw FileError("open", path) }
        return (names.compactMap { LogFileName($0) }, names.filter { $0.hasSuffix(Self.damagedSuffix) }.sorted())
    }

    func contains(_ name: String) throws(FileError) -> Bool {
        guard let names = fileSystem.names(path) else { throw FileError("open", path) }
        return names.contains(name)
    }

    /// Whether an open file has this name.
    func holds(_ file: OpenFile, as name: LogFileName) -> Bool {
        guard let identity = file.identity else { return false }
        return fileSystem.identityAtPath(path(of: name.text)) == identity
    }

    /// Makes the folder if it is missing. Its name is on the medium then, as it is before there is a file of the log.
    func make() throws(FileError) {
        let isThere = try !fileSystem.makeFolders(path, 0o700) { parent throws(FileError) in
            try OpenFile.synchronizeFolder(parent, fileSystem: fileSystem)
        }
        guard isThere, try names().files.isEmpty else { return }
        do throws(FileError) {
            try OpenFile.synchronizeFolder(FileSystem.parent(of: path), fileSystem: fileSystem)
        } catch  where error.code == EACCES || error.code == EPERM {
            // Who makes a folder where we may not look has to see to it.
        }
    }

    /// Reads the beginning of a file, or all of it.
    func read(_ name: LogFileName, count: Int? = nil) throws(FileError) -> Data {
        let file = try OpenFile(path(of: name.text), .existing, fileSystem: fileSystem)
        if let count { return try file.read(at: 0, count: count) }
        return try file.read(at: 0, count: try file.size)
    }

    /// Makes a file that gets its name later.
    func draft(_ name: LogFileName) throws(FileError) -> AtomicFile {
        try AtomicFile(path(of: name.text), permissions: 0o600, fileSystem: fileSystem)
    }

    /// Puts the names of its files on the medium.
    func synchronize() throws(FileError) { try OpenFile.synchronizeFolder(path, fileSystem: fileSystem) }

    /// Removes the files of the generations before one. Those that somebody may want to look into stay, under another
    /// name. A file that cannot be removed stays, and is removed the next time.
    func removeFiles(before generation: UInt64, keptBefore end: LogPlace?) {
        guard let names = try? names().files else { return }
        for name in names where name.place.generation < generation {
            let (path, isKept) = (path(of: name.text), end.map { name.place < $0 } ?? false)
            _ = isKept ? fileSystem.rename(path, path + Self.damagedSuffix) : fileSystem.unlink(path)
        }
    }
}
