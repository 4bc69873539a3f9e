import Foundation

/// A file of a log to which records are added. One thread at a time uses it.
struct RecordFile {
    let file: OpenFile
    private(set) var size: Int
    private let salt: UInt64
    /// A head with its payload, so that one call writes both.
    private var buffer: [UInt8] = []
    /// The size from which on a payload is written by a call of its own, which costs less than to copy it.
    private static let largeSize = 64 << 10

    /// Writes the header of a new file.
    init(_ file: OpenFile, header: LogHeader) throws(FileError) {
        (self.file, salt) = (file, header.salt)
        size = LogHeader.size
        try file.write(header.bytes, at: 0)
    }

    /// Writes a record behind the last one. If it fails, nothing may be written behind it any more.
    mutating func append(_ head: RecordHead, _ payload: Data = Data()) throws(FileError) {
        let isLarge = payload.count >= Self.largeSize
        let count = RecordHead.size + (isLarge ? 0 : payload.count)
        if buffer.count < count { buffer = [UInt8](repeating: 0, count: max(count, 2 * buffer.count, 512)) }
        let (file, salt, offset) = (file, salt, size)
        let failure = buffer.withUnsafeMutableBytes { buffer in
            let bytes = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
            var (head, sum) = (head, Checksum())
            payload.withUnsafeBytes { payload in
                sum.add(payload)
                if isLarge { return }
                UnsafeMutableRawBufferPointer(rebasing: bytes[RecordHead.size...]).copyMemory(from: payload)
            }
            (head.length, head.payloadSum) = (payload.count, sum.value)
            head.store(in: bytes, salt: salt, offset: offset)
            return file.write(UnsafeRawBufferPointer(bytes), at: offset)
        }
        if let failure { throw failure }
        if isLarge { try file.write(payload, at: offset + count) }
        size += RecordHead.size + payload.count
    }
}
