#if os(macOS) || os(Linux) || os(Android)
import Foundation
import MillraceBase

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

    /// The error thrown at the end if all lines have been blank.
    private var complaint: ProgramExit?

    /// Whether the next line, or the end, need not be waited for. O(line).
    var hasNext: Bool { isOver || bytes.contains(UInt8(ascii: "\n")) }

    /// Creates the lines of standard input from now on.
    public init() {}

    /// Creates the lines of given bytes, such as those of a file.
    public init(of bytes: some Sequence<UInt8>) {
        self.bytes = ArraySlice(bytes)
        isOver = true
    }

    /// Creates the lines of a file, or of standard input if the name is `-` or nil.
    ///
    /// - Throws: A ``ProgramExit`` of the status 66 if the file cannot be read.
    public init(ofFile name: String?) throws(ProgramExit) {
        guard let name, name != "-" else {
            self.init()
            return
        }
        do {
            self.init(of: try Data(contentsOf: URL(fileURLWithPath: name)))
        } catch {
            throw ProgramExit("\(name) cannot be read: \(error.localizedDescription)", exitCode: 66)
        }
    }

    /// Creates the lines of a file, or of standard input if the name is `-` or nil, among which one that is not blank is
    /// expected.
    ///
    /// ```swift
    /// var lines = try InputLines(expecting: "a name", fix: "name somebody, as in: echo Ada | greet")
    /// ```
    ///
    /// If there is none, as with `< /dev/null`, the end of the lines is a ``ProgramExit`` of the status 64: "standard
    /// input is empty, where a name is expected. To fix: …". Somebody who types may end without a line.
    ///
    /// - Parameters:
    ///   - name: The file.
    ///   - what: The content of a line: "a command".
    ///   - fix: How to give one.
    /// - Throws: A ``ProgramExit`` of the status 66 if the file cannot be read.
    public init(ofFile name: String? = nil, expecting what: String, fix: String) throws(ProgramExit) {
        try self.init(ofFile: name)
        expect(what, in: name.flatMap { $0 == "-" ? nil : $0 } ?? "standard input", fix: fix)
    }

    /// Creates the lines of the input from a descriptor.
    package init(reading descriptor: Int32) { self.descriptor = descriptor }

    /// Has a blank input reported.
    package mutating func expect(_ what: String, in source: String, fix: String) {
        complaint = .usage("\(source) is empty, where \(what) is expected", fix: fix)
    }

    /// Whether standard input is a terminal, on which somebody types. Where it is none, a program without a command
    /// reads its commands from there, and shows no screen.
    public static var areTyped: Bool { isatty(STDIN_FILENO) != 0 }

    /// Returns the next line, and waits for it if necessary. Returns nil at the end. O(line).
    ///
    /// - Throws: A ``ProgramExit``: of the status 66 if standard input cannot be read; of the status 64, once, at the end
    ///   of lines among which something is expected, if all were blank.
    public mutating func next() throws(ProgramExit) -> String? {
        let line = try nextOfAny()
        if complaint != nil {
            if line == nil, let complaint = exchange(&complaint, with: nil) { throw complaint }
            if line?.allSatisfy(\.isWhitespace) == false { complaint = nil }
        }
        return line
    }

    /// Whether a line follows that is not blank. Waits for it, or for the end, and takes none. False for a standard input
    /// that is closed. O(n) for n bytes of blank lines, of which a megabyte counts as lines that follow.
    mutating func hasCommand() throws(ProgramExit) -> Bool {
        if !isOver, fcntl(descriptor, F_GETFL) & O_ACCMODE == O_WRONLY { isOver = true }
        var searched = 0
        while searched < 1 << 20 {
            if let end = bytes.dropFirst(searched).firstIndex(of: UInt8(ascii: "\n")) {
                if !Self.isBlank(bytes[..<end].dropFirst(searched)) { return true }
                searched = end + 1 - bytes.startIndex
            } else if isOver {
                return !Self.isBlank(bytes.dropFirst(searched))
            } else {
                try readMore()
            }
        }
        return true
    }

    private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
        String(decoding: line, as: UTF8.self).allSatisfy(\.isWhitespace)
    }

    private mutating func nextOfAny() throws(ProgramExit) -> String? {
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

    private mutating func readMore() throws(ProgramExit) {
        var piece = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &piece, piece.count)
        if count > 0 {
            bytes += piece.prefix(count)
        } else if count == 0 {
            isOver = true
            if isatty(descriptor) != 0 { complaint = nil }
        } else if errno != EINTR {
            throw ProgramExit("standard input cannot be read: \(String(cString: strerror(errno)))", exitCode: 66)
        }
    }
}
#endif
