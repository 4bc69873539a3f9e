import Foundation

/// The lines of standard input, each as soon as it has come in.
public struct InputLines {
    private var bytes: [UInt8] = []
    private var isOver = false

    /// The lines that are still to come in.
    public init() {}

    /// Standard input cannot be read.
    public struct ReadError: Error, Sendable, CustomStringConvertible {
        let code: Int32
        /// What the system says.
        public var description: String { "standard input cannot be read: \(String(cString: strerror(code)))" }
        /// The exit status for it, after `sysexits.h`.
        public var exitCode: Int32 { 66 }
    }

    /// The next line, without its end; nil where there is none. Waits for it.
    public mutating func next() throws(ReadError) -> String? {
        while !isOver, !bytes.contains(UInt8(ascii: "\n")) { try readMore() }
        guard !bytes.isEmpty else { return nil }
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        bytes.removeFirst(min(line.count + 1, bytes.count))
        return String(decoding: line, as: UTF8.self)
    }

    private mutating func readMore() throws(ReadError) {
        var piece = [UInt8](repeating: 0, count: 4096)
        let count = read(STDIN_FILENO, &piece, piece.count)
        if count > 0 {
            bytes += piece.prefix(count)
        } else if count == 0 {
            isOver = true
        } else if errno != EINTR {
            throw ReadError(code: errno)
        }
    }
}
