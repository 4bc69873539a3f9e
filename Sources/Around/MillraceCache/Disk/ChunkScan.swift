/// What is found when a chunk is read from its beginning.
enum ChunkFinding {
    /// A record whose head and key are sound. Its value is looked at when it is read.
    case record(RecordHead, key: String, offset: Int)
    /// Bytes that are no record, with sound records behind them.
    ///
    /// - `lostKey`: The hash of the key that was there, if it was one record.
    case damage(Range<Int>, lostKey: UInt64?)
    /// Bytes at the end that are no whole record.
    case torn(Range<Int>)
}

/// Reads the heads of a chunk's records, and finds the next sound one where one is not.
struct ChunkScan {
    private let bytes: UnsafeRawBufferPointer
    private let salt: UInt64

    init(_ bytes: UnsafeRawBufferPointer, salt: UInt64) { (self.bytes, self.salt) = (bytes, salt) }

    func forEach(_ body: (ChunkFinding) -> Void) {
        var (offset, expected) = (ChunkHeader.byteCount, 0)
        var damageStart: Int?
        while offset < bytes.count {
            guard let (head, key) = RecordHead.read(bytes, at: offset, salt: salt),
                offset + head.length <= bytes.count
            else {
                damageStart = damageStart ?? offset
                offset += 1
                continue
            }
            if let start = damageStart {
                body(.damage(start..<offset, lostKey: head.number == expected + 1 ? head.previousKey : nil))
                damageStart = nil
            }
            body(.record(head, key: key, offset: offset))
            expected = head.number + 1
            offset += head.length
        }
        if let start = damageStart { body(.torn(start..<bytes.count)) }
    }
}
