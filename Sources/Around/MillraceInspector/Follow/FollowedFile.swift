#if os(macOS) || os(Linux) || os(Android)
import Foundation

/// The part of a recording that a page does not have yet, and its additions.
struct FollowedFile: ~Copyable {
    /// The news to send.
    enum News: Equatable {
        /// The next bytes, and the place behind them.
        case bytes(Data, end: Int)
        /// There is nothing more now. It is sent once, until there is.
        case level
        /// The file is another one, or has become shorter.
        case replaced
        case none
    }

    /// How many bytes are sent at once.
    static let batch = 192 << 10

    private let path: String
    private let descriptor: Int32
    private let identity: (device: UInt64, number: UInt64)
    private var place: Int
    private var isLevel = false
    private var isOver = false

    /// Opens a file, to be read from a place on; nil if it cannot be opened.
    init?(_ path: String, from place: Int) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        self.path = path
        self.descriptor = descriptor
        identity = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino))
        self.place = place
    }

    deinit { close(descriptor) }

    /// The news to send next.
    mutating func next() -> News {
        if isOver { return .none }
        var status = stat()
        guard stat(path, &status) == 0, Int(status.st_size) >= place,
            UInt64(truncatingIfNeeded: status.st_dev) == identity.device,
            UInt64(truncatingIfNeeded: status.st_ino) == identity.number
        else {
            isOver = true
            return .replaced
        }
        let length = min(Self.batch, Int(status.st_size) - place)
        var bytes = Data(count: length)
        let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, length, off_t(place)) }
        guard length > 0, count > 0 else {
            if isLevel { return .none }
            isLevel = true
            return .level
        }
        place += count
        isLevel = false
        return .bytes(bytes.prefix(count), end: place)
    }
}
#endif
