import LoopbackHTTP

/// A text with spaces behind it, packed as gzip does (RFC 1951 and 1952), but with two bits for 258 spaces: 200 MB of
/// them take some 200 KB.
struct Gzip {
    private(set) var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    private var pending: UInt32 = 0
    private var count = 0

    /// - Parameters:
    ///   - runs: How many times 258 spaces there are behind the text and one space.
    ///   - hasChecksum: Whether the checksum is right. That of hundreds of megabytes takes long.
    init(_ text: String, runs: Int, hasChecksum: Bool = true) {
        let content = text + " " + String(repeating: " ", count: hasChecksum ? 258 * runs : 0)
        let checksum = Self.checksum(of: content.utf8)
        let text = Array(text.utf8)
        // A block as it is: not the last one, of kind 0, from the next whole byte on.
        append(0, bits: 3)
        flush()
        for length in [text.count, ~text.count] { bytes += [UInt8(length & 0xFF), UInt8(length >> 8 & 0xFF)] }
        bytes += text
        // The last block, of kind 2: 286 codes for bytes and lengths, 1 for distances, 18 for the lengths of codes.
        append(1, bits: 1)
        append(2, bits: 2)
        append(286 - 257, bits: 5)
        append(0, bits: 5)
        append(18 - 4, bits: 4)
        // The lengths of codes: "138 zeros at most" in one bit, 2 and 1 in two.
        for length in [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2] { append(UInt32(length), bits: 3) }
        zeros(32)
        append(0b11, bits: 2)  // the space: two bits
        zeros(138)
        zeros(85)
        append(0b11, bits: 2)  // the end: two bits
        zeros(28)
        append(0b01, bits: 2)  // 258 bytes: one bit
        append(0b01, bits: 2)  // from one byte before: one bit
        // One space, the runs of two zero bits each, and the end.
        append(0b01, bits: 2)
        for _ in 0..<(runs % 16) { append(0, bits: 2) }
        for _ in 0..<(runs / 16) { append(0, bits: 32) }
        append(0b11, bits: 2)
        flush()
        let size = UInt32(truncatingIfNeeded: text.count + 1 + runs * 258)
        for word in [checksum, size] {
            for shift in [0, 8, 16, 24] { bytes.append(UInt8(word >> UInt32(shift) & 0xFF)) }
        }
    }

    /// The answer of a server that packs it so.
    ///
    /// - Parameter lost: How many of the last bytes are missing, without a word about it.
    func reply(losing lost: Int = 0) -> Reply {
        let rest = bytes.dropLast(lost)
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(rest.count)\r\n\r\n"
        return Reply(.send(Array(head.utf8) + rest))
    }

    /// The CRC-32 of bytes.
    private static func checksum(of bytes: some Sequence<UInt8>) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : (sum >> 1) ^ 0xEDB8_8320 }
        }
        return ~sum
    }

    /// So many codes of length zero, from 11 to 138.
    private mutating func zeros(_ count: Int) {
        append(0, bits: 1)
        append(UInt32(count - 11), bits: 7)
    }

    private mutating func append(_ value: UInt32, bits: Int) {
        for bit in 0..<bits {
            pending |= (value >> UInt32(bit) & 1) << UInt32(count)
            count += 1
            if count == 8 { flush() }
        }
    }

    private mutating func flush() {
        guard count > 0 else { return }
        bytes.append(UInt8(pending))
        (pending, count) = (0, 0)
    }
}
