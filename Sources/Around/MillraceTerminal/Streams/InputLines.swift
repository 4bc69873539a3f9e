#if os(macOS) || os(Linux) || os(Android)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// The lines of standard input, each as soon as it is complete, or of given bytes.
///
/// A line ends with a line feed, which is not part of it, or with the input. Bytes that are not UTF-8 become U+FFFD.
///
/// ```swift
/// var lines = InputLines()
/// while let line = try lines.next() { print(line.count) }
/// ```
///
/// ``next()`` keeps its thread until a line has arrived. On the main actor nothing else happens meanwhile: no effect
/// ends, and no signal of the process reaches a service. Where that matters, read ``values``.
public struct InputLines: Sendable {
    private var bytes: ArraySlice<UInt8> = []
    private var isOver = false
    private var descriptor = STDIN_FILENO

    /// Whether the next line, or the end, need not be waited for. O(line).
    var hasNext: Bool { isOver || bytes.contains(UInt8(ascii: "\n")) }

    /// Creates the lines of standard input from now on.
    public init() {}

    /// Creates the lines of given bytes, such as those of a file.
    public init(of bytes: some Sequence<UInt8>) {
        self.bytes = ArraySlice(bytes)
        isOver = true
    }

    /// Creates the lines of what is read from a descriptor.
    package init(reading descriptor: Int32) { self.descriptor = descriptor }

    /// The error that standard input cannot be read.
    public struct ReadError: Error, Sendable, CustomStringConvertible {
        let code: Int32
        /// The system's description of the error.
        public var description: String { "standard input cannot be read: \(String(cString: strerror(code)))" }
        /// The exit status for this error, as in `sysexits.h`.
        public var exitCode: Int32 { 66 }
    }

    /// Returns the next line, and waits for it if necessary. Returns nil at the end. O(line).
    public mutating func next() throws(ReadError) -> String? {
        var searched = 0
        while true {
            if let end = bytes.dropFirst(searched).firstIndex(of: UInt8(ascii: "\n")) {
                defer { bytes = bytes[(end + 1)...] }
                return String(decoding: bytes[..<end], as: UTF8.self)
            }
            if isOver { break }
            searched = bytes.count
            try readMore()
        }
        defer { bytes = [] }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    private mutating func readMore() throws(ReadError) {
        var piece = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &piece, piece.count)
        if count > 0 {
            bytes += piece.prefix(count)
        } else if count == 0 {
            isOver = true
        } else if errno != EINTR {
            throw ReadError(code: errno)
        }
    }
}
#endif
