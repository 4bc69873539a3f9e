#if os(macOS) || os(Linux) || os(Android)
import Foundation

/// A write that the system refused.
public struct WriteError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The system's number for the reason.
    public let code: Int32

    /// An error with one of the system's numbers, as `errno` has them.
    public init(code: Int32) {
        self.code = code
    }

    /// What the system says.
    public var description: String { String(cString: strerror(code)) }

    /// Whether nobody reads any more at a pipe's other end.
    public var isClosedPipe: Bool { code == EPIPE }

    /// The exit status of a program that ends with it.
    public var exitCode: Int32 { isClosedPipe ? 141 : 74 }
}

extension FileHandle {
    /// Writes all of some bytes, and waits where there is no room for the moment, as in a pipe that is read slowly.
    ///
    /// Where nobody reads a pipe any more, this throws only in a program that ignores SIGPIPE, as one does that has made
    /// a ``ProgramOutput``; otherwise the signal ends the program.
    public func writeAll(_ bytes: some Sequence<UInt8>) throws(WriteError) {
        try MillraceTerminal.writeAll(bytes, to: fileDescriptor)
    }
}

/// Writes all of some bytes, and waits where there is no room for the moment.
func writeAll(_ bytes: some Sequence<UInt8>, to descriptor: Int32) throws(WriteError) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count > 0 {
            rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
            DescriptorSet.waitUntilWritable(descriptor)
        } else if errno != EINTR {
            throw WriteError(code: errno)
        }
    }
}
#endif
