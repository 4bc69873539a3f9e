import Foundation
import MillraceBase
import MillraceStorage

/// A download that goes on where an earlier one of the same address broke off (RFC 9110, 13.1.5 and 14).
///
/// The bytes that have arrived lie beside the file, under a name that only its request has, with the tag by which the
/// server knows it in a second file. The tag always fits the bytes: they are cut off before another one is written.
final class ResumedDownload: DownloadTarget {
    private struct State {
        /// The claimed file. Nil when the download has ended: remains of its connections may live longer.
        var part: FileLock?
        /// How many bytes are there.
        var size: Int
        /// How many of them were there before the present answer.
        var offset: Int
        /// The tag of their version, for the server. Nil if it has none that is sure.
        var validator: String?
        /// The size of the whole, if the server has sent it.
        var total: Int?
        var hasBegun = false
    }

    private let file: URL
    private let limit: Int
    private let partPath: String
    private var tagPath: String { partPath + ".tag" }
    private let state: Locked<State>

    /// Claims the part of a file that is there. Nil if another download has it, or it cannot be used.
    init?(_ file: URL, of request: HTTPRequest, sizeLimit: Int) {
        var checksum = Checksum()
        for text in [file.lastPathComponent, request.shownAddress] {
            Array(text.utf8).withUnsafeBytes { checksum.add($0) }
            checksum.add(UInt64(text.utf8.count))
        }
        let folder = file.deletingLastPathComponent()
        partPath = folder.appendingPathComponent(".\(String(checksum.value, radix: 16)).partial").path
        guard let part = try? FileLock(partPath, permissions: 0o666), part.isThere else { return nil }
        (self.file, limit) = (file, sizeLimit)
        let tag = try? String(contentsOf: URL(fileURLWithPath: partPath + ".tag"), encoding: .utf8)
        let size = (try? FileHandle.size(of: URL(fileURLWithPath: partPath))) ?? 0
        state = Locked(State(part: part, size: size, offset: size, validator: tag))
        if tag == nil { state.withLock { _ = cutOff(&$0) } }
    }

    var sizeLimit: Int { state.withLock { max(0, limit - $0.offset) } }
    var offset: Int { state.withLock { $0.offset } }

    /// Asks for the rest, if the version is still the same, and for bytes as they are.
    func prepare(_ request: inout HTTPRequest, in place: RequestGate.Place) {
        let (size, validator) = state.withLock { state in
            state.offset = state.size
            return (state.size, state.validator)
        }
        request.set(HTTPHeader("Accept-Encoding", "identity"))
        guard size > 0, let validator else { return }
        request.set(HTTPHeader("Range", "bytes=\(size)-"))
        request.set(HTTPHeader("If-Range", validator))
    }

    func startsAnew(after status: Int) -> Bool {
        state.withLock { state in
            guard status == 416, state.offset > 0 else { return false }
            return cutOff(&state) == nil
        }
    }

    func begin(_ head: Response) -> RequestError.Reason? {
        state.withLock { state in
            state.hasBegun = true
            if head.status == 206 { return goOn(&state, head) }
            if let problem = cutOff(&state) { return problem }
            (state.total, state.validator) = (nil, head.isPacked ? nil : head.strongValidator)
            guard let validator = state.validator else { return nil }
            return writing { () throws(FileError) in
                try AtomicFile.write(Data(validator.utf8), to: URL(fileURLWithPath: tagPath))
            }
        }
    }

    /// Takes the head of an answer with the rest. One that does not fit the bytes that are there is no answer, and
    /// those bytes cannot be trusted any more.
    private func goOn(_ state: inout State, _ head: Response) -> RequestError.Reason? {
        let isSame = head.headers["ETag"].map { state.validator?.first != "\"" || $0 == state.validator } ?? true
        guard state.offset > 0, isSame, !head.isPacked, let range = head.contentRange, range.start == state.offset
        else {
            return cutOff(&state) ?? .brokenAnswer
        }
        state.total = range.total
        return nil
    }

    func take(_ piece: Data) -> RequestError.Reason? {
        state.withLock { state in
            writing { () throws(FileError) in
                try state.part?.file.write(piece, at: state.size)
                state.size += piece.count
            }
        }
    }

    func end() -> RequestError.Reason? {
        state.withLock { state in
            guard let total = state.total, total != state.size else { return nil }
            return (state.size > total ? cutOff(&state) : nil) ?? .brokenAnswer
        }
    }

    func finish() throws {
        let part = state.withLock { $0.hasBegun ? $0.part.take() : nil }
        guard let part else { return }
        try part.file.synchronize()
        if rename(partPath, file.path) < 0 { throw FileError("rename", file.path) }
        unlink(tagPath)
    }

    /// Keeps the bytes that are there if the server can name their version.
    func discard() {
        let (part, isUseless) = state.withLock { ($0.part.take(), $0.size == 0 || $0.validator == nil) }
        if let part, isUseless, part.isThere {
            unlink(tagPath)
            unlink(partPath)
        }
    }

    /// Begins from nothing.
    private func cutOff(_ state: inout State) -> RequestError.Reason? {
        writing { () throws(FileError) in
            try state.part?.file.truncate(to: 0)
            unlink(tagPath)
            (state.size, state.offset, state.validator, state.total) = (0, 0, nil, nil)
        }
    }
}

extension Response {
    /// Whether the body on its way is not the bytes as they are.
    fileprivate var isPacked: Bool { headers["Content-Encoding"].map { $0.lowercased() != "identity" } ?? false }

    /// The tag that distinguishes this version of the body from all others (RFC 9110, 8.8): a strong `ETag`, or a
    /// `Last-Modified` that lies a minute before the answer, so that it cannot have changed twice in that second.
    fileprivate var strongValidator: String? {
        if let tag = headers["ETag"] {
            return tag.count >= 2 && tag.hasPrefix("\"") && tag.hasSuffix("\"") ? tag : nil
        }
        guard let modified = headers["Last-Modified"], let time = HTTPDate.date(modified),
            let now = headers["Date"].flatMap(HTTPDate.date), now.timeIntervalSince(time) >= 60
        else { return nil }
        return modified
    }

    /// The contents of a `Content-Range`: the first byte, and the size of the whole if it is known (RFC 9110, 14.4).
    fileprivate var contentRange: (start: Int, total: Int?)? {
        guard let header = headers["Content-Range"], header.lowercased().hasPrefix("bytes ") else { return nil }
        let parts = header.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        let ends = parts.first?.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) } ?? []
        guard parts.count == 2, ends.count == 2, let start = ends[0], let last = ends[1], start >= 0, last >= start
        else { return nil }
        if parts[1] == "*" { return (start, nil) }
        guard let total = Int(parts[1]), total > last else { return nil }
        return (start, total)
    }
}
