/// Writes and verifies the checksums in the lines of a recording.
///
/// A line's checksum covers the rest of the line and starts with that of the previous line. So it is right only if all
/// lines before are the original ones, in order. It is FNV-1a of 64 bits (G. Fowler, L. C. Noll, K.-P. Vo;
/// draft-eastlake-fnv): every step is a bijection, so one changed byte is always detected. It protects against
/// accidents, not against forgery.
package struct RecordedChain {
    private static let head = Array("{\"sum\":\"".utf8)
    private static let tail = Array("\",".utf8)
    private static let digits = 16

    private var sum = Self.start

    /// Creates the chain before the first line.
    package init() {}

    /// Returns a line with the JSON of an object, which must not be empty, its checksum and its line end.
    package mutating func seal(_ object: [UInt8]) -> [UInt8] {
        let content = object.dropFirst()
        sum = Self.sum(of: content, behind: sum)
        var line: [UInt8] = []
        line.reserveCapacity(Self.head.count + Self.digits + Self.tail.count + object.count)
        line += Self.head
        line += Self.hexadecimal(sum)
        line += Self.tail
        line += content
        line.append(UInt8(ascii: "\n"))
        return line
    }

    /// Returns whether a line is the next one. If not, the chain does not advance.
    package mutating func advance(over line: some Collection<UInt8>) -> Bool {
        guard let (told, content) = Self.parts(of: line) else { return false }
        let found = Self.sum(of: content, behind: sum)
        guard Self.hexadecimal(found).elementsEqual(told) else { return false }
        sum = found
        return true
    }

    /// Returns whether a text begins with the whole next line, followed by something else.
    package func hasMore(after line: some Collection<UInt8>) -> Bool {
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
    package static func isSealed(_ line: some Collection<UInt8>) -> Bool { parts(of: line) != nil }

    private static func parts<Line: Collection<UInt8>>(
        of line: Line
    ) -> (sum: Line.SubSequence.SubSequence, content: Line.SubSequence.SubSequence)? {
        let start = line.dropFirst(head.count)
        let content = start.dropFirst(digits + tail.count)
        guard line.starts(with: head), start.dropFirst(digits).starts(with: tail), !content.isEmpty else { return nil }
        return (start.prefix(digits), content)
    }

    // MARK: - FNV-1a

    private static let start: UInt64 = 0xCBF2_9CE4_8422_2325

    private static func sum(_ sum: UInt64, _ byte: UInt8) -> UInt64 { (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }

    private static func sum(of bytes: some Collection<UInt8>, behind start: UInt64) -> UInt64 {
        bytes.withContiguousStorageIfAvailable { bytes in
            var sum = start
            for byte in bytes { sum = Self.sum(sum, byte) }
            return sum
        } ?? bytes.reduce(start, Self.sum)
    }

    private static func hexadecimal(_ sum: UInt64) -> [UInt8] {
        (0..<digits).map { digit in
            let value = UInt8(truncatingIfNeeded: sum >> UInt64(60 - 4 * digit)) & 15
            return value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
        }
    }
}
