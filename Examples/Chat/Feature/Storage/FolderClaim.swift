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
}
