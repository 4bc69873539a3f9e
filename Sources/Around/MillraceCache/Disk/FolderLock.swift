import Foundation
import MillraceStorage

/// The claim of one writer on a folder, and the number of the last chunk that is known to have been made.
final class FolderLock {
    private let lock: FileLock

    /// 0 if it is not known.
    private(set) var lastNumber: Int

    init(_ folder: String, _ calls: FileCalls) throws(DiskCacheProblem) {
        let lock: FileLock?
        do {
            lock = try FileLock(folder + "/lock", calls: calls)
        } catch {
            throw .notOpened(folder: folder, reason: error.reason)
        }
        guard let lock else { throw .inUse(folder: folder) }
        self.lock = lock
        lastNumber = (try? lock.file.read(at: 0, count: Self.byteCount)).map(Self.number) ?? 0
    }

    /// Notes that a chunk was made, so that it is missed if it is not there.
    func note(_ number: Int) throws(FileError) {
        try lock.file.write(Self.data(of: number), at: 0)
        lastNumber = number
    }

    /// Whether the folder still has the file, and not that of another one who has made it anew.
    var isThere: Bool { lock.isThere }

    private static let byteCount = 12

    private static func data(of number: Int) -> Data {
        var (data, sum) = (Data(), Checksum())
        sum.add(UInt64(number))
        data.append(number: Int64(number))
        data.append(number: sum.value)
        return data
    }

    private static func number(in data: Data) -> Int {
        guard data.count == byteCount else { return 0 }
        let number = data.withUnsafeBytes { $0.number(at: 0, as: Int64.self) }
        return 0..<(Int64.max / 2) ~= number && data == Self.data(of: Int(number)) ? Int(number) : 0
    }
}
