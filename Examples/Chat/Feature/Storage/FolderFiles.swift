import Foundation
import Millrace
import MillraceStorage
import Synchronization

/// The files of a folder: what is too large for the log, such as the bytes of an image. Without a folder, they are in
/// memory.
final class FolderFiles: Sendable {
    private let folder: String?
    private let fileSystem: FileSystem
    private let memory = Mutex<[String: Data]>([:])

    init(_ folder: String?, fileSystem: FileSystem = .system) { (self.folder, self.fileSystem) = (folder, fileSystem) }

    var names: [String] { folder.map { fileSystem.names($0) ?? [] } ?? memory.withLock { Array($0.keys) } }

    func save(_ bytes: Data, _ name: String) throws {
        guard let folder else { return memory.withLock { $0[name] = bytes } }
        _ = fileSystem.makeFolder(folder, 0o700)
        let file = try AtomicFile("\(folder)/\(name)", permissions: 0o600, fileSystem: fileSystem)
        try file.write(bytes)
        try file.commit()
    }

    /// The bytes; nil if there are none.
    func read(_ name: String) throws -> Data? {
        guard let folder else { return memory.withLock { $0[name] } }
        if !names.contains(name) { return nil }
        let file = try OpenFile("\(folder)/\(name)", .existing, fileSystem: fileSystem)
        return try file.read(at: 0, count: file.size)
    }

    func remove(_ name: String) {
        memory.withLock { $0[name] = nil }
        if let folder { _ = fileSystem.unlink("\(folder)/\(name)") }
    }
}
