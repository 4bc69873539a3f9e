#if os(macOS) || os(Linux) || os(Android)
import Foundation
import MillraceBase

/// An error of a failed write.
struct WriteError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The system's error number.
    let code: Int32

    /// Creates an error from a system error number, such as `errno`.
    init(code: Int32) {
        self.code = code
    }

    /// The system's description of the error.
    var description: String { String(cString: strerror(code)) }

    /// Whether the reader of the pipe is gone.
    var isClosedPipe: Bool { code == EPIPE }

    /// The exit status of a program that ends with this error.
    var exitCode: Int32 { isClosedPipe ? 141 : 74 }
}

extension FileHandle {
    /// Writes all bytes, and waits while there is no room, as in a pipe that is read slowly. If a pipe's reader is gone,
    /// this throws, and no SIGPIPE ends the program.
    func writeAll(_ bytes: some Sequence<UInt8>) throws(WriteError) {
        try MillraceTerminal.writeAll(bytes, to: fileDescriptor)
    }
}

/// Writes all bytes to a file descriptor, and waits while there is no room.
func writeAll(_ bytes: some Sequence<UInt8>, to descriptor: Int32) throws(WriteError) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
        let (count, code) = rest.withUnsafeBytes { bytes in
            withoutPipeSignal { (write(descriptor, bytes.baseAddress, bytes.count), errno) }
        }
        if count > 0 {
            rest = rest.dropFirst(count)
        } else if code == EAGAIN {
            usleep(5_000)
        } else if code != EINTR {
            throw WriteError(code: code)
        }
    }
}
#endif
