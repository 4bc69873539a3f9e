import Foundation

/// Goes through the records of a file that was read.
struct RecordScanner {
    enum Found {
        case record(RecordHead, Data)
        /// There is no more byte.
        case end
        /// The bytes here are no record: they are torn or damaged.
        case bad
    }

    let header: LogHeader
    private let bytes: Data
    /// Where the next record is, or would be.
    private(set) var offset = LogHeader.size
    private var sequence: UInt64

    init(_ bytes: Data, _ header: LogHeader) {
        (self.bytes, self.header) = (bytes, header)
        sequence = header.kind == .tail ? header.sequence : 1
    }

    var size: Int { bytes.count }

    /// The sequence of the next record.
    var nextSequence: UInt64 { sequence }

    mutating func next() -> Found {
        if offset == bytes.count { return .end }
        guard let head = bytes.withUnsafeBytes({ head(in: $0, at: offset) }), isExpected(head) else { return .bad }
        let start = bytes.startIndex + offset + RecordHead.size
        let payload = bytes[start..<start + head.length]
        var sum = Checksum()
        payload.withUnsafeBytes { sum.add($0) }
        guard sum.value == head.payloadSum else { return .bad }
        offset += RecordHead.size + head.length
        if head.kind == .record || head.kind == .piece { sequence += 1 }
        return .record(head, payload)
    }

    /// The last record that is known to be synchronized to any of those that are written here or behind. O(n): it looks
    /// at each byte whether a record begins there.
    func latestNote() -> UInt64 {
        bytes.withUnsafeBytes { bytes in
            var (latest, offset): (UInt64, Int) = (0, offset)
            while offset + RecordHead.size <= bytes.count {
                if let head = head(in: bytes, at: offset) { latest = max(latest, head.synced) }
                offset += 1
            }
            return latest
        }
    }

    private func isExpected(_ head: RecordHead) -> Bool {
        switch head.kind {
        case .record: header.kind == .tail && head.sequence == sequence
        case .mark: header.kind == .tail && head.sequence + 1 == sequence
        case .piece: header.kind == .snapshot && head.sequence == sequence
        case .end: header.kind == .snapshot && head.sequence + 1 == sequence
        }
    }

    /// The head at an offset, if its payload is within the file.
    private func head(in bytes: UnsafeRawBufferPointer, at offset: Int) -> RecordHead? {
        guard offset + RecordHead.size <= bytes.count else { return nil }
        let part = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + RecordHead.size])
        guard let head = RecordHead(part, salt: header.salt, offset: offset),
            head.length <= bytes.count - offset - RecordHead.size
        else { return nil }
        return head
    }
}
