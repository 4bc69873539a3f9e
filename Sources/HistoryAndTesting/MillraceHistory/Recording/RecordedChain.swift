import Foundation

/// Writes and verifies the checksums in the lines of a recording.
///
/// A line's checksum covers the rest of the line and starts with that of the previous line. So it is right only if all
/// lines before are the original ones, in order. It is FNV-1a of 64 bits (G. Fowler, L. C. Noll, K.-P. Vo;
/// draft-eastlake-fnv): every step is a bijection, so one changed byte is always detected. It protects against
/// accidents, not against forgery.
struct RecordedChain {
    private static let head = Array("{\"sum\":\"".utf8)
    private static let tail = Array("\",".utf8)
    private static let digits = 16

    private var sum = Self.start

    /// Returns a line with the JSON of an object, which must not be empty, its checksum and its line end.
    mutating func seal(_ object: Data) -> Data {
        let content = object.dropFirst()
        sum = Self.sum(of: content, behind: sum)
        return Data(Self.head + Self.hexadecimal(sum) + Self.tail) + content + Data("\n".utf8)
    }

    /// Returns whether a line is the next one. If not, the chain does not advance.
    mutating func advance(over line: Data) -> Bool {
        guard let (told, content) = Self.parts(of: line) else { return false }
        let found = Self.sum(of: content, behind: sum)
        guard Self.hexadecimal(found).elementsEqual(told) else { return false }
        sum = found
        return true
    }

    /// Returns whether a text begins with the whole next line, followed by something else.
    func hasMore(after line: Data) -> Bool {
        guard let (told, content) = Self.parts(of: line) else { return false }
        let wanted = Array(told)
        var found = sum
        for byte in content {
            found = Self.sum(found, byte)
            if byte == UInt8(ascii: "}"), Self.hexadecimal(found) == wanted { return true }
        }
        return false
    }

    /// Returns whether a line has a checksum, right or wrong.
    static func isSealed(_ line: Data) -> Bool { parts(of: line) != nil }

    private static func parts(of line: Data) -> (sum: Data, content: Data)? {
        let start = line.dropFirst(head.count)
        let content = start.dropFirst(digits + tail.count)
        guard line.starts(with: head), start.dropFirst(digits).starts(with: tail) else { return nil }
        return (start.prefix(digits), content)
    }

    // MARK: - FNV-1a

    private static let start: UInt64 = 0xCBF2_9CE4_8422_2325

    private static func sum(_ sum: UInt64, _ byte: UInt8) -> UInt64 { (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }

    private static func sum(of bytes: Data, behind sum: UInt64) -> UInt64 {
        bytes.withUnsafeBytes { $0.reduce(sum, Self.sum) }
    }

    private static func hexadecimal(_ sum: UInt64) -> [UInt8] {
        Array(StateDigest(value: sum).description.utf8)
    }
}
