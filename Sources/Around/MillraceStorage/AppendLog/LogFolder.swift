import Foundation

/// The folder of a log, and its files.
struct LogFolder: Sendable {
    static let damagedSuffix = ".damaged"

    let path: String
    let calls: FileCalls

    func path(of name: String) -> String { "\(path)/\(name)" }

    /// The files of the log, and those that were left behind.
    func names() throws(FileError) -> (files: [LogFileName], leftBehind: [String]) {
        guard let names = calls.names(path) else { throw FileError("open", path) }
        return (names.compactMap { LogFileName($0) }, names.filter { $0.hasSuffix(Self.damagedSuffix) }.sorted())
    }

    func contains(_ name: String) throws(FileError) -> Bool {
        guard let names = calls.names(path) else { throw FileError("open", path) }
        return names.contains(name)
    }

    /// Whether an open file has this name.
    func holds(_ file: OpenFile, as name: LogFileName) -> Bool {
        guard let identity = file.identity else { return false }
        return calls.identityAtPath(path(of: name.text)) == identity
    }

    /// Makes the folder if it is missing. Its name is on the medium then, as it is before there is a file of the log.
    func make() throws(FileError) {
        let isThere = try !Self.make(path, calls)
        guard isThere, try names().files.isEmpty else { return }
        do throws(FileError) {
            try Self.synchronizeName(of: path, calls)
        } catch  where error.code == EACCES || error.code == EPERM {
            // Who makes a folder where we may not look has to see to it.
        }
    }

    /// Returns whether it had to be made.
    private static func make(_ path: String, _ calls: FileCalls) throws(FileError) -> Bool {
        if calls.makeFolder(path, 0o700) < 0 {
            if errno == EEXIST { return false }
            let parent = (path as NSString).deletingLastPathComponent
            guard errno == ENOENT, !parent.isEmpty, parent != path else { throw FileError("mkdir", path) }
            _ = try make(parent, calls)
            if calls.makeFolder(path, 0o700) < 0, errno != EEXIST { throw FileError("mkdir", path) }
        }
        try synchronizeName(of: path, calls)
        return true
    }

    private static func synchronizeName(of path: String, _ calls: FileCalls) throws(FileError) {
        let parent = (path as NSString).deletingLastPathComponent
        try OpenFile.synchronizeFolder(parent.isEmpty ? "." : parent, calls: calls)
    }

    /// Reads the beginning of a file, or all of it.
    func read(_ name: LogFileName, count: Int? = nil) throws(FileError) -> Data {
        let file = try OpenFile(path(of: name.text), .existing, calls: calls)
        if let count { return try file.read(at: 0, count: count) }
        return try file.read(at: 0, count: try file.size)
    }

    /// Makes a file that gets its name later.
    func draft(_ name: LogFileName) throws(FileError) -> AtomicFile {
        try AtomicFile(path(of: name.text), permissions: 0o600, calls: calls)
    }

    /// Puts the names of its files on the medium.
    func synchronize() throws(FileError) { try OpenFile.synchronizeFolder(path, calls: calls) }

    /// Removes the files of the generations before one. Those that somebody may want to look into stay, under another
    /// name. A file that cannot be removed stays, and is removed the next time.
    func removeFiles(before generation: UInt64, keptBefore end: LogPlace?) {
        guard let names = try? names().files else { return }
        for name in names where name.place.generation < generation {
            let (path, isKept) = (path(of: name.text), end.map { name.place < $0 } ?? false)
            _ = isKept ? calls.rename(path, path + Self.damagedSuffix) : calls.unlink(path)
        }
    }
}
