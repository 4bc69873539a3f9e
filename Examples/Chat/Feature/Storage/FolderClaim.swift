import Foundation

/// The claim of one run of the program on a folder: two at once would write over each other's unsent messages. The
/// system takes it back when the process ends, however that comes about.
final class FolderClaim: Sendable {
    private let descriptor: Int32

    /// Claims a folder. Nil if another run has it.
    ///
    /// A folder in which nothing can be written needs no claim.
    init?(_ folder: URL) {
        try? FolderFiles.make(folder)
        descriptor = open(folder.appendingPathComponent(".claim").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) < 0, errno == EWOULDBLOCK { return nil }
    }

    deinit { close(descriptor) }

    /// Whose folder this is. The first to ask becomes that.
    func owner(orElse name: String) -> String {
        var bytes = [UInt8](repeating: 0, count: 10_000)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        if count > 0 { return String(decoding: bytes.prefix(count), as: UTF8.self) }
        _ = Array(name.utf8).withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        return name
    }
}
