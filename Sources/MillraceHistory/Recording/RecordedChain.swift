import Foundation

/// Puts a checksum into each line of a recording, and looks for it there.
///
/// A line's checksum covers what stands behind it in the line, and is begun with that of the line before. So it fits
/// only where all lines before are the ones that were written, in their order. It is FNV-1a of 64 bits (G. Fowler,
/// L. C. Noll, K.-P. Vo; draft-eastlake-fnv): every step is a bijection, so that one changed byte always shows. It is
/// there against accidents, not against forgery.
struct RecordedChain {
    private static let head = Array("{\"sum\":\"".utf8)
    private static let tail = Array("\",".utf8)
    private static let digits = 16

    private var sum = Self.start

    /// A line of an object's JSON, which must not be empty, with its checksum and its end.
    mutating func seal(_ object: Data) -> Data {
        let content = object.dropFirst()
        sum = Self.sum(of: content, behind: sum)
        return Data(Self.head + Self.hexadecimal(sum) + Self.tail) + content + Data("\n".utf8)
    }

    /// Whether a line is the next one. If not, the chain stays where it is.
    mutating func admits(_ line: Data) -> Bool {
        guard let (told, content) = Self.parts(of: line) else { return false }
        let found = Self.sum(of: content, behind: sum)
        guard Self.hexadecimal(found).elementsEqual(told) else { return false }
        sum = found
        return true
    }

    /// Whether what a text begins with is the whole of the next line: something else stands behind it.
    func admitsMore(than line: Data) -> Bool {
        guard let (told, content) = Self.parts(of: line) else { return false }
        let wanted = Array(told)
        var found = sum
        for byte in content {
            found = Self.sum(found, byte)
            if byte == UInt8(ascii: "}"), Self.hexadecimal(found) == wanted { return true }
        }
        return false
    }

    /// Whether a line has a checksum, be it a wrong one.
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
        let text = String(sum, radix: 16)
        return Array((String(repeating: "0", count: digits - text.utf8.count) + text).utf8)
    }
}
